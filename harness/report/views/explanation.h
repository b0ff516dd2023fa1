// explanation.h: an explanation as text and as JSON. It calls no decoder.
#pragma once

#include <string>

#include "harness/campaign/explain.h"

namespace placemat {

// For reading: within 100 columns; with escape sequences when `color`.
std::string to_text(const Explanation& explanation, bool color);
// For a program: one JSON object.
std::string to_json(const Explanation& explanation);

}  // namespace placemat
