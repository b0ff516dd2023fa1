#include "harness/call/repeated.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace placemat {
namespace {

[[noreturn]] void refuse(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

}  // namespace

RepeatedBuffer::RepeatedBuffer(std::size_t block, std::size_t times)
    : block_(block),
      times_(times),
      reserved_(block * times + static_cast<std::size_t>(sysconf(_SC_PAGESIZE))),
      file_(memfd_create("repeated block", MFD_CLOEXEC)) {
  if (file_ < 0 || ftruncate(file_, static_cast<off_t>(block)) != 0) refuse("memfd_create");
  void* const range =
      mmap(nullptr, reserved_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (range == MAP_FAILED) {
    const int why = errno;
    close(file_);
    errno = why;
    refuse("mmap");
  }
  begin_ = static_cast<std::uint8_t*>(range);
  for (std::size_t n = 0; n < times; ++n) view(n, MAP_SHARED);
}

RepeatedBuffer::~RepeatedBuffer() {
  munmap(begin_, reserved_);
  close(file_);
}

void RepeatedBuffer::view(std::size_t n, int sharing) const {
  void* const at =
      mmap(begin_ + n * block_, block_, PROT_READ | PROT_WRITE, sharing | MAP_FIXED, file_, 0);
  if (at != MAP_FAILED) return;
  const int why = errno;
  munmap(begin_, reserved_);
  close(file_);
  errno = why;
  refuse("mmap");
}

void RepeatedBuffer::part_last() { view(times_ - 1, MAP_PRIVATE); }

}  // namespace placemat
