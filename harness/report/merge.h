// merge.h: the reports of the parts of one run, made on several machines, as one. It must not know
// how a run was split.
#pragma once

#include <string>
#include <vector>

#include "harness/report/record.h"

namespace placemat {

struct NamedReport {
  std::string name;  // of its file, for messages
  Report report;
};

// The subjects of all of them, in their order. The result is complete when each part is. Throws
// InputError for parts of different runs (version, corpora, budget, seed, sources) and for a
// subject that two parts have.
Report merged(const std::vector<NamedReport>& parts);

}  // namespace placemat
