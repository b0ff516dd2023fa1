// audit.h: what the two ways to audit share: one stranger, or every subject of
// the list that is on this machine.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/cli/external.h"
#include "harness/report/record.h"

namespace placemat::cli {

struct AuditOptions {
  ExternalOptions external;
  std::vector<std::string> sources;
  std::string as, budget, out = "out/audit", expected;
  std::uint64_t seed = 1992;
  unsigned threads = default_threads();
  bool no_oracle = false, check = false, resume = false;
  bool no_machine = false;  // to learn it takes some ten thousand questions
  // What the list of subjects knows of it.
  ExternalRecord listed;
};

// One stranger, judged; what it is and every finding stand in `out`. Returns
// the exit code.
int audit(const Global& global, const AuditOptions& options);

struct InstalledOptions {
  std::string set = "audit", list, build;
  std::vector<std::string> only;  // names; all when empty
  unsigned seconds = 120;         // for one subject
  unsigned at_once = 2;
};

// Every subject of the list that is on this machine.
int audit_installed(const Global& global, const AuditOptions& options,
                    const InstalledOptions& installed);

// The report in the forms that people read, beside `report.jsonl`.
void write_forms(const std::string& directory, const Report& report);

}  // namespace placemat::cli
