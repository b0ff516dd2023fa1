#include "harness/report/views/fuzz_benchmark.h"

#include <gmock/gmock.h>

#include "harness/report/fixture.h"

namespace placemat {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST(FuzzBenchmarkText, HasEachFaultEngineAndRatio) {
  const std::string text = fuzz_benchmark_text(fixture::fuzz_benchmark());
  EXPECT_THAT(text, AllOf(HasSubstr("2 planted faults, seed 1992, 2 trials of each engine"),
                          HasSubstr("limit 30 s, 68 s of"), HasSubstr("slash (bug)"),
                          HasSubstr("1000..2000"), HasSubstr("at-3-of-16 (position)"),
                          HasSubstr("not run: other: it is not here"),
                          HasSubstr("failed: plain with slash: exit code 3")));
  EXPECT_THAT(text, Not(HasSubstr("incomplete")));
}

// A median of 0 is above the limit, and so is the upper end of an interval.
TEST(FuzzBenchmarkText, MarksWhatIsAboveTheLimit) {
  const std::string text = fuzz_benchmark_text(fixture::fuzz_benchmark());
  EXPECT_THAT(text, AllOf(HasSubstr("0/1    -"), HasSubstr("1.00..-"), HasSubstr("-: above")));
}

TEST(FuzzBenchmarkText, ABoundOfTheRatioIsNamedAsOne) {
  FuzzBenchmarkRecord record = fixture::fuzz_benchmark();
  EXPECT_THAT(fuzz_benchmark_text(record), HasSubstr("plain, our mutator: about 2.50 times"));
  record.ratios[0].at_most = 0;
  EXPECT_THAT(fuzz_benchmark_text(record), HasSubstr("at least 2.50 times"));
  record.ratios[0].at_least = 0;
  EXPECT_THAT(fuzz_benchmark_text(record), HasSubstr("our mutator: 2.50 times"));
  record.ratios[0].at_most = 1;
  EXPECT_THAT(fuzz_benchmark_text(record), HasSubstr("at most 2.50 times"));
  record.ratios[0].faults = 0;
  EXPECT_THAT(fuzz_benchmark_text(record), HasSubstr("no fault was found"));
}

TEST(FuzzBenchmarkText, AnInterruptedOneSaysSo) {
  FuzzBenchmarkRecord record = fixture::fuzz_benchmark();
  record.complete = false;
  EXPECT_THAT(fuzz_benchmark_text(record), HasSubstr("incomplete: a signal"));
}

TEST(FuzzBenchmarkText, ForeignTextStaysHarmless) {
  FuzzBenchmarkRecord record = fixture::fuzz_benchmark();
  record.failures = {"\x1B[31mred"};
  EXPECT_THAT(fuzz_benchmark_text(record), Not(HasSubstr("\x1B")));
  record.engines[0] = "<plain>";
  record.measurements[0].engine = "<plain>";
  EXPECT_THAT(survival_svg(record), Not(HasSubstr("<plain>")));
}

TEST(FuzzBenchmarkMarkdown, HasOneTable) {
  EXPECT_THAT(fuzz_benchmark_markdown(fixture::fuzz_benchmark()),
              AllOf(HasSubstr("## Benchmark of fuzzing engines\n"),
                    HasSubstr("| slash | bug | plain |"), HasSubstr("- not run: other")));
}

// One of three trials ends at 1 s, so the curve goes down by a third of 240 there.
TEST(SurvivalSvg, StepsDownWhereATrialEnds) {
  FuzzBenchmarkRecord record = fixture::fuzz_benchmark();
  record.limit = 10;
  record.measurements[1].trials = {{false, 5, 10, 1}};
  record.measurements[3].trials = {{true, 5, 1, 1}, {false, 5, 10, 1}};
  const std::string svg = survival_svg(record);
  // 1 s is two of the three decades from 0.01 s to 10 s: 44 + 480 * 2 / 3.
  EXPECT_THAT(svg, AllOf(HasSubstr("M44 20H364.0V100.0H524"), HasSubstr("plain, our mutator (1/3)"),
                         HasSubstr(">0.1 s<")));
}

}  // namespace
}  // namespace placemat
