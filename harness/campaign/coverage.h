// coverage.h: what a run tests: the operations and presentation axis values, by name, and the
// sources. A later run that tests fewer has lost coverage.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "harness/decoder/registry.h"
#include "harness/generate/source.h"
#include "harness/report/record.h"

namespace placemat {

// Operations that one of the decoders has, in their order, and the values of each axis that cases
// up to this depth are presented with.
CoverageRecord coverage_of(std::span<const Decoder* const> decoders, Depth depth);

// A record for each source of a run of `asked`, with the reason where it is not run. Counting the
// cases generates each of them once.
enum class CaseCounts { kNone, kAll };
std::vector<SourceRecord> source_records(std::span<const std::string> asked,
                                         const SourceOptions& options, CaseCounts counts,
                                         unsigned threads);

}  // namespace placemat
