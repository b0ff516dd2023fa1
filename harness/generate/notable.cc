#include "harness/generate/notable.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "harness/spec/dialect.h"

namespace placemat {

std::vector<std::uint64_t> notable_scalars() {
  std::set<std::uint64_t> values{0x00,   0x1F,   0x7F,    0x9F,    0xFFFD,  0xFEFF,   0xE000,
                                 0xF8FF, 0xFFF0, 0xE0001, 0xE007F, 0xF0000, 0x100000, kMaxScalar};
  for (std::uint64_t bit = 1; bit <= kMaxScalar; bit <<= 1) {
    values.insert({bit, bit - 1, bit | 1});
  }
  for (const std::uint64_t limit : {0x7Full, 0x7FFull, 0xFFFFull, 0x10FFFFull}) {
    for (std::uint64_t bit = 1; bit <= limit; bit <<= 1) values.insert(limit ^ bit);
  }
  for (std::uint64_t value = 0xFDD0; value <= 0xFDEF; ++value) values.insert(value);
  for (std::uint64_t plane = 0; plane <= 16; ++plane) {
    values.insert({plane << 16 | 0xFFFE, plane << 16 | 0xFFFF});
  }
  std::vector<std::uint64_t> scalars;
  std::ranges::copy_if(values, std::back_inserter(scalars), is_scalar);
  return scalars;
}

}  // namespace placemat
