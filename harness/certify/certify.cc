#include "harness/certify/certify.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <map>
#include <mutex>
#include <optional>

#include "harness/bytes/numbers.h"
#include "harness/bytes/parallel.h"
#include "harness/certify/law_check.h"
#include "harness/judge/check.h"

namespace placemat {
namespace {

constexpr const char* kExhaustion = "exhaustion";
constexpr const char* kEncoder = "encoder";

// Beyond this length only one placement is asked, and of streams only single units.
constexpr std::uint64_t kMostPasses = 3;

// A claim, and the operations that it is about.
struct Group {
  PartOf item = PartOf::kExhaustion;
  std::vector<Operation> operations;  // none: it is about the encoder
  std::uint64_t longest = 0;          // the last round: a length, or units behind an access string
  // What became of it.
  CheckedStrings checked;
  double seconds = 0;
  std::uint64_t rounds = 0;  // that are whole
  bool is_stopped = false;

  bool is_open() const { return checked.refusals.empty() && !is_stopped; }
  bool is_of_encoder() const { return operations.empty(); }
};

std::vector<Operation> operations_of(const Decoder& decoder) {
  std::vector<Operation> all;
  for (std::size_t i = 0; i < kOperationCount; ++i) {
    const auto operation = static_cast<Operation>(i);
    if (has(decoder, operation)) all.push_back(operation);
  }
  return all;
}

// The first that gives most in its answer, strict or lossy.
std::optional<Operation> fullest(const std::vector<Operation>& all, bool lossy) {
  for (const Operation one :
       lossy ? std::vector{Operation::kLossy64, Operation::kLossy32, Operation::kLossy16}
             : std::vector{Operation::kStrict64, Operation::kStrict32, Operation::kStrict16,
                           Operation::kValidate}) {
    if (std::ranges::find(all, one) != all.end()) return one;
  }
  return std::nullopt;
}

std::vector<Group> groups_of(const Decoder& decoder, const CertifyOptions& options,
                             const Profile& profile) {
  const std::vector<Operation> all = operations_of(decoder);
  std::vector<Group> groups;
  for (const Operation operation : all) {
    const bool is_full =
        !options.is_dear || operation == fullest(all, false) || operation == fullest(all, true);
    const unsigned length = is_full ? options.scope.length : std::min(options.scope.length, 2u);
    groups.push_back({PartOf::kExhaustion, {operation}, length, {}});
  }
  if (decoder.encode != nullptr)
    groups.push_back({PartOf::kExhaustion, {}, options.scope.length, {}});
  for (const bool of_stream : {false, true}) {
    for (const Feature feature : {Feature::kVerdict, Feature::kValueCount}) {
      Group group{PartOf::kSuite, {}, options.scope.states + 1, {}};
      std::ranges::copy_if(all, std::back_inserter(group.operations), [&](Operation one) {
        return is_stream(one) == of_stream && feature_of(one, profile) == feature;
      });
      if (!group.operations.empty()) groups.push_back(std::move(group));
    }
  }
  return groups;
}

std::vector<Pass> passes_of(const Group& group, std::uint64_t round,
                            const CertifyOptions& options) {
  if (group.is_of_encoder()) return {{.is_encoding = true}};
  std::vector<Pass> passes;
  const bool has_all = round <= (group.item == PartOf::kExhaustion ? kMostPasses : kMostPasses - 1);
  for (const Operation operation : group.operations) {
    const bool streams = is_stream(operation);
    passes.push_back({operation, false, streams});
    if (!has_all || options.is_dear) continue;
    if (streams && group.item == PartOf::kExhaustion) passes.push_back({operation, false, false});
    if (options.shows_memory) passes.push_back({operation, true, streams});
  }
  return passes;
}

std::vector<CertifyPart> parts_of(const Group& group, std::uint64_t round,
                                  const CertifyOptions& options) {
  constexpr std::uint64_t kFew = 16, kMany = 256;
  const std::uint64_t shards = round <= 1 ? 1 : round == 2 ? kFew : kMany;
  std::vector<CertifyPart> parts;
  for (const Pass& pass : passes_of(group, round, options)) {
    for (std::uint64_t shard = 0; shard < shards; ++shard) {
      parts.push_back({group.item, pass, round, shard, shards, options.profile});
    }
  }
  return parts;
}

// A length function cannot say that it does not take a string. On a processor that lacks the
// instructions of a decoder, it answers by other code, and only it answers: that establishes
// nothing.
void drop_lone_lengths(std::vector<Group>& groups) {
  const auto decodes = [](const Group& group) {
    return group.item == PartOf::kExhaustion && !group.is_of_encoder() &&
           !is_length(group.operations.front());
  };
  const auto is_silent = [&](const Group& group) {
    return !decodes(group) || (group.is_open() && group.checked.agreed == 0);
  };
  if (std::ranges::none_of(groups, decodes) || !std::ranges::all_of(groups, is_silent)) return;
  for (Group& group : groups) {
    if (group.is_open() && !group.is_of_encoder()) group.checked = {};
  }
}

// Asks one round after the other, so that the shortest strings come first.
class Rounds {
 public:
  Rounds(std::vector<Group>& groups, const CertifyOptions& options, const MakePartWork& make)
      : groups_(groups), options_(options), make_(make) {
    for (const Group& group : groups_) {
      for (std::uint64_t round = 0; round <= group.longest; ++round) {
        for (const CertifyPart& part : parts_of(group, round, options_)) all_ += share_of(part);
      }
    }
  }

  void run() {
    std::uint64_t last = 0;
    for (const Group& group : groups_) last = std::max(last, group.longest);
    for (std::uint64_t round = 0; round <= last; ++round) run_round(round);
  }

 private:
  struct Task {
    std::size_t group;
    CertifyPart part;
    std::optional<PartResult> result;
  };

  static std::uint64_t share_of(const CertifyPart& part) { return strings_of(part) / part.shards; }

  void run_round(std::uint64_t round) {
    std::vector<Task> tasks;
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      if (!groups_[g].is_open() || round > groups_[g].longest) continue;
      for (CertifyPart& part : parts_of(groups_[g], round, options_)) {
        tasks.push_back({g, std::move(part), {}});
      }
    }
    // The first task of each group that refuses. Later ones need not be done.
    std::vector<std::atomic<std::size_t>> refused(groups_.size());
    for (auto& first : refused) first = std::numeric_limits<std::size_t>::max();
    WorkOptions how(options_.threads);
    how.stop = options_.stop;
    how.progress = [&](std::size_t) { show_progress(); };
    in_parallel_with(tasks.size(), how, [&]() -> ItemWork {
      return [&, work = make_()](std::size_t i) {
        Task& task = tasks[i];
        if (i < refused[task.group]) task.result = work(task.part);
        asked_ += share_of(task.part);
        if (!task.result || task.result->checked.refusals.empty()) return;
        std::size_t first = refused[task.group];
        while (i < first && !refused[task.group].compare_exchange_weak(first, i)) continue;
      };
    });
    for (Task& task : tasks) add(groups_[task.group], task);
    for (Group& group : groups_) {
      if (group.is_open() && round <= group.longest) group.rounds = round + 1;
    }
    show_progress();
  }

  static void add(Group& group, Task& task) {
    if (!group.checked.refusals.empty()) return;
    if (!task.result) {
      group.is_stopped = true;
      return;
    }
    group.checked.agreed += task.result->checked.agreed;
    group.checked.undefined += task.result->checked.undefined;
    group.checked.not_taken += task.result->checked.not_taken;
    group.seconds += task.result->seconds;
    group.is_stopped = group.is_stopped || !task.result->is_finished;
    group.checked.refusals = std::move(task.result->checked.refusals);
  }

  void show_progress() const {
    // In units of 2^16 strings, which take about a millisecond.
    const std::uint64_t asked = std::min<std::uint64_t>(asked_, all_);
    if (options_.progress) options_.progress("strings", asked >> 16, all_ >> 16);
  }

  std::vector<Group>& groups_;
  const CertifyOptions& options_;
  const MakePartWork& make_;
  std::uint64_t all_ = 0;
  std::atomic<std::uint64_t> asked_{0};
};

// The refused string without the units that its refusal does not need. An exhaustion has found the
// shortest already.
Refusal shortened(Refusal refusal, const CertifyOptions& options, const PartWork& work) {
  for (bool is_shorter = true; is_shorter;) {
    is_shorter = false;
    for (std::size_t at = 0; at < refusal.units.size() && !is_shorter; ++at) {
      CertifyPart part{PartOf::kString, refusal.pass, 0, 0, 1, options.profile, refusal.units};
      part.string.erase(part.string.begin() + static_cast<std::ptrdiff_t>(at));
      const PartResult result = work(part);
      if (result.checked.refusals.empty()) continue;
      refusal = result.checked.refusals.front();
      is_shorter = true;
    }
  }
  return refusal;
}

// ---- in words ----

std::string names_of(const std::vector<Operation>& operations) {
  std::vector<std::string_view> names;
  for (const Operation operation : operations) names.push_back(name_of(operation));
  return fmt::format("{}", fmt::join(names, ", "));
}

// "verdict, values, error offset"
std::string compared(const Decoder& decoder, Operation operation) {
  if (operation == Operation::kValidate) return "verdict";
  if (is_length(operation)) return "number of values";
  if (is_lossy(operation)) return "values";
  std::string all = "verdict, values";
  if ((decoder.claims & PLACEMAT_CLAIM_OFFSET) != 0) all += ", error offset";
  if ((decoder.claims & PLACEMAT_CLAIM_LENGTH) != 0) all += ", error length";
  if ((decoder.claims & PLACEMAT_CLAIM_INCOMPLETE) != 0) all += ", incomplete input";
  return all;
}

// The strings of up to `longest` units: 1 + 256 + 256^2 + ...
std::string all_strings(std::uint64_t longest) {
  if (longest == 0) return "the empty string";
  std::uint64_t count = 0;
  for (std::uint64_t n = 0; n <= longest; ++n) count += std::uint64_t{1} << (8 * n);
  return fmt::format("all {} strings of 0 to {} units", grouped(count), longest);
}

std::string exhaustion_claim(const Decoder& decoder, const Group& group) {
  const Operation operation = group.operations.front();
  std::string except;
  if (group.checked.undefined > 0) except = ", except where the law says nothing";
  if (group.checked.not_taken > 0) except += ", except those that the decoder does not take";
  return fmt::format("{} are answered as the law says{}: {}", all_strings(group.longest), except,
                     compared(decoder, operation));
}

std::string encoder_claim(const Group& group) {
  return fmt::format(
      "each number of up to {} bits is encoded in its shortest form, or refused where it has none",
      8 * group.longest);
}

std::string suite_claim(const Group& group, const Profile& profile) {
  const CompleteSuite& suite = suite_of(profile, feature_of(group.operations.front(), profile));
  const auto k = static_cast<unsigned>(group.longest - 1);
  std::vector<std::string> access;
  for (const Bytes& string : suite.access()) {
    access.push_back(string.empty() ? "empty" : to_spaced_hex(string));
  }
  return fmt::format(
      "strings of every length are answered as the law says, if the answers are those of a machine "
      "(what one more unit changes in {} depends on a state only) of which each state is reached "
      "by one of {} access strings ({}) and at most {} more unit{}: at most {} states",
      group.operations.size() > 1 ? "them, taken together," : "them", access.size(),
      fmt::join(access, ", "), k, k == 1 ? "" : "s", grouped(suite.most_states(k)));
}

// Why a suite that no string contradicts establishes nothing; empty when it does.
std::string gap_of(const Group& group, const Profile& profile) {
  const auto shows_feature = [&](Operation operation) {
    const bool is_partial = is_length(operation) && policy(profile.policy).stops;
    return operation != Operation::kLength16 && !is_partial;
  };
  if (std::ranges::none_of(group.operations, shows_feature)) {
    return "nothing in the answers tells the states of the law apart";
  }
  if (group.checked.not_taken == 0) return "";
  return "the decoder does not take some strings of the suite, and the theorem needs all of them";
}

std::string clean_part(const Group& group) {
  if (group.rounds == 0) return "nothing is established";
  if (group.is_of_encoder()) {
    return fmt::format("right on all numbers of up to {} bits", 8 * (group.rounds - 1));
  }
  if (group.item == PartOf::kExhaustion) {
    return "right on " + all_strings(group.rounds - 1);
  }
  return fmt::format("right on all strings of the suite with 0 to {} units behind an access string",
                     group.rounds - 1);
}

constexpr const char* kNoAnswers = "the decoder answers none of the strings";
constexpr const char* kSameAgain =
    "an equal call gives an equal answer, whatever was called before";

// What contradicts the claim, and how to see it again.
void add_refusal(CertificateItem& item, const Refusal& refusal, const Decoder& decoder,
                 const CertifyOptions& options) {
  item.expected = refusal.expected;
  item.seen = refusal.seen;
  Target target;
  target.decoder = &decoder;
  target.judged_as = parse_profile(options.profile);
  target.called = options.called;
  if (refusal.pass.is_encoding) {
    const std::string number = fmt::format("{:04X}", number_of(refusal.units));
    item.refuted_by = "encoding " + number;
    item.replay = replay_line(target, "--encode " + number);
    return;
  }
  const Check check{refusal.units, presentation_of(refusal.pass, refusal.units.size())};
  item.refuted_by = to_text({check.units, check.how.cuts});
  item.replay = replay_line(target, to_arguments(check));
}

CertificateItem item_of(const Group& group, const Decoder& decoder, const CertifyOptions& options) {
  const bool is_suite = group.item == PartOf::kSuite;
  const Profile profile = parse_profile(options.profile);
  CertificateItem item{.item = is_suite ? "complete suite" : kExhaustion,
                       .about = names_of(group.operations),
                       .result = item_result::kEstablished,
                       .assumption = kSameAgain,
                       .comparisons = group.checked.agreed,
                       .unanswered = group.checked.undefined + group.checked.not_taken,
                       .seconds = group.seconds};
  if (group.is_of_encoder()) {
    item.item = kEncoder;
    item.about = "numbers";
    item.claim = encoder_claim(group);
  } else {
    item.claim = is_suite ? suite_claim(group, profile) : exhaustion_claim(decoder, group);
  }
  if (!group.checked.refusals.empty()) {
    item.result = item_result::kRefused;
    item.claim = clean_part(group);
    add_refusal(item, group.checked.refusals.front(), decoder, options);
  } else if (group.is_stopped) {
    item.result = item_result::kUnfinished;
    item.claim = clean_part(group) + "; it was stopped there";
  } else if (group.checked.agreed == 0) {
    item.result = item_result::kNotApplicable;
    item.claim = kNoAnswers;
  } else if (is_suite && !gap_of(group, profile).empty()) {
    item.result = item_result::kNotApplicable;
    item.claim = gap_of(group, profile);
  }
  return item;
}

// Guard pages beside every string, and a canary on the other side of every output.
CertificateItem memory_item(const std::vector<Group>& groups, const CertifyOptions& options) {
  CertificateItem item{.item = "memory", .about = "guard pages"};
  const auto is_refused = [](const Group& group) { return !group.checked.refusals.empty(); };
  const auto is_answered = [](const Group& group) {
    return !group.is_of_encoder() && group.checked.agreed > 0;
  };
  const bool is_whole = std::ranges::all_of(groups, &Group::is_open);
  if (!options.shows_memory) {
    item.result = item_result::kNotApplicable;
    item.claim = "the decoder copies its units to a place of its own";
  } else if (is_whole && std::ranges::none_of(groups, is_answered)) {
    item.result = item_result::kNotApplicable;
    item.claim = kNoAnswers;
  } else if (!is_whole) {
    const bool refused = std::ranges::any_of(groups, is_refused);
    item.result = refused ? item_result::kNotAttempted : item_result::kUnfinished;
    item.claim = refused ? "it stands on items that are refused" : "it stands on unfinished items";
  } else {
    item.result = item_result::kEstablished;
    item.claim = fmt::format(
        "no unit outside of the input is read and no value outside of the output is written, on "
        "the strings of the exhaustion and of the suites before a guard page, and on those of up "
        "to {} units behind one as well",
        kMostPasses);
    item.assumption = "an access that misses by more than a page would show too";
  }
  return item;
}

void add_not_attempted(Certificate& certificate, const Decoder& decoder) {
  const auto add = [&](const char* item, const char* about, const char* why) {
    certificate.items.push_back(
        {.item = item, .about = about, .result = item_result::kNotAttempted, .claim = why});
  };
  add("memory", "sanitizers", "the strings were not asked under ASan, UBSan and MSan");
  add("proof", "all lengths", "nothing was proved from the source");
  add("second opinion", "solvers", "there is no lemma that a second solver could check");
  add("mutation score", "the proof", "there is no proof whose mutants could be refuted");
  add("presentations", "room, preludes, other chunks",
      "strings have exact room and no history; streams get one unit at a time, or short strings at "
      "once");
  if (decoder.encode != nullptr)
    add(kEncoder, "encode", "no proof from the source is about the encoder");
}

std::string result_of(const std::vector<CertificateItem>& items) {
  const auto any = [&](const char* result) {
    return std::ranges::any_of(items, [&](const auto& item) { return item.result == result; });
  };
  if (any(item_result::kRefused)) return item_result::kRefused;
  if (any(item_result::kUnfinished)) return item_result::kUnfinished;
  const bool is_any_string_right = std::ranges::any_of(items, [](const CertificateItem& item) {
    return item.item == kExhaustion && item.result == item_result::kEstablished;
  });
  return is_any_string_right ? item_result::kEstablished : item_result::kNotApplicable;
}

}  // namespace

Certificate certify(const Decoder& decoder, const CertifyOptions& options,
                    const MakePartWork& make_work) {
  const Profile profile = parse_profile(options.profile);
  Certificate certificate{.decoder = decoder.name,
                          .version = decoder.version == nullptr ? "" : decoder.version,
                          .judged_as = options.profile};
  std::vector<Group> groups = groups_of(decoder, options, profile);
  Rounds(groups, options, make_work).run();
  drop_lone_lengths(groups);
  for (Group& group : groups) {
    if (group.item == PartOf::kSuite && !group.checked.refusals.empty()) {
      group.checked.refusals.front() =
          shortened(std::move(group.checked.refusals.front()), options, make_work());
    }
    certificate.items.push_back(item_of(group, decoder, options));
  }
  certificate.items.push_back(memory_item(groups, options));
  LawCheckOptions law{options.scope.length, options.threads, options.stop};
  law.progress = [&](std::uint64_t done, std::uint64_t all) {
    if (options.progress) options.progress("the law against ICU", done, all);
  };
  certificate.items.push_back(compare_with_icu(profile, law));
  law.progress = [&](std::uint64_t done, std::uint64_t all) {
    if (options.progress) options.progress("the law against byte planes", done, all);
  };
  certificate.items.push_back(compare_with_planes(profile, law));
  certificate.items.push_back(compare_with_grammar(profile));
  add_not_attempted(certificate, decoder);
  certificate.result = result_of(certificate.items);
  return certificate;
}

PartWork work_here(const Decoder& decoder, const std::atomic<bool>* stop) {
  struct Own {
    explicit Own(const Decoder& decoder) : caller(decoder, thread) {}
    FencedThread thread;
    Caller caller;
  };
  return [own = std::make_shared<Own>(decoder), stop](const CertifyPart& part) {
    const MakeChecker make = [&](const Profile& profile, const Pass& pass) {
      if (pass.is_encoding) {
        return make_encoder_checker(own->caller.decoder(), own->thread, profile, pass);
      }
      return make_direct_checker(own->caller, own->thread, profile, pass);
    };
    return certify_part(part, make, stop);
  };
}

}  // namespace placemat
