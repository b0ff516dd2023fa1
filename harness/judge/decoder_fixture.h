// decoder_fixture.h: one decoder on the bench, for the property tests alone. It
// asks every operation that the decoder claims and hands back plain answers,
// and runs a property under RapidCheck, aloud or quietly. It must not know
// what a right answer is: a property compares the decoder with itself and with
// the dialect's table, and the law's own decoder is asked for bounds at most.
#pragma once

#include <fmt/format.h>
#include <rapidcheck.h>

#include <memory>
#include <sstream>

#include "harness/generate/arbitrary.h"
#include "harness/judge/check.h"

namespace placemat {

// Fails the property with `why` and nothing else.
[[noreturn]] inline void fail(const std::string& why) {
  throw rc::detail::CaseResult(rc::detail::CaseResult::Type::Failure, why);
}

// What a decoder answered, copied.
struct PlainAnswer {
  bool refused = false;  // strict: ill-formed or incomplete
  bool incomplete = false;
  std::vector<std::uint64_t> values;
  std::size_t offset = PLACEMAT_UNKNOWN, length = PLACEMAT_UNKNOWN;
};

inline std::string show(std::span<const std::uint64_t> values) {
  std::string text;
  for (const std::uint64_t value : values) text += fmt::format(" {:02X}", value);
  return text.empty() ? "nothing" : text.substr(1);
}

inline std::string show(const PlainAnswer& answer) {
  if (!answer.refused) return show(answer.values);
  return fmt::format("{} at {}, length {}, after {}",
                     answer.incomplete ? "incomplete" : "ill-formed",
                     static_cast<std::ptrdiff_t>(answer.offset),
                     static_cast<std::ptrdiff_t>(answer.length), show(answer.values));
}

class DecoderFixture {
 public:
  explicit DecoderFixture(const Decoder& decoder)
      : profile(claimed_profile(decoder)),
        dialect(placemat::dialect(profile.dialect)),
        policy(placemat::policy(profile.policy)),
        caller_(decoder, *thread()) {}

  const Profile profile;
  const Dialect& dialect;
  const Policy& policy;
  arbitrary::Distribution seen;

  const Decoder& decoder() const { return caller_.decoder(); }
  bool claims(std::uint32_t claim) const { return (decoder().claims & claim) != 0; }

  // The operations that decode and that this decoder has.
  std::vector<Operation> decoding() const {
    std::vector<Operation> all;
    for (std::size_t i = 0; i < kOperationCount; ++i) {
      const auto operation = static_cast<Operation>(i);
      const bool decodes = is_strict(operation) || is_lossy(operation);
      if (decodes && has(decoder(), operation)) all.push_back(operation);
    }
    return all;
  }

  // None when the decoder cannot be given this input. A call that falls, or a
  // status that the interface does not allow here, fails the property.
  std::optional<PlainAnswer> ask(Operation operation, ByteView units, const Cuts& cuts = {}) {
    const std::size_t roomy = 2 * units.size() + 2 * PLACEMAT_MAX_SEQUENCE;
    const Presentation how{.operation = operation, .cuts = cuts};
    const Observation seen = caller_.call({units, how, roomy});
    if (seen.outcome == Observation::Outcome::kUnsupported) return std::nullopt;
    const bool refused = seen.status == PLACEMAT_ILL_FORMED || seen.status == PLACEMAT_INCOMPLETE;
    const bool is_allowed = seen.status == PLACEMAT_OK || (refused && is_strict(operation));
    if (seen.outcome != Observation::Outcome::kAnswered || !is_allowed) {
      const std::string text = to_text({Bytes(units.begin(), units.end()), cuts});
      fail(fmt::format("{} of '{}': {}", name_of(operation), text, describe(operation, seen)));
    }
    PlainAnswer answer{
        refused, seen.status == PLACEMAT_INCOMPLETE, {}, seen.error_offset, seen.error_length};
    for (std::size_t i = 0; i < seen.count; ++i) answer.values.push_back(seen.value(i));
    return answer;
  }

  // None when there is no such function, or it cannot be asked.
  std::optional<bool> validate(ByteView units) {
    const auto seen = observe(Operation::kValidate, units);
    return seen ? std::optional(seen->status == PLACEMAT_OK) : std::nullopt;
  }
  std::optional<std::size_t> announced(Operation length, ByteView units) {
    const auto seen = observe(length, units);
    return seen ? std::optional(seen->count) : std::nullopt;
  }

  arbitrary::Text text(arbitrary::Content content,
                       arbitrary::Chunks chunks = arbitrary::Chunks::kOne) {
    arbitrary::Text made = *arbitrary::text(dialect, content, chunks);
    seen.count(made);
    return made;
  }

  // Would this decoder take the start of `units` for a mark and not for text?
  bool strips(ByteView units) const {
    if (profile.bom != Bom::kStripLeading) return false;
    const std::optional<Bytes> bom = encode(dialect, 0xFEFF);
    return bom && units.size() >= bom->size() && std::ranges::equal(*bom, units.first(bom->size()));
  }

  // The decoder's own signals and hangs are caught for as long as the program
  // runs.
  static FencedThread* thread() {
    static const Fence kFence(2000);
    static FencedThread kThread;
    return &kThread;
  }

 private:
  std::optional<Observation> observe(Operation operation, ByteView units) {
    if (!has(decoder(), operation)) return std::nullopt;
    const Observation seen = caller_.call({units, plain(operation)});
    if (seen.outcome == Observation::Outcome::kUnsupported) return std::nullopt;
    if (seen.outcome != Observation::Outcome::kAnswered) {
      fail(fmt::format("{} of {}: {}", name_of(operation), to_spaced_hex(units),
                       describe(operation, seen)));
    }
    return seen;
  }

  Caller caller_;
};

struct DecoderProperty {
  std::string_view name;  // "splitting_changes_nothing"
  // Why it says nothing about this decoder; empty when it does.
  std::string (*silent)(const DecoderFixture& executor);
  // Fails as RapidCheck's assertions do.
  void (*check)(DecoderFixture& executor);
  // The sorts of items of which every run must have some.
  std::vector<std::string> (*sorts)(const Dialect& dialect);
};

struct Trying {
  bool held = false;
  bool complete = false;  // as many texts as were asked for
  std::string report;     // RapidCheck's, with the shrunk counterexample
};

// RapidCheck's own number is too small for every class to be met for certain.
constexpr int kTexts = 400;
// As many as may be needed where a failure is what is expected.
constexpr int kSearched = 50 * kTexts;

inline rc::detail::TestParams property_params() {
  rc::detail::TestParams params = rc::detail::configuration().testParams;
  if (params.maxSuccess == rc::detail::TestParams().maxSuccess) params.maxSuccess = kTexts;
  return params;
}

class Silence final : public rc::detail::TestListener {
 public:
  void onTestCaseFinished(const rc::detail::CaseDescription&) override {}
  void onShrinkTried(const rc::detail::CaseDescription&, bool) override {}
  void onTestFinished(const rc::detail::TestMetadata&, const rc::detail::TestResult&) override {}
};

enum class Volume { kAloud, kQuiet };

// Aloud, RC_PARAMS can ask for one failure again, and RapidCheck prints how
// when the program ends. Quietly, a failure is searched for.
inline Trying try_property(const DecoderProperty& property, DecoderFixture& executor,
                           Volume volume) {
  using namespace rc::detail;
  const std::string id = fmt::format("{}/{}", property.name, executor.decoder().name);
  const auto testable = [&] { property.check(executor); };
  Silence silence;
  TestParams params = property_params();
  if (volume == Volume::kQuiet) params.maxSuccess = kSearched;
  const TestResult result = volume == Volume::kAloud
                                ? checkTestable(testable, TestMetadata{id, id}, params)
                                : checkTestable(testable, TestMetadata{id, id}, params, silence,
                                                std::unordered_map<std::string, Reproduce>{});
  Trying trying;
  std::ostringstream report;
  printResultMessage(result, report);
  trying.report = report.str();
  trying.held = result.template is<SuccessResult>();
  trying.complete =
      trying.held && result.template get<SuccessResult>().numSuccess >= params.maxSuccess;
  return trying;
}

}  // namespace placemat
