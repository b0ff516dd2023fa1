// fuzzing.h: a fuzzing campaign in words, for a terminal and for Markdown.
#pragma once

#include <string>
#include <vector>

#include "harness/report/fuzzing.h"

namespace placemat {

std::string fuzzing_text(const FuzzingRecord& fuzzing);
std::string fuzzing_markdown(const FuzzingRecord& fuzzing);

}  // namespace placemat
