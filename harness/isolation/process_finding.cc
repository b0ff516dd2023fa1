#include "harness/isolation/process_finding.h"

#include <fmt/format.h>

#include <algorithm>

namespace placemat {

void add_process_finding(DecoderResult& result, const ProcessFault& process_fault,
                         const std::string& called) {
  Finding finding;
  finding.decoder = result.decoder;
  finding.judged_as = result.judged_as;
  finding.claimed = result.claimed;
  finding.kind = process_fault.kind;
  finding.key = fmt::format("{}|{}|{}|{}", result.decoder, result.judged_as,
                            row_of(process_fault.kind).name, process_fault.word);
  finding.operation = finding.source = process_fault.when;
  finding.expected = process_fault.expected;
  finding.seen = process_fault.seen;
  finding.clause = row_of(finding.kind).clause;
  finding.effect = row_of(finding.kind).effect;
  finding.replay = "placemat audit " + called;
  finding.checks = 1;
  result.findings.push_back(std::move(finding));
  std::ranges::sort(result.findings, {}, &Finding::key);
}

}  // namespace placemat
