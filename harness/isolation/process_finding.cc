#include "harness/isolation/process_finding.h"

#include <fmt/format.h>

#include <algorithm>

namespace placemat {

void add_misconduct(SubjectResult& result, const Misconduct& misconduct,
                    const std::string& called) {
  Finding finding;
  finding.decoder = result.decoder;
  finding.judged_as = result.judged_as;
  finding.claimed = result.claimed;
  finding.kind = misconduct.kind;
  finding.key = fmt::format("{}|{}|{}|{}", result.decoder, result.judged_as,
                            row_of(misconduct.kind).name, misconduct.word);
  finding.operation = finding.source = misconduct.when;
  finding.expected = misconduct.expected;
  finding.seen = misconduct.seen;
  finding.clause = row_of(finding.kind).clause;
  finding.effect = row_of(finding.kind).effect;
  finding.replay = "placemat audit " + called;
  finding.checks = 1;
  FamilyTally& family = result.families[static_cast<std::size_t>(Fault::kNone)];
  ++family.checks, ++family.failed, ++family.kinds[finding.kind];
  result.findings.push_back(std::move(finding));
  std::ranges::sort(result.findings, {}, &Finding::key);
}

}  // namespace placemat
