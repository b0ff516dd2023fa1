// markdown.h: the report for a pull request or a log: the verdict, the matrix
// as a table, the findings as a list.
#pragma once

#include <string>

#include "harness/report/record.h"

namespace placemat {

std::string render_markdown(const Report& report);

}  // namespace placemat
