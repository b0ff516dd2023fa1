// simdutf_icelake: simdutf's implementation for AVX-512 VBMI2, called by name.
// simdutf.h states which calls are made and what is not the library's. Where
// the processor lacks the instructions it answers "unsupported". Bound: what
// simdutf reads.
#include "impls/adapters/simdutf.h"

namespace {

struct Icelake {
  static constexpr const char* kName = "icelake";
};

}  // namespace

extern "C" {
extern const placemat_decoder placemat_decoder_simdutf_icelake;
constinit const placemat_decoder placemat_decoder_simdutf_icelake =
    placemat::simdutf_adapter::Functions<Icelake>::decoder(
        "simdutf_icelake",
        "simdutf, implementation icelake; lossy by starting again after each error");
}
