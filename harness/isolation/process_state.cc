#include "harness/isolation/process_state.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cfenv>
#include <clocale>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <vector>

namespace placemat {
namespace {

namespace fs = std::filesystem;

std::string locale_now() {
  const char* name = std::setlocale(LC_ALL, nullptr);
  return name == nullptr ? "" : name;
}

// Above the descriptors that a decoder may take for its own.
int open_directory() {
  constexpr int kLowest = 240;
  const int low = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
  const int fd = fcntl(low, F_DUPFD_CLOEXEC, kLowest);
  close(low);
  return fd;
}

mode_t mask_now() {
  const mode_t mask = umask(0);
  umask(mask);
  return mask;
}

// One bit for each blocked signal below 64.
std::uint64_t blocked_now() {
  sigset_t set{};
  pthread_sigmask(SIG_BLOCK, nullptr, &set);
  std::uint64_t blocked = 0;
  for (int signal = 1; signal < 64; ++signal) {
    if (sigismember(&set, signal) == 1) blocked |= std::uint64_t{1} << signal;
  }
  return blocked;
}

}  // namespace

ProcessState::ProcessState()
    : locale_(locale_now()),
      own_locale_(uselocale(nullptr)),
      modes_(modes()),
      directory_(open_directory()),
      mask_(mask_now()),
      blocked_(blocked_now()),
      threads_(threads()),
      descriptors_(descriptors()) {
  struct stat about{};
  if (stat(".", &about) == 0) device_ = about.st_dev, inode_ = about.st_ino;
}

// Without the flags, which every computation sets.
ProcessState::Modes ProcessState::modes() {
  Modes modes;
#if defined(__x86_64__)
  constexpr std::uint32_t kFlags = 0x3F;
  asm volatile("stmxcsr %0" : "=m"(modes.vector));
  asm volatile("fnstcw %0" : "=m"(modes.scalar));
  modes.vector &= ~kFlags;
#else
  modes.vector = static_cast<std::uint32_t>(std::fegetround());
#endif
  return modes;
}

void ProcessState::set(const Modes& modes) {
#if defined(__x86_64__)
  asm volatile("ldmxcsr %0" : : "m"(modes.vector));
  asm volatile("fldcw %0" : : "m"(modes.scalar));
#else
  std::fesetround(static_cast<int>(modes.vector));
#endif
}

std::size_t ProcessState::threads() {
  struct stat tasks{};
  // A link for each thread, and two of the directory.
  return stat("/proc/self/task", &tasks) == 0 && tasks.st_nlink > 2 ? tasks.st_nlink - 2 : 1;
}

std::set<int> ProcessState::descriptors() {
  std::set<int> open;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator("/proc/self/fd", error)) {
    open.insert(std::atoi(entry.path().filename().c_str()));
  }
  // The listing itself was one.
  std::erase_if(open, [](int fd) { return fcntl(fd, F_GETFD) < 0; });
  return open;
}

// A thread that was joined may take a moment to leave.
bool ProcessState::has_more_threads() {
  constexpr int kTries = 50;
  for (int i = 0; i < kTries && threads() > threads_; ++i) usleep(1000);
  const std::size_t now = threads();
  const bool has_more = now > threads_;
  threads_ = now;
  return has_more;
}

std::string ProcessState::changed_descriptors() {
  const std::set<int> now = descriptors();
  std::vector<int> opened;
  std::ranges::set_difference(now, descriptors_, std::back_inserter(opened));
  for (const int fd : opened) close(fd);
  return opened.empty() ? "" : fmt::format("left the file descriptor {} open", opened.front());
}

std::string ProcessState::changed_place() {
  struct stat about{};
  if (stat(".", &about) == 0 && about.st_dev == device_ && about.st_ino == inode_) return "";
  return fchdir(directory_) == 0 ? "changed the working directory" : "removed its directory";
}

std::string ProcessState::changed() {
  if (uselocale(nullptr) != own_locale_ || locale_now() != locale_) {
    uselocale(static_cast<locale_t>(own_locale_));
    std::setlocale(LC_ALL, locale_.c_str());
    return "changed the locale";
  }
  if (modes() != modes_) {
    set(modes_);
    return "changed the mode of floating-point arithmetic";
  }
  if (umask(mask_) != mask_) return "changed the file creation mask";
  if (blocked_now() != blocked_) {
    sigset_t none{};
    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &none, nullptr);
    return "blocked signals";
  }
  if (std::string what = changed_place(); !what.empty()) return what;
  if (std::string what = changed_descriptors(); !what.empty()) return what;
  return has_more_threads() ? "left a thread behind" : "";
}

}  // namespace placemat
