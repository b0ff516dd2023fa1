// checker.h: the hot path. A checker takes the cases of a source, multiplies
// them into calls of one decoder, compares each answer with the law and hands
// what differs to its ledger. It allocates nothing for a check that passes.
#pragma once

#include <atomic>
#include <map>

#include "harness/generate/source.h"
#include "harness/judge/check.h"
#include "harness/judge/finding.h"
#include "harness/presentation/presenter.h"

namespace placemat {

// Failed checks, gathered by what they look like, with the plainest trial of
// each sort. Ledgers of shards are merged in a fixed order.
struct Ledger {
  struct Entry {
    Check check;
    Failure failure;
    std::string source, vector;
    std::uint64_t checks = 0;
  };
  // What failures of one sort have in common: the kind, the conditions, and
  // the classes of the units of the core (all of them, or their hash).
  using FailureBucket = std::tuple<Kind, std::uint8_t, Bytes>;
  std::map<FailureBucket, Entry> entries;
  std::array<ErrorClassTally, kErrorClassCount> error_classes;
  SourceTally tally;
  struct Named {
    std::uint64_t checks = 0;
    std::uint64_t digest = 0;
  };
  std::map<std::pair<std::string, Kind>, Named> named;  // (vector id, kind)
  // An operation that hangs or crashes again and again is no longer asked; the
  // others are.
  std::array<std::uint32_t, kOperationCount> hangs{}, crashes{};
  OperationSet muted = 0;
  OperationSet muted_at_start = 0;

  OperationSet to_mute() const;
  void merge(const Ledger& other);
};

// Those that stand before a case without being a fault themselves.
std::vector<Filler> well_formed_fillers(Law& law);

class Checker final : public CaseSink, private PresentationSink {
 public:
  // Stops when `*stop` becomes true; does not ask what is `muted`, nor any units
  // that have some of `avoided` in them.
  Checker(Judge& judge, std::string source, const std::atomic<bool>* stop, OperationSet muted = 0,
          std::vector<Bytes> avoided = {});
  bool accept(const Case& c) override;
  Ledger take() { return std::move(ledger_); }
  OperationSet muted() const { return ledger_.muted; }

  // For those who only ask whether there is any failure: the first is kept as
  // it was met, not judged, and nothing is asked after it.
  void stop_at_first_failure() { stops_at_first_ = true; }
  const std::optional<Check>& first_failure() const { return first_failure_; }

 private:
  void begin_units(ByteView units) override;
  void give(const Presentation& how) override;
  Askable askable(OperationSet muted);
  bool is_avoided() const;
  void record(const Check& check, const Observation& seen);
  Ledger::FailureBucket bucket_of(const Failure& failure) const;

  Judge& judge_;
  std::string source_;
  const std::atomic<bool>* stop_;
  std::vector<Bytes> avoided_;
  Walker as_utf8_;
  bool is_utf8_;
  ErrorClass error_class_ = ErrorClass::kNone;
  const Case* case_ = nullptr;        // the one at hand
  ByteView units_;                    // with what stands around it
  const Expectation* law_ = nullptr;  // about these
  Ledger ledger_;
  bool stops_at_first_ = false;
  std::optional<Check> first_failure_;
  // How often failures that are alike at first sight were met, and what became
  // of the last that was judged.
  struct PreBucket {
    std::uint64_t times = 0;
    Ledger::Entry* entry = nullptr;
    Kind kind = Kind::kNondeterministic;
  };
  std::map<std::uint64_t, PreBucket> pre_buckets_;
  Presenter presenter_;
};

}  // namespace placemat
