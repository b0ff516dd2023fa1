// comparison.h: two decoders against each other, as text and as JSON.
#pragma once

#include <string>

#include "harness/campaign/compare.h"

namespace placemat {

std::string comparison_text(const DecoderComparison& comparison);
std::string comparison_json(const DecoderComparison& comparison);

}  // namespace placemat
