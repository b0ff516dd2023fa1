// The generators of the property tests, checked against the law: an item has
// its stated sort, a text is as well-formed as requested, and a failing text
// shrinks to a readable minimum.
#include <gtest/gtest.h>

#include <functional>
#include <sstream>

#include "harness/generate/arbitrary.h"
#include "harness/spec/reference.h"

namespace placemat::arbitrary {
namespace {

// RapidCheck's default number of texts is too small for every sort to occur
// with certainty.
bool try_many(std::string_view what, const std::function<void()>& testable) {
  rc::detail::TestParams params = rc::detail::configuration().testParams;
  params.maxSuccess *= 4;
  const rc::detail::TestMetadata metadata{std::string(what), std::string(what)};
  const auto result = rc::detail::checkTestable(testable, metadata, params);
  rc::detail::printResultMessage(result, std::cout);
  return result.template is<rc::detail::SuccessResult>();
}

const Dialect& utf8() { return dialect(DialectId::kUtf8); }

Profile strict(const Dialect& table) { return {table.id, PolicyId::kReject, Bom::kKeep}; }

TEST(Text, WellFormedInEveryDialect) {
  for (const Dialect& table : dialects()) {
    Distribution seen;
    EXPECT_TRUE(try_many(table.name, [&] {
      const Text made = *text(table, Content::kWellFormed);
      seen.count(made);
      RC_ASSERT_FALSE(reference_decode(made.bytes(), strict(table)).error.has_value());
    }));
    std::cout << table.name << ", " << seen << '\n';
    EXPECT_EQ(seen.missing(Items(table).well_formed_sorts()), std::vector<std::string>{});
  }
}

TEST(Text, OfAnyContentHasEverySort) {
  for (const Dialect& table : dialects()) {
    Distribution seen;
    EXPECT_TRUE(try_many(table.name, [&] { seen.count(*text(table)); }));
    EXPECT_EQ(seen.missing(Items(table).sorts()), std::vector<std::string>{}) << table.name;
  }
}

// Table 3-7 by the class that error_class.h derives from the units alone.
TEST(Item, IsOfItsSortInUtf8) {
  EXPECT_TRUE(rc::check("the fault of an ill-formed item", [] {
    const Item item = *rc::Gen<Item>([](const rc::Random& random, int) {
      Dice dice(random);
      return rc::shrinkable::just(Items(utf8()).ill_formed(dice));
    });
    RC_LOG() << item.sort << ": " << to_spaced_hex(item.units) << '\n';
    RC_ASSERT(item.sort == name_of(error_class_of(item.units)));
  }));
}

TEST(Text, CutsAreAscendingAndInside) {
  std::size_t with_empty_chunk = 0;
  EXPECT_TRUE(rc::check("cuts", [&] {
    const Text made = *text(utf8(), Content::kAnything, Chunks::kMany);
    RC_ASSERT(std::ranges::is_sorted(made.cuts));
    // Parenthesised: RapidCheck takes an expression apart and then evaluates all.
    RC_ASSERT((made.cuts.empty() || made.cuts.back() <= made.bytes().size()));
    with_empty_chunk += std::ranges::adjacent_find(made.cuts) != made.cuts.end();
  }));
  EXPECT_GT(with_empty_chunk, 0u);
}

// The minimum of a text when `is_wrong` is its only defect.
template <class IsWrong>
std::string minimal(Content content, Chunks chunks, IsWrong is_wrong) {
  rc::detail::TestParams params;
  params.seed = rc::detail::configuration().testParams.seed;
  params.maxSuccess = 1000;
  struct Silence final : rc::detail::TestListener {
    void onTestCaseFinished(const rc::detail::CaseDescription&) override {}
    void onShrinkTried(const rc::detail::CaseDescription&, bool) override {}
    void onTestFinished(const rc::detail::TestMetadata&, const rc::detail::TestResult&) override {}
  } silence;
  const auto result = rc::detail::checkTestable(
      [&](void) {
        const Text made = *text(utf8(), content, chunks);
        RC_ASSERT_FALSE(is_wrong(made));
      },
      rc::detail::TestMetadata{}, params, silence,
      std::unordered_map<std::string, rc::detail::Reproduce>{});
  if (!result.template is<rc::detail::FailureResult>()) return "nothing failed";
  return result.template get<rc::detail::FailureResult>().counterExample.at(0).second;
}

TEST(Text, ShrinksToAReadableMinimum) {
  const auto is_ill_formed = [](ErrorClass error_class) {
    return [error_class](const Text& made) { return error_class_of(made.bytes()) == error_class; };
  };
  EXPECT_EQ(minimal(Content::kAnything, Chunks::kOne, is_ill_formed(ErrorClass::kOverlong)),
            "'C0'");
  EXPECT_EQ(minimal(Content::kAnything, Chunks::kOne, is_ill_formed(ErrorClass::kSurrogate)),
            "'ED A0'");
  EXPECT_EQ(minimal(Content::kAnything, Chunks::kOne, is_ill_formed(ErrorClass::kLoneContinuation)),
            "'80'");
  EXPECT_EQ(minimal(Content::kAnything, Chunks::kOne, is_ill_formed(ErrorClass::kTruncated)),
            "'C2'");
}

// Each of them alone takes the error away: E1 80 80 is well-formed, 80 C2 and E1 80 C2 have others.
TEST(Text, LosesItemsThatStandTogether) {
  Text made;
  for (const Bytes& units : std::vector<Bytes>{{0xE1, 0x80}, {0x80}, {0xC2}})
    made.items.push_back({"", units});
  std::set<std::string> left;
  for (const Text& less : plainer::than(made, [](const Bytes&) { return true; }))
    left.insert(to_spaced_hex(less.bytes()));
  EXPECT_TRUE(left.contains("C2"));
  EXPECT_TRUE(left.contains("E1 80"));
}

TEST(Text, ShrinksWithinWellFormedText) {
  const auto has_four_units = [](const Text& made) {
    const Bytes units = made.bytes();
    return std::ranges::any_of(units, [](std::uint8_t unit) { return unit >= 0xF0; });
  };
  EXPECT_EQ(minimal(Content::kWellFormed, Chunks::kOne, has_four_units), "'F0 90 80 80'");
  const auto is_long = [](const Text& made) { return made.bytes().size() >= 20; };
  const std::string left = minimal(Content::kWellFormed, Chunks::kOne, is_long);
  const Bytes units = parse_units(std::string_view(left).substr(1, left.size() - 2)).bytes;
  EXPECT_LT(units.size(), 24u) << left;
  EXPECT_FALSE(reference_decode(units, strict(utf8())).error.has_value()) << left;
}

TEST(Text, ShrinksItsCuts) {
  const auto has_empty_chunk = [](const Text& made) {
    return std::ranges::adjacent_find(made.cuts) != made.cuts.end();
  };
  EXPECT_EQ(minimal(Content::kAnything, Chunks::kMany, has_empty_chunk), "'||'");
}

TEST(Distribution, NamesSortsThatNeverOccurred) {
  Distribution seen;
  seen.count(Text{{{"overlong", {0xC0, 0x80}}}, {}});
  EXPECT_EQ(seen.missing({"overlong", "surrogate"}), std::vector<std::string>{"surrogate"});
  std::ostringstream text;
  text << seen;
  EXPECT_EQ(text.str(), "classes in 1 texts: overlong 100%");
}

}  // namespace
}  // namespace placemat::arbitrary
