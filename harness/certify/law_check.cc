#include "harness/certify/law_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <deque>
#include <map>
#include <memory>
#include <tuple>

#include "harness/bytes/numbers.h"
#include "harness/bytes/parallel.h"
#include "harness/certify/abnf.h"
#include "harness/certify/law_planes.h"
#include "harness/oracle/divergence.h"

namespace placemat {
namespace {

// Of processor time, of all threads. Nothing else runs while the law is checked.
double seconds_since(std::clock_t begun) {
  return static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
}

// The questions of that dialect and BOM rule that add something to those before.
std::vector<const OracleQuestion*> questions_of(const Profile& profile) {
  std::vector<const OracleQuestion*> chosen;
  Tells told;
  for (const OracleQuestion& question : oracle_questions()) {
    const Tells& tells = question.tells;
    const bool is_new = (tells.values && !told.values) || (tells.offset && !told.offset) ||
                        (tells.length && !told.length);
    if (question.profile.dialect != profile.dialect || question.profile.bom != profile.bom ||
        !is_new) {
      continue;
    }
    chosen.push_back(&question);
    told = {told.values || tells.values, told.offset || tells.offset, told.length || tells.length,
            told.at_end || tells.at_end};
  }
  return chosen;
}

// All strings of `length` units that begin with `first`; for length 0 the empty one.
void ask_behind(std::uint8_t first, unsigned length, Comparison& comparison, OracleTally& tally) {
  if (length == 0) return tally.count(comparison.compare({}));
  Bytes units(length);
  units[0] = first;
  for (std::uint64_t rest = 0; rest < std::uint64_t{1} << (8 * (length - 1)); ++rest) {
    for (unsigned i = 1; i < length; ++i) {
      units[i] = static_cast<std::uint8_t>(rest >> (8 * (length - 1 - i)) & 0xFF);
    }
    tally.count(comparison.compare(units));
  }
}

// False when it was stopped.
bool ask_all(const OracleQuestion& question, const LawCheckOptions& options, OracleTally& all) {
  for (unsigned length = 0; length <= options.length; ++length) {
    const std::size_t firsts = length == 0 ? 1 : 256;
    std::vector<OracleTally> parts(firsts, OracleTally(question));
    WorkOptions how(options.threads);
    how.stop = options.stop;
    how.progress = [&](std::size_t part) {
      if (options.progress) options.progress(length * 256 + part, (options.length + 1) * 256);
    };
    const std::size_t done = in_parallel_with(firsts, how, [&]() -> ItemWork {
      return [&, comparison = std::make_shared<Comparison>(question)](std::size_t first) {
        ask_behind(static_cast<std::uint8_t>(first), length, *comparison, parts[first]);
      };
    });
    for (const OracleTally& part : parts) all.merge(part);
    if (done < firsts) return false;
  }
  return true;
}

// Of strings with one first unit.
struct PlaneTally {
  std::uint64_t agreed = 0;
  std::optional<Bytes> different;  // the first string that is
  std::string expected, seen;      // by the planes, and by the law
};

// All strings of `length` units that begin with `first`, up to the first one that differs.
void compare_behind(std::uint8_t first, unsigned length, LawPlanes& law, PlaneTally& tally) {
  static_assert(PlanesOfAnswers::kLongest == 4);
  PlanesOfAnswers planes;
  const std::uint32_t prefixes = length < 3 ? 1 : 1U << (8 * (length - 2));
  for (std::uint32_t rest = 0; rest < prefixes; ++rest) {
    const std::array<std::uint8_t, 3> units{
        first, static_cast<std::uint8_t>(length == 4 ? rest >> 8 : rest),
        static_cast<std::uint8_t>(rest)};
    const ByteView prefix{units.data(), length - 1};
    decode_planes(prefix, planes);
    const PlanesOfAnswers& by_law = law.about(prefix);
    if (by_law == planes) {
      tally.agreed += 256;
      continue;
    }
    for (unsigned last = 0; last < 256; ++last) {
      const auto unit = static_cast<std::uint8_t>(last);
      tally.expected = describe(planes, unit);
      tally.seen = describe(by_law, unit);
      // Planes that differ behind the last value only are told of the last string.
      if (tally.expected == tally.seen && last < 255) continue;
      tally.different.emplace(prefix.begin(), prefix.end()).push_back(unit);
      return;
    }
  }
}

}  // namespace

CertificateItem compare_with_icu(const Profile& profile, const LawCheckOptions& options) {
  const auto begun = std::clock();
  CertificateItem item{.item = "law", .about = "ICU", .result = item_result::kEstablished};
  std::string names, contradiction;
  std::uint64_t diverged = 0;
  bool is_whole = true;
  for (const OracleQuestion* question : questions_of(profile)) {
    OracleTally tally(*question);
    is_whole = ask_all(*question, options, tally) && is_whole;
    names += (names.empty() ? "" : ", ") + std::string(question->name.substr(4));
    item.comparisons += tally.agreed;
    diverged += tally.asked - tally.agreed - tally.unexplained;
    if (contradiction.empty() && !tally.examples.empty()) contradiction = tally.examples.front();
  }
  item.seconds = seconds_since(begun);
  if (names.empty()) {
    item.result = item_result::kNotApplicable;
    item.claim = "ICU has no function for this dialect and BOM rule";
    return item;
  }
  item.claim = fmt::format("the law answers all strings of 0 to {} units as ICU {} does ({})",
                           options.length, icu_version(), names);
  if (diverged > 0) {
    item.claim += fmt::format(", except {} answers of documented divergences", grouped(diverged));
  }
  item.assumption = "ICU is right where the two agree";
  if (!is_whole) item.result = item_result::kUnfinished;
  if (!contradiction.empty()) {
    item.result = item_result::kRefused;
    item.seen = contradiction;
  }
  return item;
}

CertificateItem compare_any_with_planes(const Profile& profile, const LawCheckOptions& options) {
  const auto begun = std::clock();
  CertificateItem item{.item = "law", .about = "byte planes", .result = item_result::kEstablished};
  const unsigned longest = std::min<unsigned>(options.length, PlanesOfAnswers::kLongest);
  bool is_whole = true;
  for (unsigned length = 1; length <= longest && item.refuted_by.empty(); ++length) {
    // The work of one first unit; of a string of one unit, all is one part.
    const std::size_t firsts = length == 1 ? 1 : 256;
    std::vector<PlaneTally> parts(firsts);
    WorkOptions how(options.threads);
    how.stop = options.stop;
    how.progress = [&](std::size_t part) {
      if (options.progress) options.progress((length - 1) * 256 + part, longest * 256);
    };
    const std::size_t done = in_parallel_with(firsts, how, [&]() -> ItemWork {
      return [&, law = std::make_shared<LawPlanes>(profile)](std::size_t first) {
        compare_behind(static_cast<std::uint8_t>(first), length, *law, parts[first]);
      };
    });
    is_whole = is_whole && done == firsts;
    for (const PlaneTally& part : parts) {
      item.comparisons += part.agreed;
      if (!part.different || !item.refuted_by.empty()) continue;
      item.refuted_by = to_text({*part.different, {}});
      item.expected = part.expected;
      item.seen = part.seen;
    }
  }
  item.claim = fmt::format(
      "the law answers all strings of 1 to {} units as a decoder does that is written from Table "
      "3-7: values, and offset and length of the first error",
      longest);
  item.assumption = "the comparisons of the decoder are those of the table";
  if (!is_whole) item.result = item_result::kUnfinished;
  if (!item.refuted_by.empty()) item.result = item_result::kRefused;
  item.seconds = seconds_since(begun);
  return item;
}

CertificateItem compare_with_planes(const Profile& profile, const LawCheckOptions& options) {
  const Profile theirs{DialectId::kUtf8, PolicyId::kMaximalSubpart, Bom::kKeep};
  if (profile == theirs) return compare_any_with_planes(profile, options);
  return {.item = "law",
          .about = "byte planes",
          .result = item_result::kNotApplicable,
          .claim = fmt::format("the decoder over byte planes is of {} only", to_text(theirs))};
}

CertificateItem compare_with_grammar(const Machine& law) {
  const auto begun = std::clock();
  CertificateItem item{.item = "law", .about = "RFC 3629", .result = item_result::kEstablished};
  const AbnfAutomaton grammar = automaton_of(kRfc3629Grammar);
  // The state of the law, whether it has seen an error, and the state of the grammar.
  using Pair = std::tuple<Machine::State, bool, std::uint16_t>;
  std::map<Pair, Bytes> paths{{{Machine::kStart, false, 0}, {}}};
  std::deque<Pair> open{{Machine::kStart, false, 0}};
  while (!open.empty()) {
    const auto [state, has_error, in_grammar] = open.front();
    const Bytes path = paths.at(open.front());
    open.pop_front();
    ++item.comparisons;
    const bool is_well_formed = !has_error && law.at(state, Machine::kEnd).error_length == 0;
    if (is_well_formed != grammar.accepts[in_grammar]) {
      item.result = item_result::kRefused;
      item.refuted_by = to_text({path, {}});
      item.expected = grammar.accepts[in_grammar] ? "well-formed" : "ill-formed";
      item.seen = is_well_formed ? "well-formed" : "ill-formed";
      break;
    }
    for (std::size_t unit = 0; unit < 256; ++unit) {
      const Transition& t = law.at(state, unit);
      const Pair next(t.next, has_error || t.error_length > 0, grammar.next[in_grammar][unit]);
      Bytes longer = path;
      longer.push_back(static_cast<std::uint8_t>(unit));
      if (paths.try_emplace(next, std::move(longer)).second) open.push_back(next);
    }
  }
  item.claim = fmt::format(
      "for strings of every length, the law calls well-formed what the grammar of RFC 3629 derives "
      "(product of both automata, {} pairs of states)",
      item.comparisons);
  item.assumption = "the rows of the grammar are those of the RFC";
  item.seconds = seconds_since(begun);
  return item;
}

CertificateItem compare_with_grammar(const Profile& profile) {
  if (profile.dialect == DialectId::kUtf8) return compare_with_grammar(machine(profile));
  return {.item = "law",
          .about = "RFC 3629",
          .result = item_result::kNotApplicable,
          .claim = "RFC 3629 defines the dialect utf-8 only"};
}

}  // namespace placemat
