// icu_u_strfromutf8: ICU's u_strFromUTF8 and u_strFromUTF8WithSub, UTF-8 to
// UTF-16 in one call. Claims what ustring.h documents: strict fails with
// U_INVALID_CHAR_FOUND and states neither the offset nor the amount converted;
// the other writes one substitution per illegal sequence, which since ICU 60 is
// the maximal subpart (Unicode 3.9, D93b). Lengths come from preflighting.
//
// Pitfalls:
//   1. when the output is too small, ICU continues to the end of the input to
//      count, and a surrogate pair may be cut;
//   2. an ill-formed input with too small an output is reported as ill-formed;
//   3. a NUL is written behind the text where there is room;
//   4. before ICU 60, one substitution replaced a lead and all trailing units
//      behind it.
// Bound: what ICU reads; the buffers are passed on unchanged.
#include <unicode/ustring.h>

#include "impls/adapters/icu.h"

namespace {

using placemat::icu::as_int32;
using placemat::icu::kLongest;

placemat_result answer(UErrorCode status, std::int32_t needed, std::size_t capacity) {
  placemat_result result{PLACEMAT_UNSUPPORTED, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  if (U_SUCCESS(status)) {
    result.status = PLACEMAT_OK;
    result.written = static_cast<std::size_t>(needed);
  } else if (status == U_BUFFER_OVERFLOW_ERROR) {
    result.status = PLACEMAT_NO_CAPACITY;
    result.written = capacity;
  } else if (status == U_INVALID_CHAR_FOUND) {
    result.status = PLACEMAT_ILL_FORMED;
  }
  return result;
}

void strict16(const std::uint8_t* in, std::size_t length, std::uint16_t* out, std::size_t capacity,
              placemat_result* result) {
  UErrorCode status = length > kLongest ? U_INDEX_OUTOFBOUNDS_ERROR : U_ZERO_ERROR;
  std::int32_t needed = 0;
  u_strFromUTF8(reinterpret_cast<UChar*>(out), as_int32(capacity), &needed,
                reinterpret_cast<const char*>(in), as_int32(length), &status);
  *result = answer(status, needed, capacity);
}

std::int32_t substitute(const std::uint8_t* in, std::size_t length, std::uint16_t* out,
                        std::size_t capacity, UErrorCode& status) {
  constexpr UChar32 kReplacement = 0xFFFD;
  std::int32_t needed = 0;
  u_strFromUTF8WithSub(reinterpret_cast<UChar*>(out), as_int32(capacity), &needed,
                       reinterpret_cast<const char*>(in), as_int32(length), kReplacement, nullptr,
                       &status);
  return needed;
}

void lossy16(const std::uint8_t* in, std::size_t length, std::uint16_t* out, std::size_t capacity,
             placemat_result* result) {
  UErrorCode status = length > kLongest ? U_INDEX_OUTOFBOUNDS_ERROR : U_ZERO_ERROR;
  const std::int32_t needed = substitute(in, length, out, capacity, status);
  *result = answer(status, needed, capacity);
}

int validate(const std::uint8_t* in, std::size_t length) {
  if (length > kLongest) return -1;
  UErrorCode status = U_ZERO_ERROR;
  std::int32_t needed = 0;
  u_strFromUTF8(nullptr, 0, &needed, reinterpret_cast<const char*>(in), as_int32(length), &status);
  return status == U_INVALID_CHAR_FOUND ? 0 : 1;
}

std::size_t length16(const std::uint8_t* in, std::size_t length) {
  UErrorCode status = U_ZERO_ERROR;
  return static_cast<std::size_t>(substitute(in, length, nullptr, 0, status));
}

placemat_decoder decoder() {
  placemat_decoder d = placemat::described({
      .name = "icu_u_strfromutf8",
      .version = placemat::icu::version(),
      .origin = "ICU, u_strFromUTF8 and u_strFromUTF8WithSub",
      .claims = 0,
  });
  d.validate = validate;
  d.strict16 = strict16;
  d.lossy16 = lossy16;
  d.length16 = length16;
  return d;
}

}  // namespace

extern "C" {
extern const placemat_decoder placemat_decoder_icu_u_strfromutf8;
const placemat_decoder placemat_decoder_icu_u_strfromutf8 = decoder();
}
