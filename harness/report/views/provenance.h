// provenance.h: which program made a report, where and how, as every view shows it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/report/record.h"

namespace placemat {

struct ProvenanceRow {
  std::string_view name;  // "commit"
  std::string value;      // not escaped
};

// What the report does not state has no row.
std::vector<ProvenanceRow> provenance_of(const Header& header);

}  // namespace placemat
