// icu_ucnv_cesu8: ICU's converter named "CESU-8", which names UTR 26 as its
// definition: BMP as in UTF-8, supplementary code points as two surrogates of
// three units each, four-unit forms and lone surrogates ill-formed. Errors and
// replacement are as in icu_ucnv_utf8, because ICU implements both in one
// converter.
//
// Pitfalls, seen in ICU 72 and not repaired:
//   1. a lone surrogate passes as one UTF-16 code unit, in both directions, so
//      ED B0 is a prefix and a high surrogate is never "incomplete";
//   2. a four-unit UTF-8 form, or a prefix of one, is one illegal sequence,
//      although no form of CESU-8 begins with F0..F4.
// Bound: what ICU reads; the buffers are passed on unchanged.
#include "impls/adapters/icu_ucnv.h"

namespace {

struct Cesu8 {
  static constexpr const char* kConverter = "CESU-8";
};

}  // namespace

extern "C" {
extern const placemat_decoder placemat_decoder_icu_ucnv_cesu8;
const placemat_decoder placemat_decoder_icu_ucnv_cesu8 = placemat::icu::ucnv_decoder<Cesu8>({
    .name = "icu_ucnv_cesu8",
    .origin = "ICU, ucnv_toUnicode with the converter CESU-8",
    .dialect = "cesu-8",
});
}
