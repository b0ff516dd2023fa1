#include "harness/call/guarded.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "harness/call/seal.h"

namespace placemat {

namespace {

void check(bool succeeded, const char* what) {
  if (!succeeded) throw std::system_error(errno, std::generic_category(), what);
}

// Maps the same bytes at both places. The seal keeps a decoder from making the second one writable,
// even for a moment.
void map_twice(std::uint8_t* writable, std::uint8_t* read_only, std::size_t capacity) {
  constexpr unsigned kFutureWrite = 0x0010;  // F_SEAL_FUTURE_WRITE
  const int file = memfd_create("units", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  check(file >= 0, "memfd_create");
  const auto map = [&](std::uint8_t* at, int protection) {
    return mmap(at, capacity, protection, MAP_SHARED | MAP_FIXED, file, 0) == at;
  };
  const bool is_mapped =
      ftruncate(file, static_cast<off_t>(capacity)) == 0 && map(writable, PROT_READ | PROT_WRITE) &&
      (fcntl(file, F_ADD_SEALS, kFutureWrite) == 0 || errno == EINVAL) && map(read_only, PROT_READ);
  const int error = errno;
  close(file);
  errno = error;
  check(is_mapped, "mmap");
}

}  // namespace

GuardedBuffer::GuardedBuffer(std::size_t capacity, Sharing sharing)
    : page_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))),
      capacity_((capacity + page_ - 1) / page_ * page_) {
  begin_ = reserve(MAP_PRIVATE);
  check(mprotect(begin_, capacity_, PROT_READ | PROT_WRITE) == 0, "mprotect");
  if (sharing == Sharing::kPrivate || capacity_ == 0) return;
  view_ = reserve(MAP_PRIVATE);
  map_twice(begin_, view_, capacity_);
}

GuardedBuffer::~GuardedBuffer() {
  munmap(begin_ - page_, capacity_ + 2 * page_);
  if (view_ != nullptr) munmap(view_ - page_, capacity_ + 2 * page_);
}

std::uint8_t* GuardedBuffer::reserve(int flags) const {
  void* const mapping =
      mmap(nullptr, capacity_ + 2 * page_, PROT_NONE, MAP_ANONYMOUS | flags, -1, 0);
  check(mapping != MAP_FAILED, "mmap");
  return static_cast<std::uint8_t*>(mapping) + page_;
}

GuardedBuffer::Side GuardedBuffer::guard_at(const void* address) const {
  const auto* at = static_cast<const std::uint8_t*>(address);
  for (const std::uint8_t* begin :
       {static_cast<const std::uint8_t*>(begin_), static_cast<const std::uint8_t*>(view_)}) {
    if (begin == nullptr) continue;
    if (at >= begin - page_ && at < begin) return Side::kBefore;
    if (at >= begin + capacity_ && at < begin + capacity_ + page_) return Side::kBehind;
  }
  return Side::kNone;
}

bool GuardedBuffer::is_read_only(const void* address) const {
  const auto* at = static_cast<const std::uint8_t*>(address);
  return view_ != nullptr && at >= view_ && at < view_ + capacity_;
}

bool seal(const GuardedBuffer& buffer) {
  const long page = sysconf(_SC_PAGESIZE);
  const auto seal_at = [&](const std::uint8_t* begin) {
#ifdef SYS_mseal
    constexpr long kSeal = SYS_mseal;
#else
    constexpr long kSeal = 462;  // on every architecture
#endif
    return syscall(kSeal, begin - page, buffer.capacity() + 2 * static_cast<std::size_t>(page),
                   0) == 0;
  };
  const std::uint8_t* const view = buffer.read_only(buffer.begin());
  return seal_at(buffer.begin()) && (!buffer.is_read_only(view) || seal_at(view));
}

}  // namespace placemat
