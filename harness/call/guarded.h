// guarded.h: buffers between two pages that cannot be touched, so that one
// unit read or written outside of them is seen at once.
#pragma once

#include <cstddef>
#include <cstdint>

namespace placemat {

class GuardedBuffer {
 public:
  // Seen by this process alone, or by those too that are forked from it. A shared
  // buffer has a second view of the same bytes, between guards of its own, which
  // can only be read.
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

  // The byte `at` of this buffer in the read-only view. For shared buffers.
  const std::uint8_t* read_only(const std::uint8_t* at) const { return view_ + (at - begin_); }

  enum class Side : std::uint8_t { kNone, kBefore, kBehind };
  // On which guard of this buffer, or of its view, does `address` lie?
  Side guard_at(const void* address) const;
  // Does `address` lie in the read-only view?
  bool is_read_only(const void* address) const;

 private:
  // Pages that cannot be touched, with a guard at either end.
  std::uint8_t* reserve(int flags) const;

  std::size_t page_;
  std::size_t capacity_;
  std::uint8_t* begin_ = nullptr;
  std::uint8_t* view_ = nullptr;
};

}  // namespace placemat
