// checker.h: the hot path. A checker takes the cases of a source, multiplies
// them into calls of one decoder, compares each answer with the law and hands
// what differs to its ledger. It allocates nothing for a check that passes.
#pragma once

#include <atomic>
#include <map>

#include "harness/generate/source.h"
#include "harness/judge/finding.h"
#include "harness/judge/trial.h"

namespace placemat {

// Failed checks, gathered by what they look like, with the plainest trial of
// each sort. Ledgers of shards are merged in a fixed order.
struct Ledger {
  struct Entry {
    Trial trial;
    Failure failure;
    std::string source, vector;
    std::uint64_t checks = 0;
  };
  // Raw kind, presentation and the classes of the units where it went wrong.
  using Look = std::tuple<Kind, std::uint8_t, std::uint64_t>;
  std::map<std::pair<Look, Kind>, Entry> entries;
  std::array<FamilyTally, kFaultCount> families;
  SourceTally tally;
  struct Named {
    std::uint64_t checks = 0;
    std::uint64_t digest = 0;
  };
  std::map<std::pair<std::string, Kind>, Named> named;  // (vector id, kind)
  bool gave_up = false;  // too many hangs or crashes; the rest was not run

  void merge(const Ledger& other);
};

class Checker final : public CaseSink {
 public:
  // Stops when `*stop` becomes true.
  Checker(Court& court, std::string source, const std::atomic<bool>* stop);
  bool accept(const Case& c) override;
  Ledger take() { return std::move(ledger_); }

 private:
  void ask(std::span<const Operation> operations);
  void check_plain();
  void check_chunks(Multiplication m);
  void check_capacity();
  void check_reuse();
  void check_padded(const Case& c);
  void run(Operation operation);
  void record(const Trial& trial);
  Ledger::Look look_of(const Trial& trial, Kind kind);

  Court& court_;
  std::string source_;
  const std::atomic<bool>* stop_;
  std::vector<Operation> calls_, streams_;
  Walker as_utf8_;
  Fault family_ = Fault::kNone;
  std::string_view vector_;
  Trial trial_;                       // reused: the presentation at hand
  const Expectation* law_ = nullptr;  // about trial_.units
  Ledger ledger_;
  std::map<Ledger::Look, std::pair<std::uint64_t, Kind>> looked_at_;
  std::size_t falls_ = 0;
};

}  // namespace placemat
