// sab_detector_sample.cc: Detection has seen enough after a sample, and
// validation is built on it.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

constexpr std::size_t kSample = 128;

int validate(const std::uint8_t* in, std::size_t length) {
  for (std::size_t at = 0; at < length && at < kSample;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    if (!is_value(d)) return 0;
    at += d.length;
  }
  return 1;
}

constexpr Plant kPlant{
    .name = "sab_detector_sample",
    .origin = "encoding-misdetection; none in the list; detectors that look at the head of a file",
    .planted = "validate looks at the first 128 units only",
    .kind = "depends-on-position",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_detector_sample;
constinit const placemat_decoder placemat_decoder_sab_detector_sample = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.validate = validate;
  return d;
}();

}  // namespace placemat::saboteur
