// picture.h: the matrix as one SVG, for a README or a slide. It shows nothing of the machine or the
// time, so that two runs of one plan give the same file.
#pragma once

#include <string>

#include "harness/report/record.h"

namespace placemat {

std::string render_picture(const Report& report);

}  // namespace placemat
