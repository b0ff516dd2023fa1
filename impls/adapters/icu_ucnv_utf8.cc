// icu_ucnv_utf8: ICU's converter named "UTF-8". Claims what ucnv.h and
// ucnv_err.h document: STOP stops behind the illegal sequence, which
// ucnv_getInvalidChars returns; U_TRUNCATED_CHAR_FOUND says that the input
// ended inside one; SUBSTITUTE writes U+FFFD for each, since ICU 60 one per
// maximal subpart (Unicode 3.9, D93b). The signature EF BB BF is kept.
//
// Pitfalls:
//   1. a full output is reported before an error behind it, so the adapter
//      calls again with spare room;
//   2. without flush the converter holds back an unfinished sequence.
// Bound: what ICU reads; the buffers are passed on unchanged.
#include "impls/adapters/icu_ucnv.h"

namespace {

struct Utf8 {
  static constexpr const char* kConverter = "UTF-8";
};

}  // namespace

extern "C" {
extern const placemat_decoder placemat_decoder_icu_ucnv_utf8;
const placemat_decoder placemat_decoder_icu_ucnv_utf8 = placemat::icu::ucnv_decoder<Utf8>({
    .name = "icu_ucnv_utf8",
    .origin = "ICU, ucnv_toUnicode with the converter UTF-8",
});
}
