// merge.h: the reports of the shards of one run, made on several machines, as one. It must not know
// which decoders a shard has.
#pragma once

#include <string>
#include <vector>

#include "harness/report/record.h"

namespace placemat {

struct NamedReport {
  std::string name;  // of its file, for messages
  Report report;
};

// "shard 2 of 3 is missing"; empty for a whole run.
std::string missing_text(const Shard& shard);

// The subjects of all of them, in their order. The result is complete when each part is and no
// shard is missing; it is then a whole run. Throws InputError for parts of different runs (version,
// corpora, budget, seed, sources, command, decoders), for a report that is no shard, and for a
// shard or a subject that two parts have.
Report merged(const std::vector<NamedReport>& parts);

// Adds measurements that were made apart from the run. One of the same thing stands for that which
// the report has.
void add_measurements(Report& report, const Report& measured);

}  // namespace placemat
