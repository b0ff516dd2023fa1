#include "harness/bytes/scratch.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace placemat {
namespace {

namespace fs = std::filesystem;

// Older programs made directories of another name, without a lock.
constexpr std::string_view kName = "placemat-scratch-";

// A locked descriptor of the directory, or -1 when another process holds the lock.
int lock(const fs::path& directory, int how) {
  const int fd = open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0) return fd;
  int failed = flock(fd, how);
  while (failed != 0 && errno == EINTR) failed = flock(fd, how);
  if (failed == 0) return fd;
  close(fd);
  return -1;
}

// False when another program took the directory for a stale one, before it was locked.
bool is_there(int fd, const fs::path& directory) {
  if (fd < 0) return fs::is_directory(directory);
  struct stat locked{}, named{};
  return fstat(fd, &locked) == 0 && stat(directory.c_str(), &named) == 0 &&
         locked.st_ino == named.st_ino && locked.st_dev == named.st_dev;
}

bool is_own(int fd) {
  struct stat about{};
  return fstat(fd, &about) == 0 && about.st_uid == geteuid();
}

}  // namespace

Scratch::Scratch() : owner_(getpid()) {
  const fs::path parent = fs::temp_directory_path();
  static const std::size_t kRemoved = remove_stale_scratch(parent.string());
  (void)kRemoved;
  do {
    if (lock_ >= 0) close(lock_);
    path_ = (parent / (std::string(kName) + "XXXXXX")).string();
    if (mkdtemp(path_.data()) == nullptr) {
      throw std::system_error(errno, std::generic_category(), "mkdtemp " + path_);
    }
    lock_ = lock(path_, LOCK_EX);
    // Where the file system has no locks, the directory is never taken for a stale one either.
  } while (!is_there(lock_, path_));
}

Scratch::~Scratch() {
  if (getpid() != owner_) return;
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  if (lock_ >= 0) close(lock_);
}

std::size_t remove_stale_scratch(const std::string& parent) {
  std::size_t removed = 0;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(parent, ignored)) {
    if (!entry.path().filename().string().starts_with(kName)) continue;
    const int fd = lock(entry.path(), LOCK_EX | LOCK_NB);
    if (fd < 0) continue;
    if (is_own(fd) && is_there(fd, entry.path())) {
      fs::remove_all(entry.path(), ignored);
      ++removed;
    }
    close(fd);
  }
  return removed;
}

}  // namespace placemat
