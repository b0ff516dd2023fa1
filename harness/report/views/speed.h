// speed.h: measurements of speed in words, for a terminal and for Markdown.
#pragma once

#include <string>

#include "harness/report/speed.h"

namespace placemat {

std::string speed_text(const SpeedRecord& speed);
std::string speed_markdown(const SpeedRecord& speed);

}  // namespace placemat
