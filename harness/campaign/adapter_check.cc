// Asks the control questions and distinguishes a broken adapter from a wrong decoder by the
// answers. It must not know which adapter it is.
#include "harness/campaign/adapter_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

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

}  // namespace

std::vector<CheckLine> check_adapter(const ExternalDecoder& external) {
  const std::vector<Target> no_targets;
  const RunContext context{no_targets, {}, nullptr};
  Remote remote(context, external.host());
  const std::string profile = to_text(claimed_profile(external.decoder()));
  std::vector<CheckLine> lines;
  for (std::size_t i = 0; i < kOperationCount; ++i) {
    const auto operation = static_cast<Operation>(i);
    if (!external.description().claims.operations[i]) continue;
    std::vector<Control> controls(kControls.begin(), kControls.end());
    if (is_stream(operation)) {
      controls.push_back({"61|62||63", true});
      controls.push_back({"C3|A9", false});
    }
    for (const Control& control : controls) {
      const Check check = check_of(operation, parse_units(control.units, Caller::kMaxUnits));
      CheckLine line{operation, control.units, control.is_plain, {}, ""};
      line.failure = Unpacker(remote.ask(packed(Request::kJudge, profile, check)))
                         .read<std::optional<Failure>>();
      if (line.failure) line.advice = advice_for(line.units, line.failure->seen);
      lines.push_back(std::move(line));
    }
  }
  return lines;
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
