#include "harness/bytes/text_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

#include "harness/bytes/error.h"
#include "harness/bytes/unwritten.h"

namespace placemat {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kLargestFile = std::uintmax_t{64} << 20;

class OwnedFd {
 public:
  explicit OwnedFd(int fd) : fd_(fd) {}
  ~OwnedFd() { close(); }
  OwnedFd(const OwnedFd&) = delete;
  OwnedFd& operator=(const OwnedFd&) = delete;
  int get() const { return fd_; }
  bool is_open() const { return fd_ >= 0; }
  bool close() { return fd_ < 0 || ::close(std::exchange(fd_, -1)) == 0; }

 private:
  int fd_;
};

bool write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = write(fd, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

// A device, or a FIFO. One that no program reads would never open.
void write_through(const fs::path& path, std::string_view text) {
  OwnedFd to(open(path.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!to.is_open() && errno == ENXIO) {
    throw InputError(fmt::format("{}: no program reads it; name a file", path.string()));
  }
  const bool is_ready = to.is_open() && fcntl(to.get(), F_SETFL, 0) == 0;
  if (!is_ready || !write_all(to.get(), text) || !to.close()) throw_unwritten(path.string(), errno);
}

// Different in each call of each process that runs.
fs::path temporary_name(const fs::path& path) {
  static std::atomic<unsigned> calls = 0;
  return fmt::format("{}.{}-{}.new", path.string(), getpid(), calls++);
}

// A file without a name, where the file system has such: a killed program leaves none behind.
// `name` is empty then.
int open_temporary(const fs::path& path, fs::path& name) {
  const fs::path parent = path.has_parent_path() ? path.parent_path() : fs::path(".");
  const int nameless = open(parent.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
  if (nameless >= 0) return nameless;
  name = temporary_name(path);
  return open(name.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
}

bool give_name(int fd, const fs::path& name) {
  const std::string from = fmt::format("/proc/self/fd/{}", fd);
  return linkat(AT_FDCWD, from.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
}

// Puts a new file at the place of `path`, which is no link.
void replace(const fs::path& path, std::string_view text, const mode_t* mode) {
  fs::path name;
  OwnedFd fresh(open_temporary(path, name));
  if (!fresh.is_open()) throw_unwritten(path.string(), errno);
  bool done = write_all(fresh.get(), text) && (mode == nullptr || fchmod(fresh.get(), *mode) == 0);
  if (done && name.empty()) {
    name = temporary_name(path);
    done = give_name(fresh.get(), name);
  }
  done = done && fresh.close() && std::rename(name.c_str(), path.c_str()) == 0;
  if (done) return;
  const int error = errno;
  if (!name.empty()) unlink(name.c_str());
  throw_unwritten(path.string(), error);
}

}  // namespace

bool is_of_system(int error) {
  constexpr std::array kOfTheSystem{ENOSPC, EDQUOT, EFBIG, EIO, EMFILE, ENFILE, ENOMEM, EAGAIN};
  return std::find(kOfTheSystem.begin(), kOfTheSystem.end(), error) != kOfTheSystem.end();
}

void throw_unwritten(const std::string& place, int error) {
  const std::string what = fmt::format("{}: cannot be written: {}", place, std::strerror(error));
  if (is_of_system(error)) throw SystemError(what);
  throw InputError(what + "; name a place that exists and is writable");
}

std::string read_text_file(const std::filesystem::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) {
    const bool exists = fs::exists(path, error);
    throw InputError(
        fmt::format("{}: {}", path.string(),
                    exists ? "not a regular file; name a file" : "no such file; check the name"));
  }
  const std::uintmax_t size = fs::file_size(path, error);
  if (!error && size > kLargestFile) {
    throw InputError(fmt::format("{}: {} octets; files of the corpora have at most {}",
                                 path.string(), size, kLargestFile));
  }
  std::ifstream in(path, std::ios::binary);
  if (!in) throw InputError(fmt::format("{}: cannot be read; check its mode", path.string()));
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (in.bad()) throw InputError(fmt::format("{}: reading failed", path.string()));
  return text;
}

void write_text_file(const std::filesystem::path& path, std::string_view text) {
  struct stat about{};
  const bool exists = stat(path.c_str(), &about) == 0;
  if (exists && S_ISDIR(about.st_mode)) {
    throw InputError(fmt::format("{}: cannot be written: a directory; name a file", path.string()));
  }
  if (exists && !S_ISREG(about.st_mode)) return write_through(path, text);
  std::error_code error;
  if (!exists && fs::is_symlink(path, error)) {
    throw InputError(
        fmt::format("{}: cannot be written: a link to a file that does not exist", path.string()));
  }
  if (!exists) return replace(path, text, nullptr);
  const mode_t mode = about.st_mode & 07777;
  const fs::path place = fs::canonical(path, error);
  if (error) throw_unwritten(path.string(), error.value());
  replace(place, text, &mode);
}

}  // namespace placemat
