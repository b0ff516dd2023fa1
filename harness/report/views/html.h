// html.h: the report as one file for a browser, without network access or fonts of its own; in
// light and dark, on paper and on a telephone. Its one script only filters tables.
#pragma once

#include <string>

#include "harness/report/record.h"

namespace placemat {

// ASCII, and well-formed XML as well as HTML, so that any parser can check it.
std::string render_html(const Report& report);

}  // namespace placemat
