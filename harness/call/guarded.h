// guarded.h: buffers between two pages that cannot be touched, so that one
// unit read or written outside of them is seen at once.
#pragma once

#include <cstddef>
#include <cstdint>

namespace placemat {

class GuardedBuffer {
 public:
  // Seen by this process alone, or by those too that are forked from it.
  enum class Sharing : std::uint8_t { kPrivate, kShared };
  // Room for at least `capacity` bytes. Throws std::system_error when the
  // kernel gives none.
  explicit GuardedBuffer(std::size_t capacity, Sharing sharing = Sharing::kPrivate);
  ~GuardedBuffer();
  GuardedBuffer(const GuardedBuffer&) = delete;
  GuardedBuffer& operator=(const GuardedBuffer&) = delete;

  std::size_t capacity() const { return capacity_; }
  // The first byte; the page before it is guarded.
  std::uint8_t* begin() const { return begin_; }
  // One behind the last byte; the page behind it is guarded.
  std::uint8_t* end() const { return begin_ + capacity_; }

  enum class Side : std::uint8_t { kNone, kBefore, kBehind };
  // On which guard of this buffer does `address` lie?
  Side guard_at(const void* address) const;

 private:
  std::uint8_t* mapping_;
  std::size_t page_;
  std::uint8_t* begin_;
  std::size_t capacity_;
};

}  // namespace placemat
