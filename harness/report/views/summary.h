// summary.h: the report on a terminal: which decoders conform, the matrix in small, the new
// findings. It must not know where the files are; the caller prints that.
#pragma once

#include <string>

#include "harness/report/record.h"

namespace placemat {

struct SummaryOptions {
  bool color = false;
  std::size_t findings = 10;  // at most so many are listed, new ones first, the worst before others
  bool only_verdict = false;
};

std::string render_summary(const Report& report, const SummaryOptions& options = {});

// The same for programs: one JSON object.
std::string render_summary_json(const Report& report);

}  // namespace placemat
