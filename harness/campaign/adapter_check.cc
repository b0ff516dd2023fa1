// Asks the control questions and distinguishes a broken adapter from a wrong decoder by the
// answers. It must not know which adapter it is.
#include "harness/campaign/adapter_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>

#include "harness/corpus/outcome.h"
#include "harness/decoder/raw_unit.h"
#include "harness/isolation/watch.h"

namespace placemat {
namespace {

struct Control {
  const char* units;
  bool is_plain;
};
constexpr std::array<Control, 7> kControls{{{"41", true},
                                            {"61 62 63", true},
                                            {"61*1000", true},
                                            {"", false},
                                            {"C3 A9", false},
                                            {"E2 82 AC", false},
                                            {"F0 9F 98 80", false}}};

// No answer is neither right nor wrong.
constexpr const char* kUnsupported =
    "unsupported: either the decoder cannot be asked this, it is no longer asked, or the adapter "
    "hides its answer";

// Answers that are typical of a mistake in the adapter.
std::string advice_for(const std::string& units, const std::string& seen) {
  const auto has = [&](const char* what) { return seen.find(what) != std::string::npos; };
  if (units == "41" && has("65")) return "values are printed in decimal; hex is wanted";
  if (units == "F0 9F 98 80" && has("D83D")) {
    return "values are UTF-16 code units; the adapter has to join pairs";
  }
  if (units == "C3 A9" && has("C3 A9")) return "code units are printed instead of values";
  if (units == "61*1000" && !has("1000 values")) return "long input is cut";
  return "";
}

Check check_of(Operation operation, const placemat::ChunkedUnits& units) {
  return {units.bytes, {.operation = operation, .cuts = units.cuts}};
}

// Ill-formed text between ASCII. Behind the error stand more units than any decoder takes for its
// rest, and the unit of the error has a value of its own.
struct IllFormedControl {
  const char* units;
  std::uint64_t value;         // the value that the first ill-formed unit would be
  std::string_view ends_with;  // of the values, in hex
};
constexpr std::array<IllFormedControl, 4> kIllFormed{
    {{"41 C3 42 43 44 45 46 47 48", 0xC3, "46 47 48"},
     {"E0 80 41 42 43 44 45 46 47", 0xE0, "45 46 47"},
     {"41 80 42 43 44 45 46 47 48", 0x80, "46 47 48"},
     {"41 42 43 E0", 0xE0, ""}}};

// One decoder and the questions to it.
class Asked {
 public:
  explicit Asked(const ExternalDecoder& external)
      : external_(external), profile_(to_text(claimed_profile(external.decoder()))) {}

  std::vector<Operation> operations() const {
    std::vector<Operation> claimed;
    for (std::size_t i = 0; i < kOperationCount; ++i) {
      if (external_.description().claims.operations[i]) {
        claimed.push_back(static_cast<Operation>(i));
      }
    }
    return claimed;
  }
  CheckLine judge(Operation operation, const Control& control) {
    const Check check = check_of(operation, parse_units(control.units, Caller::kMaxUnits));
    CheckLine line{operation, control.units, control.is_plain, {}, "", ""};
    line.failure = Unpacker(external_.ask(packed(Request::kJudge, profile_, check)))
                       .read<std::optional<Failure>>();
    if (line.failure) {
      line.advice = advice_for(line.units, line.failure->seen);
    } else if (observe(operation, control.units).outcome == Observation::Outcome::kUnsupported) {
      line.note = kUnsupported;
    }
    return line;
  }
  AnswerOnce observe(Operation operation, const char* units) {
    const Check check = check_of(operation, parse_units(units));
    const OwnedCall call{.units = check.units,
                         .how = check.how,
                         .capacity = 2 * check.units.size() + 2 * PLACEMAT_MAX_SEQUENCE};
    return Unpacker(external_.ask(packed(Request::kObserve, call))).read<AnswerOnce>();
  }

 private:
  const ExternalDecoder& external_;
  std::string profile_;
};

// A raw unit that the input does not have: the adapter has cut what its decoder wrote, such as
// the EF BF BD of a replacement.
std::optional<Failure> foreign_raw_unit(const IllFormedControl& control, const AnswerOnce& seen) {
  const Bytes units = parse_units(control.units).bytes;
  for (const std::uint64_t value : seen.values) {
    for (const std::uint8_t unit : raw_units(value)) {
      if (std::ranges::find(units, unit) != units.end()) continue;
      return Failure{Kind::kWrongValue, "raw units of the input only", values_to_text(seen.values)};
    }
  }
  return std::nullopt;
}

std::string note_about_values(const IllFormedControl& control, const AnswerOnce& seen) {
  if (!values_to_text(seen.values).ends_with(control.ends_with)) {
    return "the answer ends before the input does: either the decoder stops at an error, or the "
           "adapter cuts its answer there";
  }
  if (std::ranges::find(seen.values, control.value) != seen.values.end()) {
    return fmt::format(
        "the value {0} for the unit {0}: either the decoder takes the unit for U+{1:04X}, or it "
        "hands out the unit, for which the adapter has to say raw:{0}",
        value_to_text(control.value), control.value);
  }
  return "";
}

// `is_child`: its answers are lines, which have room for a reason.
std::string note_about(Operation operation, const IllFormedControl& control, const AnswerOnce& seen,
                       bool is_child) {
  if (seen.outcome == Observation::Outcome::kUnsupported) {
    return kUnsupported;
  }
  if (seen.outcome != Observation::Outcome::kAnswered) return "no answer: " + seen.note;
  if (seen.status == PLACEMAT_OK) {
    return is_decoding(operation) ? note_about_values(control, seen) : "";
  }
  const bool is_explained = seen.error_offset != PLACEMAT_UNKNOWN || !seen.note.empty();
  if (!is_child || !is_decoding(operation) || is_explained) return "";
  return "an error without offset and reason: either the decoder refuses, or the adapter fails at "
         "what the decoder gave; `error - - WHAT` names what refused";
}

void check_ill_formed(const ExternalDecoder& external, Asked& asked, Operation operation,
                      std::vector<CheckLine>& lines) {
  constexpr Control kAfterwards{"C3 A9", false};
  for (const IllFormedControl& control : kIllFormed) {
    const AnswerOnce seen = asked.observe(operation, control.units);
    CheckLine line{operation, control.units, false, foreign_raw_unit(control, seen), "", ""};
    if (line.failure) line.advice = "the adapter cuts what its decoder wrote";
    line.note = note_about(operation, control, seen, external.is_child());
    lines.push_back(std::move(line));
    CheckLine afterwards = asked.judge(operation, kAfterwards);
    if (!afterwards.failure && afterwards.note.empty()) continue;
    afterwards.units += fmt::format(" after {}", control.units);
    lines.push_back(std::move(afterwards));
  }
}

// A loop that copies its text for each value, or looks for each from the start, is quick at a short
// text and has no answer to a long one, which an audit would report as a hang of the decoder.
void check_time(Asked& asked, Operation operation, std::vector<CheckLine>& lines) {
  using Seconds = std::chrono::duration<double>;
  constexpr const char* kText = "41*16384";
  constexpr const char* kFourTimes = "41*65536";
  constexpr double kMoreThanLinear = 8;  // 4 by the length, 16 by its square
  constexpr Seconds kSlow{0.25};
  const auto time_of = [&](const char* units) {
    const auto start = std::chrono::steady_clock::now();
    asked.observe(operation, units);
    return Seconds(std::chrono::steady_clock::now() - start);
  };
  Seconds longer = time_of(kFourTimes);
  if (longer < kSlow) return;
  const Seconds shorter = time_of(kText);
  longer = std::min(longer, time_of(kFourTimes));  // the first may have waited for a processor
  if (longer < kSlow || longer < kMoreThanLinear * shorter) return;
  lines.push_back(
      {operation, kFourTimes, false, std::nullopt, "",
       fmt::format("it takes {:.2f} s, and {} takes {:.2f} s: the time grows by more than the "
                   "length, either in the decoder or in the adapter; a hang at a long text may be "
                   "the adapter's",
                   longer.count(), kText, shorter.count())});
}

std::vector<CheckLine> check(const ExternalDecoder& external, bool with_ill_formed) {
  Asked asked(external);
  std::vector<CheckLine> lines;
  for (const Operation operation : asked.operations()) {
    std::vector<Control> controls(kControls.begin(), kControls.end());
    if (is_stream(operation)) {
      controls.push_back({"61|62||63", true});
      controls.push_back({"C3|A9", false});
    }
    for (const Control& control : controls) lines.push_back(asked.judge(operation, control));
    if (with_ill_formed && !is_length(operation)) {
      check_ill_formed(external, asked, operation, lines);
      check_time(asked, operation, lines);
    }
  }
  return lines;
}

}  // namespace

std::vector<CheckLine> check_well_formed(const ExternalDecoder& external) {
  return check(external, false);
}

std::vector<CheckLine> check_adapter(const ExternalDecoder& external) {
  return check(external, true);
}

std::string why_unfit(const std::vector<CheckLine>& lines) {
  for (std::size_t i = 0; i < kOperationCount; ++i) {
    const auto operation = static_cast<Operation>(i);
    const auto is_plain = [&](const CheckLine& line) {
      return line.operation == operation && line.is_plain;
    };
    const auto is_wrong = [&](const CheckLine& line) {
      return is_plain(line) && line.failure.has_value();
    };
    const auto asked = std::ranges::count_if(lines, is_plain);
    if (asked == 0 || std::ranges::count_if(lines, is_wrong) != asked) continue;
    const CheckLine& line = *std::ranges::find_if(lines, is_wrong);
    return fmt::format("{} of '{}' gives {} where {} is due{}", name_of(operation), line.units,
                       line.failure->seen, line.failure->expected,
                       line.advice.empty() ? "" : ": " + line.advice);
  }
  return "";
}

std::string outcome_of(const std::vector<CheckLine>& lines) {
  const std::string unfit = why_unfit(lines);
  if (!unfit.empty()) return "the adapter is broken: " + unfit;
  const auto wrong =
      std::ranges::find_if(lines, [](const CheckLine& line) { return line.failure.has_value(); });
  if (wrong == lines.end()) return std::string(kSoundAdapter);
  return fmt::format("wrong: {} {}: expected {}, seen {}{}{}", name_of(wrong->operation),
                     wrong->units.empty() ? "(nothing)" : wrong->units, wrong->failure->expected,
                     wrong->failure->seen, wrong->advice.empty() ? "" : "; ", wrong->advice);
}

}  // namespace placemat
