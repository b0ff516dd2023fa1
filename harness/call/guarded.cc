#include "harness/call/guarded.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace placemat {

namespace {

void check(bool succeeded, const char* what) {
  if (!succeeded) throw std::system_error(errno, std::generic_category(), what);
}

}  // namespace

GuardedBuffer::GuardedBuffer(std::size_t capacity, Sharing sharing)
    : page_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))),
      capacity_((capacity + page_ - 1) / page_ * page_) {
  begin_ = reserve(sharing == Sharing::kShared ? MAP_SHARED : MAP_PRIVATE);
  check(mprotect(begin_, capacity_, PROT_READ | PROT_WRITE) == 0, "mprotect");
  if (sharing == Sharing::kPrivate || capacity_ == 0) return;
  view_ = reserve(MAP_PRIVATE);
  // An old size of 0 maps the pages of a shared mapping a second time (mremap(2)).
  check(mremap(begin_, 0, capacity_, MREMAP_MAYMOVE | MREMAP_FIXED, view_) == view_, "mremap");
  check(mprotect(view_, capacity_, PROT_READ) == 0, "mprotect");
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

}  // namespace placemat
