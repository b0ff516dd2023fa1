// audit.h: the options shared by both forms of audit (one external decoder, every subject of the
// list), and how a report is shown. harness/campaign decides what an audit does.
#pragma once

#include <string>
#include <vector>

#include "harness/campaign/adapter_check.h"
#include "harness/campaign/audit.h"
#include "harness/cli/external.h"

namespace placemat::cli {

struct AuditOptions {
  ExternalOptions external;
  std::vector<std::string> sources;
  std::string as, budget, out = "out/audit", expected;
  std::uint64_t seed = 1992;
  std::optional<std::uint64_t> every;
  unsigned threads = default_threads();
  unsigned seconds = 0;  // in all; 0: no limit
  bool no_oracle = false, check = false, resume = false, no_machine = false;
};

AuditRequest request_of(const Global& global, const AuditOptions& options);

struct InstalledOptions {
  std::string set = "audit", list, build;
  std::vector<std::string> only;  // names; all when empty
  unsigned seconds = 120;         // for one subject
  unsigned at_once = 2;
};

// Audits every subject of the list that is on this machine. Returns the exit code.
int audit_installed(const Global& global, const AuditOptions& options,
                    const InstalledOptions& installed);

// The output of one audit.
void print_result(const Global& global, const Report& report, const std::filesystem::path& out);

// Writes the findings that may be defects of the product to OUT/candidates, for the catalogue.
void store_candidates(const Global& global, const Report& report, const std::filesystem::path& out,
                      const std::filesystem::path& corpus);

// Prints the result of `--check`. Returns the exit code.
int print_check(const ExternalDecoder& external, const std::vector<CheckLine>& lines);

}  // namespace placemat::cli
