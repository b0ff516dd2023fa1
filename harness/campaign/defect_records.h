// defect_records.h: the catalogue of defects as records of a report. It must not know how a defect
// is verified.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "harness/corpus/defects.h"
#include "harness/report/record.h"

namespace placemat {

DefectRecord record_of(const FoundDefect& found);

// Those of the corpora in `corpus`, by effect: of all products, or of these. Throws InputError for
// a catalogue with a problem.
std::vector<DefectRecord> defect_records(const std::filesystem::path& corpus);
std::vector<DefectRecord> defect_records(const std::filesystem::path& corpus,
                                         const std::set<std::string>& products);

}  // namespace placemat
