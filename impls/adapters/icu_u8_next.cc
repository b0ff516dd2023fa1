// icu_u8_next: ICU's U8_NEXT and U8_NEXT_OR_FFFD, one code point at an index.
// Claims what utf8.h documents: an illegal sequence gives a negative value, or
// U+FFFD, and the index moves to the next code point boundary, which since ICU
// 60 is the end of the maximal subpart (Unicode 3.9, D93b). Truncated and other
// ill-formed sequences give the same result, so "incomplete" is not claimed.
// U8_APPEND encodes.
//
// Pitfall: the macros compile into the caller. The version is still that of the
// loaded library, because U8_NEXT calls into it for some leads. Bound: reads 0
// units past the end, by its documentation.
#include <unicode/utf8.h>

#include "impls/adapters/icu.h"

namespace {

using placemat::icu::as_int32;
using placemat::icu::kLongest;

template <bool kLossy>
void decode32(const std::uint8_t* in, std::size_t length, std::uint32_t* out, std::size_t capacity,
              placemat_result* result) {
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  if (length > kLongest) {
    result->status = PLACEMAT_UNSUPPORTED;
    return;
  }
  const std::int32_t end = as_int32(length);
  for (std::int32_t at = 0; at < end;) {
    const std::int32_t start = at;
    UChar32 value = 0;
    if constexpr (kLossy) {
      U8_NEXT_OR_FFFD(in, at, end, value);
    } else {
      U8_NEXT(in, at, end, value);
    }
    if (value < 0) {
      result->status = PLACEMAT_ILL_FORMED;
      result->error_offset = static_cast<std::size_t>(start);
      result->error_length = static_cast<std::size_t>(at - start);
      return;
    }
    if (result->written == capacity) {
      result->status = PLACEMAT_NO_CAPACITY;
      return;
    }
    out[result->written++] = static_cast<std::uint32_t>(value);
  }
}

std::size_t encode(std::uint64_t value, std::uint8_t* out) {
  // U8_APPEND takes a UChar32; larger values cannot be passed.
  if (value > 0x7FFFFFFF) return 0;
  std::int32_t size = 0;
  UBool failed = false;
  U8_APPEND(out, size, std::int32_t{PLACEMAT_MAX_SEQUENCE}, static_cast<UChar32>(value), failed);
  return failed ? 0 : static_cast<std::size_t>(size);
}

placemat_decoder decoder() {
  placemat_decoder d = placemat::described({
      .name = "icu_u8_next",
      .version = placemat::icu::version(),
      .origin = "ICU, U8_NEXT and U8_NEXT_OR_FFFD",
      .claims = PLACEMAT_CLAIM_OFFSET | PLACEMAT_CLAIM_LENGTH,
      .encode = encode,
  });
  d.strict32 = decode32<false>;
  d.lossy32 = decode32<true>;
  return d;
}

}  // namespace

extern "C" {
extern const placemat_decoder placemat_decoder_icu_u8_next;
const placemat_decoder placemat_decoder_icu_u8_next = decoder();
}
