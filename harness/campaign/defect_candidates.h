// defect_candidates.h: the findings of an audit that may be defects, as entries of the catalogue
// that a person completes. What is right under a replacement policy, what the catalogue has, and
// what the list of expected findings gives a reason for, is no candidate.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/corpus/defects.h"
#include "harness/report/record.h"

namespace placemat {

struct DefectCandidate {
  std::string id;    // also the name of its file
  std::string text;  // in the form of corpus/defect.schema.json
};

std::vector<DefectCandidate> defect_candidates(const Report& report,
                                               const DefectCatalogue& catalogue);

// Writes each to `directory`, which is made when there is one. A file that exists stays as it is,
// because a person may have completed it. Returns how many were written.
std::size_t write_defect_candidates(const std::filesystem::path& directory, const Report& report,
                                    const std::filesystem::path& corpus);

}  // namespace placemat
