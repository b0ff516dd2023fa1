// placed.h: values at a known distance from the start of a page. The speed of a
// store depends on whether it crosses a cache line, and malloc places large
// blocks at varying offsets.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>
#include <span>

namespace placemat::bench {

// In bytes: the offset at which glibc's malloc places blocks with pages of
// their own.
inline constexpr std::size_t kUsualOffset = 16;

template <class T>
class Placed {
 public:
  static constexpr std::size_t kPage = 4096;

  // `offset` in bytes, a multiple of the alignment of T.
  explicit Placed(std::size_t count, std::size_t offset = kUsualOffset)
      : memory_(static_cast<std::byte*>(
            ::operator new(offset + count * sizeof(T), std::align_val_t{kPage}))),
        values_(reinterpret_cast<T*>(memory_.get() + offset), count) {
    std::uninitialized_fill(begin(), end(), T{});
  }

  T* data() { return values_.data(); }
  std::size_t size() const { return values_.size(); }
  T* begin() { return data(); }
  T* end() { return data() + size(); }
  T& operator[](std::size_t i) { return values_[i]; }
  std::span<const T> view() const { return values_; }

 private:
  struct Free {
    void operator()(std::byte* memory) const { ::operator delete(memory, std::align_val_t{kPage}); }
  };
  std::unique_ptr<std::byte, Free> memory_;
  std::span<T> values_;
};

}  // namespace placemat::bench
