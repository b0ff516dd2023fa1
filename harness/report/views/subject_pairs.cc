#include "harness/report/views/subject_pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "harness/bytes/json.h"
#include "harness/report/text.h"
#include "harness/report/views/table.h"

namespace placemat {
namespace {

using OrderedJson = nlohmann::ordered_json;

// A matrix of more groups than this is not printed.
constexpr std::size_t kWidest = 40;
constexpr std::size_t kMostPairs = 40;

std::uint64_t of(const PartedPair& pair, Contrast contrast) {
  return pair.vectors.at(static_cast<std::size_t>(contrast));
}

// The worst that a row and a column do.
char glyph_of(const PartedPair& pair, bool is_swapped) {
  const bool row =
      of(pair, is_swapped ? Contrast::kOnlySecondAccepts : Contrast::kOnlyFirstAccepts) > 0;
  const bool column =
      of(pair, is_swapped ? Contrast::kOnlyFirstAccepts : Contrast::kOnlySecondAccepts) > 0;
  if (of(pair, Contrast::kReadAsOther) > 0) return 'T';
  if (row && column) return 'X';
  if (row) return 'A';
  return column ? 'r' : '#';
}

std::string groups_text(const SubjectPairs& pairs) {
  std::string out;
  for (std::size_t i = 0; i < pairs.groups.size(); ++i) {
    const std::vector<std::string>& names = pairs.groups[i].names;
    out +=
        paragraph(fmt::format("{:>4}  ", i + 1), fmt::format("{}", fmt::join(names, " "))) + "\n";
  }
  return out;
}

std::string matrix_text(const SubjectPairs& pairs) {
  std::map<std::pair<std::size_t, std::size_t>, const PartedPair*> parted;
  for (const PartedPair& pair : pairs.pairs) parted[{pair.first, pair.second}] = &pair;
  std::string out = "    ";
  for (std::size_t i = 0; i < pairs.groups.size(); ++i) out += fmt::format("{:>3}", i + 1);
  for (std::size_t row = 0; row < pairs.groups.size(); ++row) {
    out += fmt::format("\n{:>4}", row + 1);
    for (std::size_t column = 0; column < pairs.groups.size(); ++column) {
      const auto found = parted.find({std::min(row, column), std::max(row, column)});
      const char glyph = row == column           ? ' '
                         : found == parted.end() ? '.'
                                                 : glyph_of(*found->second, row > column);
      out += fmt::format("  {}", glyph);
    }
    while (out.back() == ' ') out.pop_back();
  }
  return out +
         "\n\n  T both accept a vector and read other text, A only the row accepts one, r only "
         "the\n"
         "  column, X each accepts one that the other refuses, # other replacements, . nothing\n";
}

// The shortest may be a whole text; a line of a terminal holds its beginning.
std::string beginning_of(const std::string& units) {
  constexpr std::size_t kMost = 59;
  return units.size() <= kMost ? units : units.substr(0, kMost) + " ...";
}

std::string pair_text(const SubjectPairs& pairs, const PartedPair& pair) {
  std::string out = fmt::format("{} | {}\n", pairs.groups[pair.first].names.front(),
                                pairs.groups[pair.second].names.front());
  for (std::size_t i = 0; i < kContrasts; ++i) {
    if (pair.vectors.at(i) == 0) continue;
    out += fmt::format("    {:<20} {:>5}  {}\n", name_of(static_cast<Contrast>(i)),
                       pair.vectors.at(i), beginning_of(pair.shortest.at(i)));
  }
  return out;
}

// Those that part by what they accept, or by text, come first.
std::vector<const PartedPair*> worst_first(const SubjectPairs& pairs) {
  std::vector<const PartedPair*> all;
  for (const PartedPair& pair : pairs.pairs) all.push_back(&pair);
  const auto badness = [](const PartedPair* pair) {
    if (of(*pair, Contrast::kReadAsOther) > 0) return 0;
    const std::uint64_t accepted =
        of(*pair, Contrast::kOnlyFirstAccepts) + of(*pair, Contrast::kOnlySecondAccepts);
    return accepted > 0 ? 1 : 2;
  };
  std::ranges::sort(all, {}, [&](const PartedPair* pair) {
    return std::tuple(badness(pair), pair->first, pair->second);
  });
  return all;
}

}  // namespace

std::string subject_pairs_text(const SubjectPairs& pairs) {
  std::string out = fmt::format(
      "{} of the report, {} that do the same with all {}\n\n", counted(pairs.subjects, "subject"),
      counted(pairs.groups.size(), "group"), counted(pairs.vectors, "curated vector"));
  out += groups_text(pairs) + "\n";
  if (pairs.groups.size() <= kWidest) {
    out += matrix_text(pairs) + "\n";
  } else {
    out += fmt::format("The matrix of {} groups is in --format json.\n\n", pairs.groups.size());
  }
  const std::vector<const PartedPair*> worst = worst_first(pairs);
  for (std::size_t i = 0; i < worst.size() && i < kMostPairs; ++i) {
    out += pair_text(pairs, *worst[i]);
  }
  if (worst.size() > kMostPairs) {
    out += fmt::format("{} more pairs; --format json has all\n", worst.size() - kMostPairs);
  }
  for (const std::string& one : pairs.not_compared) out += fmt::format("not compared: {}\n", one);
  return out;
}

std::string subject_pairs_json(const SubjectPairs& pairs) {
  OrderedJson out{{"subjects", pairs.subjects}, {"vectors", pairs.vectors}};
  out["groups"] = OrderedJson::array();
  for (const AlikeSubjects& group : pairs.groups) out["groups"].push_back(group.names);
  out["pairs"] = OrderedJson::array();
  for (const PartedPair& pair : pairs.pairs) {
    OrderedJson one{{"first", pair.first}, {"second", pair.second}};
    for (std::size_t i = 0; i < kContrasts; ++i) {
      if (pair.vectors.at(i) == 0) continue;
      one[std::string(name_of(static_cast<Contrast>(i)))] = {{"vectors", pair.vectors.at(i)},
                                                             {"shortest", pair.shortest.at(i)}};
    }
    out["pairs"].push_back(std::move(one));
  }
  out["not_compared"] = pairs.not_compared;
  return out.dump(1) + "\n";
}

}  // namespace placemat
