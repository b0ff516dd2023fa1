#include "harness/spec/requirements.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <optional>

#include "harness/spec/machine.h"

namespace placemat {
namespace {

constexpr std::array<Requirement, 6> kRequirements{{
    {1, "no NUL and no slash in a sequence of several code units"},
    {2, "no ASCII value in any code unit of a non-ASCII character"},
    {3, "easy conversion: payloads are moved by shifts and masks alone"},
    {4, "the first code unit tells how many follow"},
    {5, "not extravagant: at most one code unit more than seven bits each would need"},
    {6, "the start of a character is found from anywhere within the longest sequence"},
}};

std::string describe(const Form& form) {
  std::string out;
  for (std::size_t i = 0; i < form.length; ++i) {
    out +=
        fmt::format("{}{:02X}..{:02X}", i == 0 ? "" : " ", form.units[i].first, form.units[i].last);
  }
  return out;
}

// The first form of several units of which one can be `lowest`..`highest`.
RequirementVerdict no_unit_within(const Dialect& dialect, std::uint8_t lowest,
                                  std::uint8_t highest) {
  for (const Form& form : dialect.forms) {
    for (std::size_t i = 0; form.length > 1 && i < form.length; ++i) {
      if (form.units[i].first <= highest && form.units[i].last >= lowest) {
        return {false, fmt::format("unit {} of {}", i + 1, describe(form))};
      }
    }
  }
  return {true, fmt::format("{} forms, none has one", dialect.forms.size())};
}

RequirementVerdict names_are_safe(const Dialect& dialect) {
  const RequirementVerdict nul = no_unit_within(dialect, 0x00, 0x00);
  return nul.met ? no_unit_within(dialect, '/', '/') : nul;
}

RequirementVerdict converts_by_shifts(const Dialect& dialect) {
  for (const Form& form : dialect.forms) {
    for (std::size_t i = 0; i < form.length; ++i) {
      const bool has_choice = form.units[i].first != form.units[i].last;
      if (has_choice && !std::has_single_bit(form.weights[i])) {
        return {false,
                fmt::format("unit {} of {} counts by {}", i + 1, describe(form), form.weights[i])};
      }
    }
  }
  return {true, "every weight is a power of two"};
}

RequirementVerdict lead_tells_length(const Dialect& dialect) {
  for (int lead = 0; lead <= 0xFF; ++lead) {
    std::optional<std::size_t> length;
    for (const Form& form : dialect.forms) {
      if (!form.units[0].contains(static_cast<std::uint8_t>(lead))) continue;
      if (length && *length != form.length) {
        return {false, fmt::format("{:02X} begins {} and {} units", lead, *length, form.length)};
      }
      length = form.length;
    }
  }
  return {true, "one length for each lead"};
}

RequirementVerdict is_not_extravagant(const Dialect& dialect) {
  for (const Form& form : dialect.forms) {
    const auto bits =
        static_cast<std::size_t>(std::bit_width(std::max<std::uint64_t>(1, form.highest())));
    const std::size_t allowed = (bits + 6) / 7 + 1;
    if (form.length > allowed && form.length > 1) {
      return {false,
              fmt::format("{} units for the {} bits of {:X}", form.length, bits, form.highest())};
    }
  }
  return {true, "no form is longer"};
}

// Two readers read one well-formed stream, and one starts at an unknown
// position. The result is the number of units until they agree or until the
// second detects its error: the longest path in the graph of pairs of states,
// none when the graph has a cycle.
class Synchronisation {
 public:
  explicit Synchronisation(const Machine& machine) : machine_(machine) {}

  std::optional<std::size_t> bound() {
    std::size_t longest = 0;
    for (std::size_t a = 0; a < machine_.state_count(); ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        if (is_live(a) && is_live(b)) longest = std::max(longest, from(a, b));
      }
    }
    return cycle_ ? std::nullopt : std::optional(longest);
  }

 private:
  bool is_live(std::size_t state) const {
    return !machine_.is_stopped(static_cast<Machine::State>(state));
  }
  const Transition& step(std::size_t state, std::size_t unit) const {
    return machine_.at(static_cast<Machine::State>(state), unit);
  }
  std::size_t from(std::size_t a, std::size_t b) {
    if (a < b) std::swap(a, b);
    const auto [entry, is_new] = longest_.try_emplace({a, b}, kOpen);
    if (!is_new) {
      if (entry->second == kOpen) cycle_ = true;
      return entry->second == kOpen ? 0 : entry->second;
    }
    std::size_t longest = 0;
    for (std::size_t unit = 0; unit < 256 && !cycle_; ++unit) {
      const Transition& ta = step(a, unit);
      const Transition& tb = step(b, unit);
      const bool one_is_refused = ta.error_length > 0 || tb.error_length > 0;
      const bool agree = ta.next == tb.next;
      longest = std::max(longest, one_is_refused || agree ? 1 : 1 + from(ta.next, tb.next));
    }
    return longest_[{a, b}] = longest;
  }

  static constexpr std::size_t kOpen = static_cast<std::size_t>(-1);
  const Machine& machine_;
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> longest_;
  bool cycle_ = false;
};

RequirementVerdict synchronises(const Dialect& dialect) {
  std::size_t longest = 0;
  for (const Form& form : dialect.forms) longest = std::max<std::size_t>(longest, form.length);
  const auto bound = Synchronisation(machine({dialect.id, PolicyId::kReject, Bom::kKeep})).bound();
  if (!bound) return {false, "two readers can disagree for ever on one well-formed stream"};
  return {*bound <= longest,
          fmt::format("known after {} code units at the latest; longest form {}", *bound, longest)};
}

}  // namespace

std::span<const Requirement> requirements() { return kRequirements; }

RequirementVerdict check_requirement(const Dialect& dialect, int number) {
  switch (number) {
    case 1:
      return names_are_safe(dialect);
    case 2:
      return no_unit_within(dialect, 0x00, 0x7F);
    case 3:
      return converts_by_shifts(dialect);
    case 4:
      return lead_tells_length(dialect);
    case 5:
      return is_not_extravagant(dialect);
    default:
      return synchronises(dialect);
  }
}

}  // namespace placemat
