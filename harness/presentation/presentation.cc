#include "harness/presentation/presentation.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "harness/bytes/error.h"
#include "harness/presentation/axes.h"

namespace placemat {
namespace {

template <class Rows>
constexpr bool are_in_order(const Rows& rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (static_cast<std::size_t>(rows[i].value) != i) return false;
  }
  return true;
}
static_assert(are_in_order(kPlacements) && are_in_order(kRooms) && are_in_order(kEndings) &&
              are_in_order(kEnvironments));

// The text of a value in a report; empty for a default.
std::string words_for(const Presentation&, const AxisRow& axis, std::size_t count) {
  if (count == 0) return {};
  return fmt::format("{} {} units", &axis == &kPadAxis ? "behind" : "before", count);
}
std::string words_for(const Presentation&, const AxisRow&, const Cuts& cuts) {
  return cuts.empty() ? std::string() : fmt::format("in {} chunks", cuts.size() + 1);
}
template <NamedValue Value>
std::string words_for(const Presentation& how, const AxisRow&, Value value) {
  const std::string prelude = how.prelude.empty() ? "no units" : to_text({how.prelude, {}});
  if constexpr (std::is_same_v<Value, Ending>) {
    const bool is_beside_streams = value != Ending::kNone && value != Ending::kCall;
    if (is_beside_streams && !is_stream(how.operation)) {
      return fmt::format("beside an open stream that was given {}", prelude);
    }
  }
  return fmt::format(fmt::runtime(row_of(value).words), prelude);
}
// The report has a separate place for the operation, and the ending names the
// prelude.
std::string words_for(const Presentation&, const AxisRow&, Operation) { return {}; }
std::string words_for(const Presentation&, const AxisRow&, const Bytes&) { return {}; }

// A value in a replay line; cuts are part of the units.
std::string text_of(std::size_t count) { return std::to_string(count); }
std::string text_of(const Bytes& units) { return fmt::format("'{}'", to_spaced_hex(units)); }
template <NamedValue Value>
std::string text_of(Value value) {
  return std::string(row_of(value).name);
}

[[noreturn]] void refuse(std::string_view option, std::string_view value, const std::string& why) {
  throw InputError(fmt::format("--{} '{}': {}", option, value, why));
}

void parse(std::string_view option, std::string_view text, Operation& operation) {
  const auto found = find_operation(text);
  if (!found) refuse(option, text, "there is no such operation; strict32, lossy32, ...");
  operation = *found;
}
void parse(std::string_view option, std::string_view text, std::size_t& count) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc() || end != text.data() + text.size()) {
    refuse(option, text, "not a number of units");
  }
}
void parse(std::string_view option, std::string_view text, Bytes& units) {
  try {
    units = parse_units(text, std::size_t{1} << 16).bytes;
  } catch (const InputError& error) {
    refuse(option, text, error.what());
  }
}
void parse(std::string_view option, std::string_view text, Cuts&) {
  refuse(option, text, "cuts stand in the units, as in 'C3|A9'");
}
template <NamedValue Value>
std::string names_of() {
  std::string names;
  for (const auto& row : rows_of(Value{}))
    names += (names.empty() ? "" : ", ") + std::string(row.name);
  return names;
}
template <NamedValue Value>
void parse(std::string_view option, std::string_view text, Value& value) {
  for (const ValueRow<Value>& row : rows_of(Value{})) {
    if (text != row.name) continue;
    value = row.value;
    return;
  }
  refuse(option, text, "one of " + names_of<Value>());
}

// How exceptional a value is; 0 for a value that every check has.
std::size_t weight_of(Operation) { return 0; }
std::size_t weight_of(const Cuts& cuts) { return cuts.size(); }
std::size_t weight_of(const Bytes& units) { return units.size(); }
std::size_t weight_of(std::size_t count) { return count > 0 ? 1 : 0; }
template <NamedValue Value>
std::size_t weight_of(Value value) {
  return value == Value{} ? 0 : 1;
}

}  // namespace

const Presentation& plain(Operation operation) {
  static const std::array<Presentation, kOperationCount> kPlain = [] {
    std::array<Presentation, kOperationCount> all;
    for (std::size_t i = 0; i < all.size(); ++i) all[i].operation = static_cast<Operation>(i);
    return all;
  }();
  return kPlain[static_cast<std::size_t>(operation)];
}

void Presentation::set_prelude(ByteView units, Ending how) {
  prelude.assign(units.begin(), units.end());
  ending = how;
}

void Presentation::remove_units(std::size_t at, std::size_t count, std::size_t size) {
  const std::size_t case_end = size - tail;
  const auto overlap = [&](std::size_t from, std::size_t to) {
    const std::size_t low = std::max(at, from), high = std::min(at + count, to);
    return high > low ? high - low : 0;
  };
  const std::size_t from_pad = overlap(0, pad);
  const std::size_t from_tail = overlap(case_end, size);
  pad -= from_pad;
  tail -= from_tail;
  for (std::size_t& cut : cuts) {
    if (cut >= at + count)
      cut -= count;
    else if (cut > at)
      cut = at;
  }
}

std::string conditions(const Presentation& how) {
  std::string text;
  for_each_axis(how, [&](const AxisRow& axis, const auto& value) {
    const std::string words = words_for(how, axis, value);
    if (!words.empty()) text += (text.empty() ? "" : ", ") + words;
  });
  return text;
}

std::string to_options(const Presentation& how) {
  std::string text = fmt::format("--{} {}", kOperationAxis.name, name_of(how.operation));
  for_each_axis(how, [&](const AxisRow& axis, const auto& value) {
    using Value = std::remove_cvref_t<decltype(value)>;
    if constexpr (!std::is_same_v<Value, Operation> && !std::is_same_v<Value, Cuts>) {
      // An ending without a prelude has the empty one.
      const bool is_prelude = std::is_same_v<Value, Bytes>;
      if (value != Value{} && (!is_prelude || how.has_prelude()))
        text += fmt::format(" --{} {}", axis.name, text_of(value));
    }
  });
  return text;
}

std::weak_ordering compare_plainness(const Presentation& a, const Presentation& b) {
  // Pad and tail are one feature: text around the case.
  constexpr std::size_t kAxes = 9;
  const auto weights_of = [](const Presentation& how) {
    std::array<std::size_t, kAxes> weights{};
    std::size_t at = kAxes;
    for_each_axis(how, [&](const AxisRow& axis, const auto& value) {
      weights[--at] = weight_of(value);
      if (&axis == &kPadAxis) weights[at] = weight_of(how.pad + how.tail);
      if (&axis == &kTailAxis) weights[at] = 0;
    });
    return weights;
  };
  return weights_of(a) <=> weights_of(b);
}

bool set_option(Presentation& how, std::string_view option, std::string_view value) {
  bool is_known = false;
  for_each_axis(how, [&](const AxisRow& axis, auto& member) {
    if (option != axis.name) return;
    is_known = true;
    parse(option, value, member);
  });
  return is_known;
}

std::vector<OptionHelp> option_help() {
  std::vector<OptionHelp> all;
  const Presentation plain;
  for_each_axis(plain, [&](const AxisRow& axis, const auto& value) {
    using Value = std::remove_cvref_t<decltype(value)>;
    if constexpr (std::is_same_v<Value, Cuts>) return;
    std::string name = "--" + std::string(axis.name);
    std::string about(axis.about);
    if constexpr (NamedValue<Value>) about += ": " + names_of<Value>();
    all.push_back({name, about});
  });
  return all;
}

std::string misfit(const Presentation& how, std::size_t units) {
  if (!how.cuts.empty() && !is_stream(how.operation)) {
    return "chunks (`|`) need --operation stream-strict or stream-lossy";
  }
  if (how.pad + how.tail > units) return "--pad and --tail count units of the input; it has fewer";
  // An open stream can be beside a call too.
  const bool is_of_stream =
      how.has_prelude() && how.ending != Ending::kCall && how.ending != Ending::kInterleaved;
  if (!is_of_stream || is_stream(how.operation)) return {};
  return fmt::format("--ending {} needs --operation stream-strict or stream-lossy",
                     row_of(how.ending).name);
}

void validate(const Presentation& how, std::size_t units) {
  if (std::string why = misfit(how, units); !why.empty()) throw InputError(why);
}

bool crosses_process(const Presentation& how) {
  bool crosses = true;
  for_each_axis(how, [&](const AxisRow& axis, const auto& value) {
    if (!axis.crosses && weight_of(value) > 0) crosses = false;
  });
  return crosses;
}

}  // namespace placemat
