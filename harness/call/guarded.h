// guarded.h: buffers between two inaccessible guard pages, so that one unit read or
// written outside of them is detected at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace placemat {

class GuardedBuffer {
 public:
  // kPrivate is visible to this process only, kShared also to processes forked from it. A
  // shared buffer has a second, read-only view of the same bytes, between guard pages of
  // its own.
  enum class Sharing : std::uint8_t { kPrivate, kShared };
  // Has room for at least `capacity` bytes. Throws std::system_error when the kernel
  // provides no memory.
  explicit GuardedBuffer(std::size_t capacity, Sharing sharing = Sharing::kPrivate);
  ~GuardedBuffer();
  GuardedBuffer(const GuardedBuffer&) = delete;
  GuardedBuffer& operator=(const GuardedBuffer&) = delete;

  std::size_t capacity() const { return capacity_; }
  // The first byte; the page before it is a guard page.
  std::uint8_t* begin() const { return begin_; }
  // One past the last byte; the page there is a guard page.
  std::uint8_t* end() const { return begin_ + capacity_; }

  // The byte `at` of this buffer in the read-only view; for shared buffers only.
  const std::uint8_t* read_only(const std::uint8_t* at) const { return view_ + (at - begin_); }

  enum class Side : std::uint8_t { kNone, kBefore, kBehind };
  // Returns the guard page of this buffer, or of its view, that holds `address`.
  Side guard_at(const void* address) const;
  // True when `address` lies in the read-only view.
  bool is_read_only(const void* address) const;

 private:
  // Inaccessible pages, with a guard page at either end.
  std::uint8_t* reserve(int flags) const;

  std::size_t page_;
  std::size_t capacity_;
  std::uint8_t* begin_ = nullptr;
  std::uint8_t* view_ = nullptr;
};

// Overwrites what an earlier call left, so that a decoder that writes nothing does not return the
// previous answer. Filled word by word: a vectorised fill that ends at a guard page is ten times
// slower than the rest of a call, because the CPU first takes its masked stores there for faults.
inline void make_stale(std::uint8_t* from, const std::uint8_t* end) {
  constexpr std::uint64_t kStale = 0x5A5A5A5A5A5A5A5A;
  const auto fill = [&](auto piece) {
    for (; end - from >= static_cast<std::ptrdiff_t>(sizeof(piece)); from += sizeof(piece)) {
      std::memcpy(from, &piece, sizeof(piece));
      asm volatile("" ::: "memory");
    }
  };
  fill(kStale);
  fill(static_cast<std::uint16_t>(kStale));
}

}  // namespace placemat
