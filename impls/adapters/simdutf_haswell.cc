// simdutf_haswell: simdutf's implementation for AVX2, called by name. simdutf.h
// states which calls are made and what is not the library's. Where the
// processor lacks the instructions it answers "unsupported". Bound: what
// simdutf reads.
#include "impls/adapters/simdutf.h"

namespace {

struct Haswell {
  static constexpr const char* kName = "haswell";
};

}  // namespace

extern "C" {
extern const placemat_decoder placemat_decoder_simdutf_haswell;
constinit const placemat_decoder placemat_decoder_simdutf_haswell =
    placemat::simdutf_adapter::Functions<Haswell>::decoder(
        "simdutf_haswell",
        "simdutf, implementation haswell; lossy by starting again after each error");
}
