// checker.h: the hot path. A checker expands the cases of a source into calls of one
// decoder, compares each answer with the law and hands differences to its ledger. It
// allocates nothing for a check that passes.
#pragma once

#include <atomic>
#include <map>

#include "harness/generate/source.h"
#include "harness/judge/check.h"
#include "harness/judge/finding.h"
#include "harness/judge/known_cores.h"
#include "harness/presentation/presenter.h"

namespace placemat {

// Failed checks grouped by failure bucket, with the plainest check of each bucket.
// Ledgers of shards are merged in a fixed order.
struct Ledger {
  struct Entry {
    Check check;
    Failure failure;
    std::string source, vector;
    std::uint64_t checks = 0;
  };
  // The key of a failure bucket: the kind, the conditions, and the classes of the units
  // of the core (all of them, or their hash).
  using FailureBucket = std::tuple<Kind, std::uint8_t, Bytes>;
  std::map<FailureBucket, Entry> entries;
  std::array<ErrorClassTally, kErrorClassCount> error_classes;
  SourceTally tally;
  struct Named {
    std::uint64_t checks = 0;
    std::uint64_t digest = 0;
  };
  std::map<std::pair<std::string, Kind>, Named> named;  // (vector id, kind)
  // Operations that hung or crashed too often are no longer called; the others are.
  std::array<std::uint32_t, kOperationCount> hangs{}, crashes{};
  OperationSet muted = 0;
  OperationSet muted_at_start = 0;

  OperationSet to_mute() const;
  void merge(const Ledger& other);
};

// Characters that may precede a case without being an error themselves.
std::vector<Filler> well_formed_fillers(Law& law);

class Checker final : public CaseSink, private PresentationSink {
 public:
  // Stops when `*stop` becomes true; skips operations in `muted`, and units that contain
  // any of `avoided`.
  Checker(Judge& judge, std::string source, const std::atomic<bool>* stop, OperationSet muted = 0,
          std::vector<Bytes> avoided = {});
  bool accept(const Case& c) override;
  Ledger take() { return std::move(ledger_); }
  OperationSet muted() const { return ledger_.muted; }

  // For callers that only need to know whether there is any failure: the first is kept as
  // it occurred, without judging it, and nothing is called after it.
  void stop_at_first_failure() { stops_at_first_ = true; }
  const std::optional<Check>& first_failure() const { return first_failure_; }

 private:
  struct PreBucket {
    std::uint64_t times = 0;
    Ledger::Entry* entry = nullptr;
    Kind kind = Kind::kNondeterministic;
  };

  void begin_units(ByteView units) override;
  void give(const Presentation& how) override;
  Askable askable(OperationSet muted);
  bool is_avoided() const;
  void record(const Check& check, const Observation& seen);
  // Its number of failures decides whether this one is judged.
  PreBucket& pre_bucket(std::uint64_t key);
  // Without further calls: each would take as long, or answer otherwise.
  Failure as_seen(const Check& check, const Observation& seen);
  Failure judged(const Check& check, const Observation& seen);
  static bool explains_others(const Failure& failure);
  Ledger::FailureBucket bucket_of(const Failure& failure) const;
  ErrorClassTally& tally_of(ErrorClass error_class) {
    return ledger_.error_classes[static_cast<std::size_t>(error_class)];
  }
  void show_alone(const Failure& failure, const Check& check);
  void show(ErrorClass error_class, Kind kind, const Bytes& units);
  void count_failed(const Check& check, const Observation& seen, Kind kind);

  Judge& judge_;
  std::string source_;
  const std::atomic<bool>* stop_;
  std::vector<Bytes> avoided_;
  bool is_utf8_;
  std::optional<ErrorClass> only_class_;  // of the current case; none where it has several
  const Case* case_ = nullptr;            // the current one
  ByteView units_;                        // with their surroundings
  Bytes given_, units_before_;            // a copy of them, and of those that were given before
  const Expectation* law_ = nullptr;      // about these units
  Ledger ledger_;
  bool stops_at_first_ = false;
  std::optional<Check> first_failure_;
  // How often failures of one pre-bucket occurred, and the result of the last that was
  // judged.
  std::map<std::uint64_t, PreBucket> pre_buckets_;
  KnownCores cores_;
  Presenter presenter_;
};

}  // namespace placemat
