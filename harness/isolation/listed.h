// listed.h: for the tests of hosts: cases identified by their units, and the results of a
// host for each. It does not know the kind of host.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "harness/isolation/archive.h"
#include "harness/isolation/decoder_proxy.h"
#include "harness/isolation/remote.h"
#include "harness/judge/kind.h"

namespace placemat {

class ListedCases final : public Source {
 public:
  explicit ListedCases(std::vector<std::string> cases, Depth most = Depth::kPlain)
      : cases_(std::move(cases)), most_(most) {}
  std::string_view name() const override { return "listed"; }
  std::string covers() const override { return "a list"; }
  void generate(std::size_t, CaseSink& sink) const override {
    for (const std::string& hex : cases_) {
      const Bytes bytes = parse_hex(hex);
      if (!sink.accept({bytes, hex, {}, most_, {}})) return;
    }
  }

 private:
  std::vector<std::string> cases_;
  Depth most_;
};

struct Judged {
  std::uint64_t checks = 0;
  std::vector<std::string> wrong;  // "units kind"
  std::vector<std::string> seen;   // in words, one for each kind
};

// The results of a host for `cases`. `begin` is called between its description and the
// cases.
inline Judged judge_listed(
    const MakeHost& make, const std::vector<std::string>& cases, const std::string& as = "utf-8",
    const std::function<void()>& begin = [] {}) {
  const std::vector<Target> no_targets;
  const RunContext none{no_targets, {}, nullptr};
  // One host at a time: a host treats every process below it as its own.
  const auto description =
      Unpacker(make(none)->answer(packed(Request::kDescribe))).read<Description>();
  // What is not claimed is judged as UTF-8, one replacement for each maximal subpart.
  Claims claims = description.claims;
  if (claims.dialect.empty()) claims.dialect = "utf-8";
  if (claims.policy.empty()) claims.policy = "maximal-subpart";
  if (claims.bom.empty()) claims.bom = "keep";
  const DecoderProxy proxy(claims);
  const std::vector<Target> subjects{make_target(proxy.decoder(), {"listed"}, {}, as)};
  const std::atomic<bool> stop{false};
  const RunContext context{subjects, {{std::make_shared<ListedCases>(cases)}}, &stop};
  const auto host = make(context);
  host->answer(packed(Request::kDescribe));
  begin();
  const auto ledger =
      Unpacker(host->answer(packed(Request::kCheck, Job{0, 0, 0, 0}))).read<Ledger>();
  Judged judged;
  judged.checks = ledger.tally.checks;
  for (const auto& [key, named] : ledger.named) {
    judged.wrong.push_back(key.first + " " + std::string(row_of(key.second).name));
  }
  for (const auto& [bucket, entry] : ledger.entries) judged.seen.push_back(entry.failure.seen);
  return judged;
}

}  // namespace placemat
