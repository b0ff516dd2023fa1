#include <placemat/fuzz.h>

#include <algorithm>
#include <vector>

#include "my_utf8.h"  // std::vector<std::uint32_t> my_to_utf32(units, length)

static void lossy32(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                    std::size_t capacity, placemat_result* result) {
  const std::vector<std::uint32_t> values = my_to_utf32(in, length);
  const std::size_t n = std::min(values.size(), capacity);
  std::copy_n(values.begin(), n, out);
  *result = {n < values.size() ? PLACEMAT_NO_CAPACITY : PLACEMAT_OK, n, PLACEMAT_UNKNOWN,
             PLACEMAT_UNKNOWN};
}

static placemat_decoder my_decoder() {
  placemat_decoder decoder = placemat::utf8_decoder("my_decoder");
  decoder.lossy32 = lossy32;
  return decoder;
}

PLACEMAT_FUZZ_TARGET(my_decoder())
