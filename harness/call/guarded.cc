#include "harness/call/guarded.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace placemat {

GuardedBuffer::GuardedBuffer(std::size_t capacity, Sharing sharing)
    : page_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))) {
  capacity_ = (capacity + page_ - 1) / page_ * page_;
  const int flags = MAP_ANONYMOUS | (sharing == Sharing::kShared ? MAP_SHARED : MAP_PRIVATE);
  void* mapping = mmap(nullptr, capacity_ + 2 * page_, PROT_NONE, flags, -1, 0);
  if (mapping == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "mmap");
  mapping_ = static_cast<std::uint8_t*>(mapping);
  begin_ = mapping_ + page_;
  if (mprotect(begin_, capacity_, PROT_READ | PROT_WRITE) != 0) {
    const int error = errno;
    munmap(mapping_, capacity_ + 2 * page_);
    throw std::system_error(error, std::generic_category(), "mprotect");
  }
}

GuardedBuffer::~GuardedBuffer() { munmap(mapping_, capacity_ + 2 * page_); }

GuardedBuffer::Side GuardedBuffer::guard_at(const void* address) const {
  const auto* at = static_cast<const std::uint8_t*>(address);
  if (at >= mapping_ && at < begin_) return Side::kBefore;
  if (at >= end() && at < end() + page_) return Side::kBehind;
  return Side::kNone;
}

}  // namespace placemat
