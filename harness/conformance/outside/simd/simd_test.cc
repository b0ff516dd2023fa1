// The public functions of placemat::simd as a decoder: the suite judges them.
#include <placemat/gtest.h>
#include <placemat/simd_c.h>

#include <algorithm>
#include <new>
#include <vector>

namespace {

int validate(const std::uint8_t* in, std::size_t length) {
  return placemat_simd_is_well_formed(in, length);
}

template <class Out, auto kConvert, auto kLength>
void lossy(const std::uint8_t* in, std::size_t length, Out* out, std::size_t capacity,
           placemat_result* result) {
  const std::size_t written = kConvert(in, length, out, capacity);
  const bool is_all = written == kLength(in, length);
  *result = {is_all ? PLACEMAT_OK : PLACEMAT_NO_CAPACITY, written, PLACEMAT_UNKNOWN,
             PLACEMAT_UNKNOWN};
}

void* open(int is_lossy) {
  return is_lossy != 0 ? new (std::nothrow) placemat_simd_stream{} : nullptr;
}
void close(void* stream) { delete static_cast<placemat_simd_stream*>(stream); }
void reset(void* stream) { placemat_simd_finish(static_cast<placemat_simd_stream*>(stream)); }

void push(void* stream, const std::uint8_t* in, std::size_t length, std::uint32_t* out,
          std::size_t capacity, placemat_result* result) {
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  std::vector<std::uint32_t> values(length + PLACEMAT_SIMD_MOST_KEPT);
  const std::size_t written = placemat_simd_push32(static_cast<placemat_simd_stream*>(stream), in,
                                                   length, values.data(), values.size());
  if (written > capacity) {
    result->status = PLACEMAT_NO_CAPACITY;
  } else {
    std::copy_n(values.begin(), written, out);
    result->written = written;
  }
}

void finish(void* stream, std::uint32_t* out, std::size_t capacity, placemat_result* result) {
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  if (placemat_simd_finish(static_cast<placemat_simd_stream*>(stream)) == 0) return;
  if (capacity == 0) {
    result->status = PLACEMAT_NO_CAPACITY;
  } else {
    out[0] = 0xFFFD;
    result->written = 1;
  }
}

placemat_decoder by_simd() {
  placemat_decoder decoder = placemat::utf8_decoder("placemat_simd");
  decoder.policy = "maximal-subpart";
  decoder.validate = validate;
  decoder.lossy32 = lossy<std::uint32_t, placemat_simd_to_utf32, placemat_simd_length32>;
  decoder.lossy16 = lossy<std::uint16_t, placemat_simd_to_utf16, placemat_simd_length16>;
  decoder.length32 = placemat_simd_length32;
  decoder.length16 = placemat_simd_length16;
  decoder.stream_open = open;
  decoder.stream_push = push;
  decoder.stream_finish = finish;
  decoder.stream_reset = reset;
  decoder.stream_close = close;
  return decoder;
}

}  // namespace

PLACEMAT_CONFORMANCE_TEST(Simd, by_simd())
