// badge.h: the verdict in a few words, as the endpoint of shields.io reads it. It must not say
// "conforms" of what was not judged to its end.
#pragma once

#include <string>

#include "harness/report/record.h"

namespace placemat {

std::string render_badge(const Report& report);

}  // namespace placemat
