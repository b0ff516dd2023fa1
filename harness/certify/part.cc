#include "harness/certify/part.h"

#include <algorithm>
#include <ctime>
#include <map>
#include <mutex>

namespace placemat {
namespace {

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

const CompleteSuite& suite_of(const Profile& profile, Feature feature) {
  static std::mutex mutex;
  static std::map<std::pair<std::string, Feature>, CompleteSuite> suites;
  const std::scoped_lock lock(mutex);
  return suites.try_emplace({to_text(profile), feature}, profile, feature).first->second;
}

namespace {

class Walk {
 public:
  Walk(StringChecker& checker, const CertifyPart& part, const std::atomic<bool>* stop)
      : checker_(checker), part_(part), stop_(stop) {}

  bool run(const Profile& profile) {
    switch (part_.item) {
      case PartOf::kExhaustion:
        return all_strings();
      case PartOf::kSuite:
        return of_suite(suite_of(profile, feature_of(part_.pass.operation, profile)));
      case PartOf::kString:
        return checker_.check(ByteView(part_.string));
    }
    return true;
  }

 private:
  using State = CompleteSuite::State;

  // All strings of `size` units, where the first is in the shard.
  bool all_strings() {
    static const std::vector<Bytes> kNone, kNoTail{{}};
    if (part_.size == 0) return part_.shard > 0 || checker_.check(ByteView{});
    after_ = [](State, std::uint8_t) -> State { return 0; };
    // One block serves all prefixes.
    for (std::size_t unit = 0; unit < 256; ++unit) {
      block_.tails[unit] = part_.size > 1 || is_in_shard(unit) ? &kNoTail : &kNone;
    }
    return behind(0, part_.size);
  }

  // The access strings, `size` units behind each, and the suffixes behind these.
  bool of_suite(const CompleteSuite& suite) {
    tails_of_ = [&suite](State s) -> const std::vector<Bytes>& { return suite.suffixes(s); };
    after_ = [&suite](State s, std::uint8_t unit) { return suite.after(s, unit); };
    for (std::size_t s = 0; s < suite.states(); ++s) {
      const auto state = static_cast<State>(s);
      prefix_ = suite.access()[s];
      const bool goes_on =
          part_.size > 0 ? behind(state, part_.size) : part_.shard > 0 || suffixes_behind(state);
      if (!goes_on) return false;
    }
    return true;
  }

  bool is_stopped() const { return stop_ != nullptr && stop_->load(std::memory_order_relaxed); }
  // Shards are ranges, so that their order is the order of the strings.
  bool is_in_shard(std::size_t unit) const { return unit * part_.shards / 256 == part_.shard; }

  bool suffixes_behind(State state) {
    const std::size_t n = prefix_.size();
    bool goes_on = true;
    for (const Bytes& tail : tails_of_(state)) {
      prefix_.insert(prefix_.end(), tail.begin(), tail.end());
      goes_on = goes_on && checker_.check(ByteView(prefix_));
      prefix_.resize(n);
    }
    return goes_on;
  }

  // Exactly `units` units behind the prefix; the first of them is in the shard.
  bool behind(State state, std::uint64_t units, bool is_first = true) {
    if (is_stopped()) return false;
    if (units == 1) return last_unit(state, is_first);
    for (std::size_t unit = 0; unit < 256; ++unit) {
      if (is_first && !is_in_shard(unit)) continue;
      prefix_.push_back(static_cast<std::uint8_t>(unit));
      const bool goes_on = behind(after_(state, prefix_.back()), units - 1, false);
      prefix_.pop_back();
      if (!goes_on) return false;
    }
    return true;
  }

  bool last_unit(State state, bool is_first) {
    static const std::vector<Bytes> kNone;
    block_.prefix = prefix_;
    if (part_.item == PartOf::kExhaustion) return checker_.check(block_);
    for (std::size_t unit = 0; unit < 256; ++unit) {
      const bool is_left = !is_first || is_in_shard(unit);
      block_.tails[unit] =
          is_left ? &tails_of_(after_(state, static_cast<std::uint8_t>(unit))) : &kNone;
    }
    return checker_.check(block_);
  }

  StringChecker& checker_;
  const CertifyPart& part_;
  const std::atomic<bool>* stop_;
  std::function<const std::vector<Bytes>&(State)> tails_of_;
  std::function<State(State, std::uint8_t)> after_;
  Bytes prefix_;
  Block block_{};
};

}  // namespace

Feature feature_of(Operation operation, const Profile& profile) {
  const bool gives_values = is_lossy(operation) || is_length(operation);
  return gives_values && !policy(profile.policy).stops ? Feature::kValueCount : Feature::kVerdict;
}

std::uint64_t strings_of(const CertifyPart& part) {
  const auto size = static_cast<unsigned>(part.size);
  if (part.item == PartOf::kString) return 1;
  if (part.item == PartOf::kExhaustion) return std::uint64_t{1} << (8 * size);
  const Profile profile = parse_profile(part.profile);
  const CompleteSuite& suite = suite_of(profile, feature_of(part.pass.operation, profile));
  return suite.strings_behind(size);
}

PartResult certify_part(const CertifyPart& part, const MakeChecker& make,
                        const std::atomic<bool>* stop) {
  const double begun = processor_seconds();
  const Profile profile = parse_profile(part.profile);
  const std::unique_ptr<StringChecker> checker = make(profile, part.pass);
  Walk walk(*checker, part, stop);
  const bool is_whole = walk.run(profile);
  PartResult result;
  result.checked = checker->finish();
  result.is_finished = is_whole || !result.checked.refusals.empty();
  result.seconds = processor_seconds() - begun;
  return result;
}

}  // namespace placemat
