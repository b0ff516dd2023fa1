#include "harness/corpus/generated.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sstream>

namespace placemat {
namespace {

constexpr std::string_view kFirst = "one-fault-first", kLater = "one-fault-later",
                           kSecondOf23 = "one-fault-second-of-2-3",
                           kSecondOf4 = "one-fault-second-of-4";

constexpr std::string_view kAbout =
    "One fault to a vector, for those who see verdicts only: a unit where it cannot stand, and "
    "behind it what would complete the sequence had it been taken.";
constexpr std::string_view kReason =
    "One of a set that is there for its verdicts; the source state-unit gives the same in every "
    "presentation.";

// Vectors that differ in one unit: `before`, one unit of `units`, `behind`.
struct Row {
  std::string_view theme, before, units, behind;
};

// Selected by `placemat strength --verdict-set` from all such strings, given
// the other vectors that the corpus had at that time.
constexpr auto kRows = std::to_array<Row>({
    {kFirst, "", "03 05..07 0B..0C 0E..0F 11..1A 1C..1E 27 2A 37 55..56 58..59 5D..5E 60", ""},
    {kFirst, "", "81..BE", "80"},
    {kFirst, "", "81..BE C0..C1 F9..FF", "90 80 80"},
    {kFirst, "", "81..BE C1 F5..FF", "A0 80"},
    {kFirst, "", "C0..C1 F5..F7 F9..FB FD..FF", "80 80"},
    {kFirst, "", "C0..C1 FA..FB FD..FF", "80 80 80"},
    {kFirst, "", "C7 C9..CA D4 DD", "80"},
    {kFirst, "E0", "A2..A3 AC..AD BE", "80"},
    {kFirst, "E1", "A2 A5..A8 AB..AC B3..B4", "80"},
    {kFirst, "", "E2 E9", "A0 80"},
    {kFirst, "ED", "82..94 96..9E", "80"},
    {kFirst, "F0 90 80", "87 8E 90 9B..9C AC B5..B6", ""},
    {kFirst, "F0 90", "83 89 8B 92 97 9C 9E A2..A3 A5..A8 AB..AE B0..B6 B8..BA BC", "80"},
    {kFirst, "F0", "94 96..9C A1..A9 AC..AE B2..BE", "80 80"},
    {kFirst, "F1", "81..8E 91..94 96..9E A2..A9 AB..AE B1..B8 BA..BE", "80 80"},
    {kFirst, "F4", "81..86 88..8A 8C", "80 80"},
    {kLater, "E0 A0", "01..09 0B..21 23..40 42..52 54..60 62..7E", ""},
    {kLater, "E0 A0", "C2 C4..DF", "80"},
    {kLater, "E0 A0", "E1 E3..EC EE", "A0 80"},
    {kLater, "E0 A0", "F1..F3", "90 80 80"},
    {kLater, "F0 90", "01..09 0B..21 23..7E C1 C4..E0 E2..F0 F2..F7 F9..FE", "80"},
    {kLater, "F0 90 80", "01..09 0B..21 23..40 42..60 62..7E", ""},
    {kLater, "F0 90 80", "C2 C4..DF", "80"},
    {kLater, "F0 90 80", "E1 E3..EC EE", "A0 80"},
    {kLater, "F0 90 80", "F1..F3", "90 80 80"},
    {kLater, "F0 90", "E0..E1 E3..EC EE..EF", "A0 80"},
    {kLater, "F0 90", "ED", "80 80"},
    {kLater, "F0 90", "F1..F3", "90 80 80"},
    {kLater, "F0 90", "F4", "80 80 80"},
    {kSecondOf23, "C2", "00..7F C0..E1 E3..EC EE F2..FF", "A0 80"},
    {kSecondOf23, "C2",
     "01..04 06..09 0B..1F 21 23..26 29..40 42..60 62..72 74..7A 7C..7E C1 F5..F7 F9..FE", ""},
    {kSecondOf23, "C2", "01..40 42..7F C1..C2 C4..E0 E3..FF", "80"},
    {kSecondOf23, "C2", "ED", "80 80"},
    {kSecondOf23, "C2", "F1..F3", "90 80 80"},
    {kSecondOf23, "C2", "F4", "80 80 80"},
    {kSecondOf23, "E0", "00..03 81..9E", ""},
    {kSecondOf23, "E0", "00..03 81..9F E0..E1 E3..EC EE..EF", "A0 80"},
    {kSecondOf23, "E0", "01..09 0B..21 23..7E 84..9E C1 C4..E0 E2..F0 F2..F7 F9..FE", "80"},
    {kSecondOf23, "E0", "ED", "80 80"},
    {kSecondOf23, "E0", "F1..F3", "90 80 80"},
    {kSecondOf23, "E0", "F4", "80 80 80"},
    {kSecondOf23, "E1", "01..09 0B..21 23..7E C1 C4..E0 E2..F0 F2..F7 F9..FE", "80"},
    {kSecondOf23, "E1", "E0..E1 E3..EC EE", "A0 80"},
    {kSecondOf23, "E1", "ED", "80 80"},
    {kSecondOf23, "E1", "F1..F3", "90 80 80"},
    {kSecondOf23, "E1", "F4", "80 80 80"},
    {kSecondOf23, "ED",
     "01..09 0B..21 23..40 42..7E A1..A9 AB..AC B1 B3 B5..B7 B9..BD C1 C4..E0 E2..F0 F2..F7 F9..FE",
     "80"},
    {kSecondOf23, "ED", "A1..BE", ""},
    {kSecondOf23, "ED", "A1..BF E0..E1 E3..EC EE..EF", "A0 80"},
    {kSecondOf23, "ED", "ED", "80 80"},
    {kSecondOf23, "ED", "F1..F3", "90 80 80"},
    {kSecondOf23, "ED", "F4", "80 80 80"},
    {kSecondOf4, "F0", "01..09 0B..21 23..7E 81 83..8C 8E C1 C3..DF E3..F0 F2..F7 F9..FE", "80 80"},
    {kSecondOf4, "F0", "81..8E", ""},
    {kSecondOf4, "F0", "81..8E C2 C4..DF", "80"},
    {kSecondOf4, "F0", "E0", "A0 80"},
    {kSecondOf4, "F0", "F1..F3", "90 80 80"},
    {kSecondOf4, "F0", "F4", "80 80 80"},
    {kSecondOf4, "F1", "01..7E C1..DF E1 E3..F0 F2..FF", "80 80"},
    {kSecondOf4, "F1", "C2 C4..DF", "80"},
    {kSecondOf4, "F1", "E0", "A0 80"},
    {kSecondOf4, "F1", "F1..F3", "90 80 80"},
    {kSecondOf4, "F1", "F4", "80 80 80"},
    {kSecondOf4, "F4", "01..09 0B..21 23..7E 91..BE C1 C3..DF E3..F0 F2..F7 F9..FE", "80 80"},
    {kSecondOf4, "F4", "91..BE", ""},
    {kSecondOf4, "F4", "91..BF C2 C4..DF", "80"},
    {kSecondOf4, "F4", "E0", "A0 80"},
    {kSecondOf4, "F4", "F1..F3", "90 80 80"},
    {kSecondOf4, "F4", "F4", "80 80 80"},
});

// "03 05..07" -> 03 05 06 07
Bytes expanded(std::string_view ranges) {
  Bytes units;
  std::istringstream words{std::string(ranges)};
  for (std::string word; words >> word;) {
    const std::size_t dots = word.find("..");
    const std::uint8_t first = parse_hex(word.substr(0, 2)).front();
    const std::uint8_t last =
        dots == std::string::npos ? first : parse_hex(word.substr(dots + 2)).front();
    for (unsigned unit = first; unit <= last; ++unit) {
      units.push_back(static_cast<std::uint8_t>(unit));
    }
  }
  return units;
}

// The probable defect of a decoder that fails, derived from the first two
// units.
std::string flag_of(ByteView units) {
  const std::uint8_t lead = units[0];
  const std::uint8_t second = units.size() > 1 ? units[1] : 0;
  const auto is_second = [&](std::uint8_t first, std::uint8_t last) {
    return second >= first && second <= last;
  };
  if (lead >= 0xFE) return "fe-ff";
  if (lead >= 0xF8) return "five-six-unit";
  if (lead >= 0xF5 || (lead == 0xF4 && is_second(0x90, 0xBF))) return "beyond-10ffff";
  if (lead == 0xC0 || lead == 0xC1) return "overlong-any";
  if (lead == 0xE0 && is_second(0x80, 0x9F)) return "overlong-any";
  if (lead == 0xF0 && is_second(0x80, 0x8F)) return "overlong-any";
  if (lead == 0xED && is_second(0xA0, 0xBF)) return "surrogate-lone";
  return "bad-continuation";
}

std::string slug_of_units(ByteView units) {
  std::string slug;
  for (const std::uint8_t unit : units) {
    slug += fmt::format("{}{:02x}", slug.empty() ? "" : "-", unit);
  }
  return slug;
}

Vector vector_of(std::string_view theme, Bytes units) {
  Vector vector;
  vector.theme = theme;
  vector.id = vector.theme + "/" + slug_of_units(units);
  vector.outcome = outcome_of(units);
  const bool is_well_formed = vector.outcome.well_formed();
  vector.clause = "Unicode 3.9, Table 3-7";
  vector.comment = is_well_formed ? "Well-formed." : "Ill-formed by one unit.";
  vector.flags = {is_well_formed ? "well-formed-refused" : flag_of(units)};
  vector.limit = Limit{{kExclusions.begin(), kExclusions.end()}, std::string(kReason)};
  vector.units.bytes = std::move(units);
  return vector;
}

std::vector<Bytes> strings_of(std::string_view theme) {
  std::vector<Bytes> strings;
  for (const Row& row : kRows) {
    if (row.theme != theme) continue;
    const Bytes before = parse_hex(row.before), behind = parse_hex(row.behind);
    for (const std::uint8_t unit : expanded(row.units)) {
      Bytes& units = strings.emplace_back(before);
      units.push_back(unit);
      units.insert(units.end(), behind.begin(), behind.end());
    }
  }
  std::ranges::sort(strings, {}, [](const Bytes& units) { return to_hex(units); });
  return strings;
}

}  // namespace

std::vector<Rewrite> generated_files(const std::filesystem::path& directory) {
  std::vector<Rewrite> files;
  for (const std::string_view theme : {kFirst, kLater, kSecondOf23, kSecondOf4}) {
    Corpus corpus;
    const std::string name(theme);
    corpus.themes[name] = {name, std::string(kAbout), std::string(kGenerateCommand)};
    for (Bytes& units : strings_of(theme)) {
      corpus.vectors.push_back(vector_of(theme, std::move(units)));
    }
    files.push_back({theme_path(directory, corpus.themes[name]), format_theme(corpus, name)});
  }
  return files;
}

}  // namespace placemat
