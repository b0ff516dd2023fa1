// The 1992 requirements for an encoding, tested at random on every dialect and
// compared with the verdict that requirements.h computes from the table. A
// requirement that is met has no counterexample, and one that is not met has
// one that random search finds. The order of encoded forms is tested in the
// same way.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <functional>

#include "harness/generate/arbitrary.h"
#include "harness/spec/reference.h"
#include "harness/spec/requirements.h"

namespace placemat::arbitrary {
namespace {

constexpr std::size_t kTries = 5'000;

// A counterexample in words, or none; `seen` counts the examined inputs.
using Experiment = std::function<std::optional<std::string>(Dice&, const Dialect&, Distribution&)>;

Bytes any_sequence(Dice& dice, const Dialect& dialect, Distribution& seen) {
  const Bytes units = sequence_of(dice, dice.of(dialect.forms));
  seen.count({name_of_length(units.size())});
  return units;
}

std::optional<std::string> unit_within(Dice& dice, const Dialect& dialect, Distribution& seen,
                                       const std::function<bool(std::uint8_t)>& is_forbidden) {
  const Bytes units = any_sequence(dice, dialect, seen);
  if (units.size() == 1 || std::ranges::none_of(units, is_forbidden)) return std::nullopt;
  return to_spaced_hex(units);
}

std::optional<std::string> names_unsafe(Dice& dice, const Dialect& dialect, Distribution& seen) {
  return unit_within(dice, dialect, seen, [](std::uint8_t u) { return u == 0x00 || u == '/'; });
}

std::optional<std::string> ascii_inside(Dice& dice, const Dialect& dialect, Distribution& seen) {
  return unit_within(dice, dialect, seen, [](std::uint8_t u) { return u <= 0x7F; });
}

// One step of one unit is a step of a power of two of the value.
std::optional<std::string> needs_division(Dice& dice, const Dialect& dialect, Distribution& seen) {
  const Form& form = dice.of(dialect.forms);
  const Bytes units = sequence_of(dice, form);
  seen.count({name_of_length(units.size())});
  Bytes next = units;
  const std::size_t at = dice.below(units.size());
  if (units[at] == form.units[at].last) return std::nullopt;
  ++next[at];
  const std::uint64_t step = form.value(next) - form.value(units);
  if (std::has_single_bit(step)) return std::nullopt;
  return fmt::format("from {} to {} is {}", to_spaced_hex(units), to_spaced_hex(next), step);
}

// Two sequences that begin alike are equally long.
std::optional<std::string> lead_is_ambiguous(Dice& dice, const Dialect& dialect,
                                             Distribution& seen) {
  const Bytes a = any_sequence(dice, dialect, seen), b = any_sequence(dice, dialect, seen);
  if (a[0] != b[0] || a.size() == b.size()) return std::nullopt;
  return fmt::format("{} and {}", to_spaced_hex(a), to_spaced_hex(b));
}

// At most one unit more than the highest value of its form needs at seven bits
// a unit.
std::optional<std::string> is_extravagant(Dice& dice, const Dialect& dialect, Distribution& seen) {
  const Form& form = dice.of(dialect.forms);
  seen.count({name_of_length(form.length)});
  std::uint64_t highest = 0;
  for (int i = 0; i < 40; ++i) highest = std::max(highest, form.value(sequence_of(dice, form)));
  Bytes last;
  for (std::size_t i = 0; i < form.length; ++i) last.push_back(form.units[i].last);
  highest = std::max(highest, form.value(last));
  const int bits = std::max(1, static_cast<int>(std::bit_width(highest)));
  if (form.length == 1 || int{form.length} <= (bits + 6) / 7 + 1) return std::nullopt;
  return fmt::format("{} for {} bits", to_spaced_hex(last), bits);
}

// The ends of the characters of `stream`, read from `begin`, up to the first
// error.
std::vector<std::size_t> ends_from(const Dialect& dialect, ByteView stream, std::size_t begin,
                                   std::size_t& error) {
  std::vector<std::size_t> ends{begin};
  while (ends.back() < stream.size()) {
    const ByteView rest = stream.subspan(ends.back());
    const auto form = std::ranges::find_if(dialect.forms, [&](const Form& f) {
      return f.length <= rest.size() && f.matches(rest.first(f.length));
    });
    if (form == dialect.forms.end()) break;
    ends.push_back(ends.back() + form->length);
  }
  const Answer answer =
      reference_decode(stream.subspan(begin), {dialect.id, PolicyId::kReject, Bom::kKeep});
  error = answer.error ? begin + answer.error->offset + answer.error->length : stream.size();
  return ends;
}

// A reader starts inside a character. Within the length of the longest form,
// does it reach a true end of a character, or units that it must reject?
std::optional<std::string> stays_lost(Dice& dice, const Dialect& dialect, Distribution& seen) {
  std::size_t longest = 0;
  for (const Form& form : dialect.forms) longest = std::max<std::size_t>(longest, form.length);
  Bytes stream;
  std::vector<std::size_t> truth{0};
  while (stream.size() < 4 * longest) {
    const Bytes units = any_sequence(dice, dialect, seen);
    if (!is_sequence_of(dialect, units)) continue;
    stream.insert(stream.end(), units.begin(), units.end());
    truth.push_back(stream.size());
  }
  const std::size_t begin = dice.below(2 * longest);
  std::size_t error = 0;
  for (const std::size_t end : ends_from(dialect, stream, begin, error)) {
    if (std::ranges::binary_search(truth, end)) return std::nullopt;
    if (end > begin + longest) break;
  }
  if (error <= begin + longest) return std::nullopt;
  return fmt::format("{}, read from {}", to_spaced_hex(stream), begin);
}

std::optional<std::string> sorts_differently(Dice& dice, const Dialect& dialect,
                                             Distribution& seen) {
  const std::uint64_t a = value_of(dice, dialect), b = value_of(dice, dialect);
  const auto first = encode(dialect, std::min(a, b)), second = encode(dialect, std::max(a, b));
  seen.count({name_of_length(first->size()), name_of_length(second->size())});
  if (a == b || *first < *second) return std::nullopt;
  return fmt::format("{:04X} is {}, {:04X} is {}", std::min(a, b), to_spaced_hex(*first),
                     std::max(a, b), to_spaced_hex(*second));
}

// Searches until it finds a counterexample. The seed is RapidCheck's, so it is
// printed and can be set by RC_PARAMS.
std::optional<std::string> search(const Dialect& dialect, const Experiment& experiment,
                                  Distribution& seen) {
  rc::Random random(rc::detail::configuration().testParams.seed);
  for (std::size_t i = 0; i < kTries; ++i) {
    Dice dice(random.split());
    if (auto found = experiment(dice, dialect, seen)) return found;
  }
  return std::nullopt;
}

class EveryDialect : public testing::TestWithParam<const Dialect*> {};

TEST_P(EveryDialect, MeetsTheRequirementsOf1992ThatItsTableMeets) {
  const std::array<Experiment, 6> experiments{names_unsafe,      ascii_inside,   needs_division,
                                              lead_is_ambiguous, is_extravagant, stays_lost};
  for (const Requirement& requirement : requirements()) {
    Distribution seen;
    const auto counterexample =
        search(*GetParam(), experiments.at(static_cast<std::size_t>(requirement.number - 1)), seen);
    const RequirementVerdict verdict = check_requirement(*GetParam(), requirement.number);
    std::cout << requirement.number << ". " << requirement.text << ": "
              << counterexample.value_or("no counterexample") << "; " << seen << '\n';
    EXPECT_EQ(verdict.met, !counterexample.has_value())
        << requirement.text << "; the table says: " << verdict.evidence << "; chance found "
        << counterexample.value_or("nothing");
    if (counterexample) continue;
    std::set<std::string> lengths;
    for (const Form& form : GetParam()->forms) lengths.insert(name_of_length(form.length));
    EXPECT_EQ(seen.missing({lengths.begin(), lengths.end()}), std::vector<std::string>{});
  }
}

// CESU-8 and modified UTF-8 have the order of UTF-16; C0 80 sorts after 01.
TEST_P(EveryDialect, EncodesInTheOrderOfCodePoints) {
  const DialectId id = GetParam()->id;
  const bool is_ordered = id != DialectId::kCesu8 && id != DialectId::kMutf8;
  Distribution seen;
  const auto counterexample = search(*GetParam(), sorts_differently, seen);
  std::cout << counterexample.value_or("no counterexample") << "; " << seen << '\n';
  EXPECT_EQ(is_ordered, !counterexample.has_value()) << counterexample.value_or("");
}

std::vector<const Dialect*> all_dialects() {
  std::vector<const Dialect*> rows;
  for (const Dialect& row : dialects()) rows.push_back(&row);
  return rows;
}

INSTANTIATE_TEST_SUITE_P(Dialect, EveryDialect, testing::ValuesIn(all_dialects()),
                         [](const auto& row) {
                           std::string name(row.param->name);
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace placemat::arbitrary
