// The reference decoder against worked examples of the standards and against
// answers worked out by hand for each policy. R stands for U+FFFD throughout.
#include "harness/spec/reference.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

namespace placemat {
namespace {

std::string show(const Answer& answer) {
  std::string out;
  for (const std::uint64_t value : answer.values) {
    out += (out.empty() ? "" : " ") + (value == 0xFFFD ? "R" : fmt::format("{:X}", value));
  }
  return out;
}

std::string decode(std::string_view profile, std::string_view hex) {
  return show(reference_decode(parse_hex(hex), parse_profile(profile)));
}

// "offset length[ end], values before"
std::string error(std::string_view profile, std::string_view hex) {
  const Answer answer = reference_decode(parse_hex(hex), parse_profile(profile));
  if (!answer.error) return "none";
  return fmt::format("{} {}{}, {}", answer.error->offset, answer.error->length,
                     answer.error->at_end ? " end" : "", answer.values_before_error);
}

// Unicode 3.9, "U+FFFD Substitution of Maximal Subparts", the four tables.
TEST(MaximalSubpart, NonShortestForms) {
  EXPECT_EQ(decode("utf-8", "C0 AF E0 80 BF F0 81 82 41"), "R R R R R R R R 41");
}
TEST(MaximalSubpart, SurrogateForms) {
  EXPECT_EQ(decode("utf-8", "ED A0 80 ED BF BF ED AF 41"), "R R R R R R R R 41");
}
TEST(MaximalSubpart, OtherIllFormed) {
  EXPECT_EQ(decode("utf-8", "F4 91 92 93 FF 41 80 BF 42"), "R R R R R 41 R R 42");
}
TEST(MaximalSubpart, Truncated) {
  EXPECT_EQ(decode("utf-8", "E1 80 E2 F0 91 92 F1 BF 41"), "R R R R 41");
}

// The examples of D93b: 41 C0 AF 41 F4 80 80 41; and of the table in Unicode
// 5.2 to 10.
TEST(MaximalSubpart, ExamplesOfD93b) {
  EXPECT_EQ(decode("utf-8", "41 C0 AF 41 F4 80 80 41"), "41 R R 41 R 41");
  EXPECT_EQ(decode("utf-8", "61 F1 80 80 E1 80 C2 62 80 63 80 BF 64"), "61 R R R 62 R 63 R R 64");
}

// WHATWG Encoding 8.1.1: the unit that does not continue is processed again
// ("prepend byte"), with the lower and upper boundary narrowed for E0, ED, F0
// and F4 only.
TEST(MaximalSubpart, MatchesTheWhatwgDecoder) {
  EXPECT_EQ(decode("utf-8", "C3 C3 A9"), "R E9");
  EXPECT_EQ(decode("utf-8", "E2 82 E2 82 AC"), "R 20AC");
  EXPECT_EQ(decode("utf-8", "E0 9F 80"), "R R R");
  EXPECT_EQ(decode("utf-8", "E0 A0 41"), "R 41");
  EXPECT_EQ(decode("utf-8", "ED 9F BF ED A0 80"), "D7FF R R R");
  EXPECT_EQ(decode("utf-8", "F0 8F BF BF"), "R R R R");
  EXPECT_EQ(decode("utf-8", "F4 8F BF BF F4 90 80 80"), "10FFFF R R R R");
  EXPECT_EQ(decode("utf-8", "F5 80 80 80"), "R R R R");
  EXPECT_EQ(decode("utf-8", "F0 90"), "R");
}

TEST(Utf8, WellFormedThroughout) {
  EXPECT_EQ(decode("utf-8", ""), "");
  EXPECT_EQ(decode("utf-8", "00 7F C2 80 DF BF E0 A0 80 EF BF BF F0 90 80 80"),
            "0 7F 80 7FF 800 FFFF 10000");
  EXPECT_EQ(decode("utf-8", "EF BF BD"), "R");  // a literal U+FFFD
  EXPECT_EQ(error("utf-8", "EF BF BD"), "none");
}

constexpr std::string_view kMixed = "61 F1 80 80 E1 80 C2 62 80 63 80 BF 64";
constexpr std::string_view kOverlong = "C0 AF E0 80 BF F0 81 82 41";

TEST(Policies, OnTruncatedSequencesAndLoneUnits) {
  EXPECT_EQ(decode("utf-8/reject", kMixed), "61");
  EXPECT_EQ(decode("utf-8/per-byte", kMixed), "61 R R R R R R 62 R 63 R R 64");
  EXPECT_EQ(decode("utf-8/per-declared-length", kMixed), "61 R R R 62 R 63 R R 64");
  EXPECT_EQ(decode("utf-8/legacy-trail", kMixed), "61 R R R 62 R 63 R R 64");
  EXPECT_EQ(decode("utf-8/per-run", kMixed), "61 R 62 R 63 R 64");
  EXPECT_EQ(decode("utf-8/skip", kMixed), "61 62 63 64");
  EXPECT_EQ(decode("utf-8/runeerror-80", kMixed), "61 80 80 80 80 80 80 62 80 63 80 80 64");
}

TEST(Policies, OnNonShortestForms) {
  EXPECT_EQ(decode("utf-8/reject", kOverlong), "");
  EXPECT_EQ(decode("utf-8/per-byte", kOverlong), "R R R R R R R R 41");
  // C0 is not a lead of the dialect and announces nothing; E0 and F0 are leads.
  EXPECT_EQ(decode("utf-8/per-declared-length", kOverlong), "R R R R 41");
  EXPECT_EQ(decode("utf-8/legacy-trail", kOverlong), "R R R 41");
  EXPECT_EQ(decode("utf-8/per-run", kOverlong), "R 41");
  EXPECT_EQ(decode("utf-8/skip", kOverlong), "41");
  EXPECT_EQ(decode("utf-8/runeerror-80", kOverlong), "80 80 80 80 80 80 80 80 41");
}

// One replacement for a lead C0..FD and the continuation units after it, at
// most as many as the bit pattern announces.
TEST(LegacyTrail, OneForASequenceAsOf1993) {
  EXPECT_EQ(decode("utf-8/legacy-trail", "C0 80"), "R");
  EXPECT_EQ(decode("utf-8/legacy-trail", "F8 88 80 80 80"), "R");
  EXPECT_EQ(decode("utf-8/legacy-trail", "F8 88 80 80 80 80"), "R R");
  EXPECT_EQ(decode("utf-8/legacy-trail", "F7 80 80 80 80"), "R R");
  EXPECT_EQ(decode("utf-8/legacy-trail", "FC 84 80 80 80 80"), "R");
  EXPECT_EQ(decode("utf-8/legacy-trail", "FC 84 80 80 80 80 80"), "R R");
  EXPECT_EQ(decode("utf-8/legacy-trail", "ED A0 80"), "R");
  EXPECT_EQ(decode("utf-8/legacy-trail", "F4 90 80 80"), "R");
  EXPECT_EQ(decode("utf-8/legacy-trail", "F5 80 80 80 41"), "R 41");
  EXPECT_EQ(decode("utf-8/legacy-trail", "C0 80 80"), "R R");
  EXPECT_EQ(decode("utf-8/legacy-trail", "C0 C0 80"), "R R");
  EXPECT_EQ(decode("utf-8/legacy-trail", "C0 41"), "R 41");
  EXPECT_EQ(decode("utf-8/legacy-trail", "F8 88 C3 A9"), "R E9");
  EXPECT_EQ(decode("utf-8/legacy-trail", "FE 80 FF 80"), "R R R R");
  EXPECT_EQ(decode("utf-8/legacy-trail", "F8"), "R");
}

TEST(PerDeclaredLength, OnlyLeadsOfTheDialectAnnounce) {
  EXPECT_EQ(decode("utf-8/per-declared-length", "C0 80"), "R R");
  EXPECT_EQ(decode("utf-8/per-declared-length", "F8 88 80 80 80"), "R R R R R");
  EXPECT_EQ(decode("utf-8-2279/per-declared-length", "F8 80 80 80 80"), "R");
  EXPECT_EQ(decode("utf-8-2279/per-declared-length", "FC 80 80 80 80 80 80"), "R R");
  EXPECT_EQ(decode("utf-8/per-declared-length", "ED A0 80"), "R");
  EXPECT_EQ(decode("utf-8/per-declared-length", "F4 90 80 80"), "R");
  EXPECT_EQ(decode("utf-8/per-declared-length", "F4 90 41"), "R 41");
  EXPECT_EQ(decode("utf-8/per-declared-length", "E0 80 C3 A9"), "R E9");
}

TEST(PerRun, ARunEndsWithAWellFormedSequenceOnly) {
  EXPECT_EQ(decode("utf-8/per-run", "80 C2"), "R");
  EXPECT_EQ(decode("utf-8/per-run", "80 80 E2 82 41 80"), "R 41 R");
  EXPECT_EQ(decode("utf-8/per-run", "FF C3 A9 FF"), "R E9 R");
  EXPECT_EQ(decode("utf-8/per-run", "FF E2 82 FF F0 9F 98"), "R");
  // A literal U+FFFD belongs to no run.
  EXPECT_EQ(decode("utf-8/per-run", "FF EF BF BD FF"), "R R R");
}

// The first error is that of the maximal subpart, whatever the policy does with
// it.
TEST(FirstError, OffsetLengthAndEnd) {
  EXPECT_EQ(error("utf-8", "41"), "none");
  EXPECT_EQ(error("utf-8", "41 80"), "1 1, 1");
  EXPECT_EQ(error("utf-8", "FF"), "0 1, 0");  // begins no sequence: not "more to come"
  EXPECT_EQ(error("utf-8", "41 E2 82"), "1 2 end, 1");
  EXPECT_EQ(error("utf-8", "41 E2 28"), "1 1, 1");
  EXPECT_EQ(error("utf-8", "41 42 F1 80 80 42"), "2 3, 2");
  EXPECT_EQ(error("utf-8", "C3 A9 F0 80"), "2 1, 1");
  EXPECT_EQ(error("utf-8", "E2 82 E2 82"), "0 2, 0");
  for (const char* name : {"per-byte", "per-declared-length", "legacy-trail", "per-run", "skip",
                           "runeerror-80", "reject"}) {
    EXPECT_EQ(error(fmt::format("utf-8/{}", name), "41 E0 80 80 FF"), "1 1, 1") << name;
  }
}

// "Unicode signature" at the start of the input and nowhere else; WHATWG
// Encoding 6.1 removes one.
TEST(Bom, IsStrippedOnceAtTheStart) {
  constexpr std::string_view kStrip = "utf-8/maximal-subpart/strip-leading";
  constexpr std::string_view kKeep = "utf-8/maximal-subpart/keep";
  EXPECT_EQ(decode(kKeep, "EF BB BF 41"), "FEFF 41");
  EXPECT_EQ(decode(kStrip, "EF BB BF 41"), "41");
  EXPECT_EQ(decode(kStrip, "EF BB BF"), "");
  EXPECT_EQ(error(kStrip, "EF BB BF"), "none");
  EXPECT_EQ(decode(kStrip, "EF BB BF EF BB BF 41"), "FEFF 41");
  EXPECT_EQ(decode(kStrip, "41 EF BB BF"), "41 FEFF");
  EXPECT_EQ(decode(kStrip, "FF EF BB BF"), "R FEFF");
  EXPECT_EQ(decode(kStrip, "EF BB"), "R");
  EXPECT_EQ(error(kStrip, "EF BB"), "0 2 end, 0");
  EXPECT_EQ(decode(kStrip, "EF BB 41"), "R 41");
  EXPECT_EQ(decode(kStrip, "EF BB EF BB BF"), "R FEFF");
  EXPECT_EQ(decode(kStrip, "EF BB BE"), "FEFE");
  EXPECT_EQ(error(kStrip, "EF BB BF 41 FF"), "4 1, 1");
  EXPECT_EQ(decode("utf-8/reject/strip-leading", "EF BB BF 41 FF"), "41");
  EXPECT_EQ(decode("utf-8/per-run/strip-leading", "EF BB BF FF"), "R");
}

// U+FEFF has a different form in each of these dialects.
TEST(Bom, IsThatOfTheDialect) {
  EXPECT_EQ(decode("utf-1/maximal-subpart/strip-leading", "F7 64 4C 41"), "41");
  EXPECT_EQ(decode("utf-1/maximal-subpart/keep", "F7 64 4C 41"), "FEFF 41");
  EXPECT_EQ(decode("fss-utf-xopen/maximal-subpart/strip-leading", "C3 BC FF 41"), "41");
  // Only the shortest form is a signature.
  EXPECT_EQ(decode("utf-8-overlong/maximal-subpart/strip-leading", "F0 8F BB BF 41"), "FEFF 41");
}

TEST(Plan9, RuneerrorForEachUnitTaken) {
  EXPECT_EQ(decode("plan9-1992/runeerror-80", "41 FF 42"), "41 80 42");
  EXPECT_EQ(decode("plan9-1992/runeerror-80", "C0 80"), "80 80");
  EXPECT_EQ(decode("plan9-1992/runeerror-80", "E2 82 41"), "80 80 41");
  EXPECT_EQ(decode("plan9-1992/runeerror-80", "F0 90 80 80"), "80 80 80 80");
  EXPECT_EQ(decode("plan9-1992/runeerror-80", "ED A0 80"), "D800");
}

TEST(Cesu8, DecodesPairsAndRejectsOthers) {
  EXPECT_EQ(decode("cesu-8", "ED A0 81 ED B0 80"), "10400");
  EXPECT_EQ(decode("cesu-8", "ED A0 81"), "R");
  EXPECT_EQ(error("cesu-8", "ED A0 81"), "0 3 end, 0");
  EXPECT_EQ(decode("cesu-8", "ED A0 81 ED B0 41"), "R 41");
  EXPECT_EQ(error("cesu-8", "ED A0 81 ED B0 41"), "0 5, 0");
  EXPECT_EQ(decode("cesu-8", "ED B0 80"), "R R R");
  EXPECT_EQ(decode("cesu-8", "F0 90 90 80"), "R R R R");
}

// WTF-8: a low surrogate directly after a high one would be a pair, which has
// another form.
TEST(Wtf8, ALowSurrogateDoesNotFollowAHighOne) {
  EXPECT_EQ(decode("wtf-8", "ED A0 81"), "D801");
  EXPECT_EQ(decode("wtf-8", "ED B0 80"), "DC00");
  EXPECT_EQ(decode("wtf-8", "ED B0 80 ED A0 81"), "DC00 D801");
  EXPECT_EQ(decode("wtf-8", "ED A0 81 ED A0 81"), "D801 D801");
  EXPECT_EQ(decode("wtf-8", "ED A0 81 ED B0 80"), "D801 R R R");
  EXPECT_EQ(error("wtf-8", "ED A0 81 ED B0 80"), "3 1, 1");
  EXPECT_EQ(decode("wtf-8", "ED A0 81 41 ED B0 80"), "D801 41 DC00");
  EXPECT_EQ(decode("wtf-8", "ED A0 81 FF ED B0 80"), "D801 R DC00");
  EXPECT_EQ(decode("wtf-8", "ED A0 81 ED 9F BF"), "D801 D7FF");
  EXPECT_EQ(decode("wtf-8", "F0 90 90 80"), "10400");
}

TEST(Mutf8, NulAndUtf16Units) {
  EXPECT_EQ(decode("mutf-8", "41 C0 80 41"), "41 0 41");
  EXPECT_EQ(decode("mutf-8", "00"), "R");
  EXPECT_EQ(decode("mutf-8", "ED A0 81 ED B0 80"), "D801 DC00");
  EXPECT_EQ(decode("mutf-8", "C0 81"), "R R");
  EXPECT_EQ(decode("mutf-8", "F0 90 80 80"), "R R R R");
}

// Not self-synchronising: A1 2F is one character of UTF-1, and a lead can be a
// trailing unit.
TEST(HistoricForms, Sequences) {
  EXPECT_EQ(decode("utf-1", "A1 2F 2F"), "10E 2F");
  EXPECT_EQ(decode("utf-1", "A1 A1"), "15F");
  EXPECT_EQ(decode("utf-1", "A1 80 41"), "R 80 41");
  EXPECT_EQ(decode("fss-utf-xopen", "80 FF 41"), "FF 41");
  EXPECT_EQ(decode("fss-utf-xopen", "C0 80 41"), "R 41");
  EXPECT_EQ(decode("fss-utf-xopen", "F8"), "R");
  EXPECT_EQ(decode("utf8mb3", "EF BF BF F0 90 80 80"), "FFFF R R R R");
}

TEST(ReferenceDecode, ReusesTheAnswer) {
  Answer answer;
  const Profile profile;
  reference_decode(parse_hex("41 FF 42"), profile, answer);
  reference_decode(parse_hex("43"), profile, answer);
  EXPECT_EQ(answer, reference_decode(parse_hex("43"), profile));
}

}  // namespace
}  // namespace placemat
