// decoder_fixture.h: one decoder under test, for the property tests alone. It calls every
// operation that the decoder claims, returns plain answers, and runs a property under
// RapidCheck, with or without output. It does not know the right answer: a property
// compares the decoder with itself and with the dialect's table. The law's decoder
// supplies bounds at most.
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

// A copy of a decoder's answer.
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

  // The decoding operations that this decoder has.
  std::vector<Operation> decoding() const {
    std::vector<Operation> all;
    for (std::size_t i = 0; i < kOperationCount; ++i) {
      const auto operation = static_cast<Operation>(i);
      const bool decodes = is_strict(operation) || is_lossy(operation);
      if (decodes && has(decoder(), operation)) all.push_back(operation);
    }
    return all;
  }

  // None when the decoder cannot be given this input. A call that fails, or a status that
  // the interface does not allow here, fails the property.
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

  // None when there is no such function, or it cannot be called.
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

  // True when this decoder takes the start of `units` for a byte order mark instead of
  // text.
  bool strips(ByteView units) const {
    if (profile.bom != Bom::kStripLeading) return false;
    const std::optional<Bytes> bom = encode(dialect, 0xFEFF);
    return bom && units.size() >= bom->size() && std::ranges::equal(*bom, units.first(bom->size()));
  }

  // Catches the decoder's signals and hangs for the lifetime of the program.
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
  // Why it does not apply to this decoder; empty when it does.
  std::string (*silent)(const DecoderFixture& executor);
  // Fails like RapidCheck's assertions.
  void (*check)(DecoderFixture& executor);
  // The kinds of items that every run must include.
  std::vector<std::string> (*sorts)(const Dialect& dialect);
};

struct Trying {
  bool held = false;
  bool complete = false;  // as many texts as requested
  std::string report;     // RapidCheck's, with the shrunk counterexample
};

// RapidCheck's default is too small to reach every class reliably.
constexpr int kTexts = 400;
// A larger number, for runs that are expected to find a failure.
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

// With output, RC_PARAMS can reproduce one failure, and RapidCheck prints how when the
// program ends. Without output, the run searches for a failure.
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
