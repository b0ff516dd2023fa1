// repeated.h: an address range of gigabytes that needs the memory of one block, because every part
// of it is a view of that block. The page behind it is inaccessible.
#pragma once

#include <cstddef>
#include <cstdint>

namespace placemat {

class RepeatedBuffer {
 public:
  // `block` is a multiple of the page size. Throws std::system_error when the kernel refuses.
  RepeatedBuffer(std::size_t block, std::size_t times);
  ~RepeatedBuffer();
  RepeatedBuffer(const RepeatedBuffer&) = delete;
  RepeatedBuffer& operator=(const RepeatedBuffer&) = delete;

  std::uint8_t* begin() const { return begin_; }
  std::uint8_t* end() const { return begin_ + block_ * times_; }
  // From then on, writes to the last view change nothing in the others.
  void part_last();

 private:
  void view(std::size_t n, int sharing) const;

  std::size_t block_, times_, reserved_;
  int file_ = -1;
  std::uint8_t* begin_ = nullptr;
};

}  // namespace placemat
