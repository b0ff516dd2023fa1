#include "harness/report/views/provenance.h"

#include <fmt/format.h>

#include "harness/report/text.h"

namespace placemat {

std::vector<ProvenanceRow> provenance_of(const Header& header) {
  const Header::Run& run = header.run;
  std::vector<ProvenanceRow> rows{
      {"placemat", header.tool_version},
      {"commit", run.commit},
      {"build type", run.build_type},
      {"compiler", header.compiler},
      {"operating system", run.os},
      {"processor", run.cpu},
      {"command", run.given.empty() ? run.command : run.given},
      {"started", run.started},
      {"isolation", header.isolation.empty() ? "none: the decoders ran in the process of placemat"
                                             : listed(header.isolation)}};
  std::erase_if(rows, [](const ProvenanceRow& row) { return row.value.empty(); });
  return rows;
}

}  // namespace placemat
