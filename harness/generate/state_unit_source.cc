// state_unit_source.cc: the source `state-unit`, the test set of state_unit.h as
// cases.
#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "harness/bytes/numbers.h"
#include "harness/generate/source.h"
#include "harness/generate/state_unit.h"

namespace placemat {
namespace {

class StateUnit final : public Source {
 public:
  StateUnit(const Profile& profile, Budget budget, bool takes_turns)
      : machine_(machine(profile)),
        observed_(cover(machine_, Observed::kEverything)),
        completions_(completions(machine_)),
        verdict_(
            cover(machine({profile.dialect, PolicyId::kReject, profile.bom}), Observed::kVerdict)),
        budget_(budget),
        takes_turns_(takes_turns) {
    // A verdict does not distinguish all states of the law, but a decoder may have a state of its
    // own for each, and one wrong reaction there.
    verdict_.access = access_strings(machine_);
  }
  std::string_view name() const override { return "state-unit"; }
  std::string covers() const override {
    const std::string completed = "every sequence that such a unit begins or continues, completed";
    if (takes_turns_) {
      return fmt::format(
          "every code unit in each of {} states before one of {} distinguishing suffixes, in turn, "
          "and for the verdict alone {} states and one of {} suffixes; {}",
          observed_.access.size(), observed_.suffixes.size(), verdict_.access.size(),
          verdict_.suffixes.size(), completed);
    }
    return fmt::format(
        "every code unit in each of {} states before {} distinguishing suffixes ({} strings), and "
        "for the verdict alone {} states and {} suffixes ({} strings); {}",
        observed_.access.size(), observed_.suffixes.size(), grouped(observed_.strings()),
        verdict_.access.size(), verdict_.suffixes.size(), grouped(verdict_.strings()), completed);
  }
  std::size_t shards() const override { return kShards; }
  void generate(std::size_t shard, CaseSink& sink) const override {
    if (walk(observed_, shard, depth(), sink)) {
      // Those for a full observation have had every presentation already.
      walk(verdict_, shard, budget_ == Budget::kDeep ? Depth::kFull : Depth::kVerdict, sink);
    }
  }

 private:
  static constexpr std::size_t kShards = 8;
  bool walk(const StateCover& cover, std::size_t shard, Depth m, CaseSink& sink) const {
    Bytes bytes;
    for (const Bytes& suffix : cover.suffixes) {
      if (shard != 0) break;
      if (!sink.accept({.bytes = suffix, .depth = m})) return false;
    }
    for (const Bytes& access : cover.access) {
      for (std::size_t unit = shard; unit <= 0xFF; unit += kShards) {
        const std::span<const Bytes> suffixes = suffixes_behind(cover, access, unit);
        for (const Bytes& suffix : suffixes) {
          bytes = access;
          bytes.push_back(static_cast<std::uint8_t>(unit));
          bytes.insert(bytes.end(), suffix.begin(), suffix.end());
          if (!sink.accept({.bytes = bytes, .depth = m})) return false;
        }
        bytes = access;
        bytes.push_back(static_cast<std::uint8_t>(unit));
        if (!complete(bytes, suffixes, m, sink)) return false;
      }
    }
    return true;
  }
  // All, or the one whose turn it is.
  std::span<const Bytes> suffixes_behind(const StateCover& cover, const Bytes& access,
                                         std::size_t unit) const {
    const std::span<const Bytes> all = cover.suffixes;
    const std::size_t turn = unit / kShards + (access.empty() ? 0 : access.front() + access.size());
    return takes_turns_ ? all.subspan(turn % all.size(), 1) : all;
  }
  // Unless one of the suffixes has done it.
  bool complete(Bytes& bytes, std::span<const Bytes> suffixes, Depth m, CaseSink& sink) const {
    Machine::State state = Machine::kStart;
    for (const std::uint8_t unit : bytes) state = machine_.at(state, unit).next;
    const Bytes& rest = completions_[state];
    if (rest.empty() || std::ranges::find(suffixes, rest) != suffixes.end()) return true;
    bytes.insert(bytes.end(), rest.begin(), rest.end());
    return sink.accept({.bytes = bytes, .depth = m});
  }
  Depth depth() const {
    switch (budget_) {
      case Budget::kQuick:
        return Depth::kPlain;
      case Budget::kStandard:
        return Depth::kPadded;
      case Budget::kDeep:
        return Depth::kFull;
    }
    return Depth::kFull;
  }
  const Machine& machine_;
  StateCover observed_;
  std::vector<Bytes> completions_;
  StateCover verdict_;
  Budget budget_;
  bool takes_turns_;  // the suffixes do, from unit to unit
};

}  // namespace

extern const SourceRow kStateUnitSource;
const SourceRow kStateUnitSource{
    .name = "state-unit",
    .summary = "every code unit in every state of the law's machine (W-method test set)",
    .is_always_whole = true,
    .of_processes = "its suffixes in turn",
    .make = [](const Profile& profile, const SourceOptions& options) -> std::unique_ptr<Source> {
      return std::make_unique<StateUnit>(profile, options.budget,
                                         are_calls_processes(options.every));
    }};

}  // namespace placemat
