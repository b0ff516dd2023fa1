#include "harness/generate/vector_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "harness/generate/notable.h"
#include "harness/generate/state_unit.h"
#include "harness/spec/encode.h"

namespace placemat {
namespace {

constexpr std::array<VectorSetRow, 4> kRows{{
    {VectorSet::kCore, "core", "every code unit in every state of Table 3-7, joined; below 10 kB"},
    {VectorSet::kStandard, "standard",
     "the W-method test set, joined, and notable values; below 25 kB"},
    {VectorSet::kVerdict, "verdict", "one error a vector, for decoders that only give a verdict"},
    {VectorSet::kFull, "full", "the curated vectors, and those of the set verdict"},
}};

// Strings of one vector. A decoder reports its first error only: the fewer strings, the more faults
// of reports show.
constexpr std::size_t kManyStrings = 16, kInPairs = 2;

constexpr Profile kLaw{DialectId::kUtf8, PolicyId::kMaximalSubpart, Bom::kKeep};
constexpr Profile kVerdictLaw{DialectId::kUtf8, PolicyId::kReject, Bom::kKeep};

void append(Bytes& to, ByteView units) { to.insert(to.end(), units.begin(), units.end()); }

Bytes joined(ByteView access, unsigned unit, ByteView suffix) {
  Bytes units(access.begin(), access.end());
  units.push_back(static_cast<std::uint8_t>(unit));
  append(units, suffix);
  return units;
}

Machine::State state_after(const Machine& machine, ByteView units) {
  Machine::State state = Machine::kStart;
  for (const std::uint8_t unit : units) state = machine.at(state, unit).next;
  return state;
}

// One string for each unit in each state: with the rest of the sequence that the unit begins or
// continues, or with a suffix that tells states apart.
constexpr std::size_t kCompleted = SIZE_MAX;
std::vector<Bytes> reactions(std::size_t suffix) {
  const Machine& law = machine(kLaw);
  const StateCover states = cover(law, Observed::kEverything);
  const std::vector<Bytes> rest = completions(law);
  std::vector<Bytes> strings;
  for (const Bytes& access : states.access) {
    for (unsigned unit = 0; unit <= 0xFF; ++unit) {
      const Machine::State state = state_after(law, joined(access, unit, {}));
      strings.push_back(
          joined(access, unit, suffix == kCompleted ? rest[state] : states.suffixes.at(suffix)));
    }
  }
  return strings;
}

// Two completed strings in front of the same two with a suffix, so that errors of the former are
// the first ones.
std::vector<Bytes> alternating() {
  const std::vector<Bytes> completed = reactions(kCompleted), told_apart = reactions(1);
  std::vector<Bytes> strings;
  for (std::size_t i = 0; i < completed.size(); i += kInPairs) {
    for (const auto* from : {&completed, &told_apart}) {
      for (std::size_t k = i; k < std::min(i + kInPairs, from->size()); ++k) {
        strings.push_back((*from)[k]);
      }
      // Otherwise a replacement too many and one too few could make up for each other.
      if (from == &completed) strings.back().push_back('a');
    }
  }
  return strings;
}

// Several strings a vector, which ends in each of the states in turn.
std::vector<Bytes> in_groups(const std::vector<Bytes>& strings, std::size_t of) {
  const std::vector<Bytes> access = cover(machine(kLaw), Observed::kEverything).access;
  std::vector<Bytes> groups;
  for (std::size_t from = 0; from < strings.size(); from += of) {
    Bytes units;
    for (std::size_t i = from; i < std::min(from + of, strings.size()); ++i) {
      append(units, strings[i]);
    }
    append(units, access[groups.size() % access.size()]);
    groups.push_back(std::move(units));
  }
  return groups;
}

std::vector<Bytes> values_in_groups(std::size_t of) {
  std::vector<Bytes> characters;
  for (const std::uint64_t value : notable_scalars()) {
    const Sequence own = shortest(dialect(DialectId::kUtf8), value);
    characters.emplace_back(own.view().begin(), own.view().end());
  }
  return in_groups(characters, of);
}

// The states are those that an observer of everything tells apart: a decoder may have a fault in
// one of two states that give the same verdicts.
std::vector<Bytes> verdict_strings() {
  const std::vector<Bytes> states = cover(machine(kLaw), Observed::kEverything).access;
  const std::vector<Bytes> suffixes = cover(machine(kVerdictLaw), Observed::kVerdict).suffixes;
  std::vector<Bytes> strings = suffixes;
  for (const Bytes& access : states) {
    for (unsigned unit = 0; unit <= 0xFF; ++unit) {
      for (const Bytes& suffix : suffixes) strings.push_back(joined(access, unit, suffix));
    }
  }
  return strings;
}

Vector vector_of(std::string theme, const std::string& slug, Bytes units) {
  Vector vector;
  vector.id = theme + "/" + slug;
  vector.theme = std::move(theme);
  vector.clause = "Unicode 3.9, Table 3-7";
  vector.outcome = outcome_of(units);
  vector.units.bytes = std::move(units);
  return vector;
}

// Adds the strings that no vector has yet.
class Collection {
 public:
  explicit Collection(std::vector<Vector> vectors = {}) : vectors_(std::move(vectors)) {
    for (const Vector& vector : vectors_) known_.insert(to_hex(vector.units.bytes));
  }
  void add_numbered(const std::string& theme, const std::vector<Bytes>& all) {
    for (const Bytes& units : all) {
      if (!known_.insert(to_hex(units)).second) continue;
      vectors_.push_back(vector_of(theme, fmt::format("{:04}", ++numbered_), units));
      vectors_.back().comment = "Several strings of a test set of the machine, joined";
    }
  }
  void add_spelled(const std::string& theme, const std::vector<Bytes>& all) {
    for (const Bytes& units : all) {
      if (!known_.insert(to_hex(units)).second) continue;
      std::string slug = to_spaced_hex(units);
      std::ranges::replace(slug, ' ', '-');
      vectors_.push_back(vector_of(theme, slug.empty() ? "empty" : slug, units));
      vectors_.back().comment = "A unit in a state, and a suffix that tells states apart";
    }
  }
  std::vector<Vector> take() { return std::move(vectors_); }

 private:
  std::vector<Vector> vectors_;
  std::set<std::string> known_;  // units in hex
  std::size_t numbered_ = 0;
};

}  // namespace

std::span<const VectorSetRow> vector_sets() { return kRows; }

std::optional<VectorSet> find_vector_set(std::string_view name) {
  const auto row = std::ranges::find(kRows, name, &VectorSetRow::name);
  if (row == kRows.end()) return std::nullopt;
  return row->set;
}

std::vector<Vector> vectors_of(VectorSet set, const Corpus& corpus) {
  Collection collection(set == VectorSet::kFull ? corpus.vectors : std::vector<Vector>{});
  switch (set) {
    case VectorSet::kCore:
      collection.add_numbered("core", in_groups(reactions(kCompleted), kManyStrings));
      break;
    case VectorSet::kStandard:
      collection.add_numbered("standard", in_groups(alternating(), 2 * kInPairs));
      collection.add_numbered("standard", values_in_groups(kManyStrings));
      break;
    case VectorSet::kVerdict:
    case VectorSet::kFull:
      collection.add_spelled("verdict", verdict_strings());
      break;
  }
  return collection.take();
}

}  // namespace placemat
