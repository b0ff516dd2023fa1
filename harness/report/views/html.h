// html.h: the report as one file for a browser: no network, no script, no font
// of its own; in light and dark, on paper and on a telephone.
#pragma once

#include <string>

#include "harness/report/record.h"

namespace placemat {

// ASCII, and well-formed XML besides being HTML, so that any parser can check it.
std::string render_html(const Report& report);

}  // namespace placemat
