// speed_test.cc: measurements of speed in the summary and in Markdown.
#include "harness/report/views/speed.h"

#include <gmock/gmock.h>

#include "harness/report/fixture.h"
#include "harness/report/views/markdown.h"
#include "harness/report/views/summary.h"

namespace placemat {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

SpeedMeasurement measured_as(const std::string& subject, const std::string& text, double gb_per_s,
                             double ratio) {
  return {"lossy32",        text,     65536,    subject,  700,
          65536 / gb_per_s, gb_per_s, gb_per_s, gb_per_s, ratio};
}

SpeedRecord two_decoders() {
  SpeedRecord speed = fixture::report().speed.at(0);
  speed.processor = "a processor";
  speed.compiler = "g++";
  speed.repetitions = 9;
  speed.against = "(copy)";
  speed.measurements = {measured_as("(copy)", "ascii", 10, 1),
                        measured_as("alpha", "ascii", 2.5, 0.25),
                        measured_as("alpha", "web/100", 1, 0)};
  speed.excluded = {{"lossy32", "web/100", 65536, "beta", "other values"},
                    {"lossy32", "random", 65536, "beta", "other values"}};
  return speed;
}

TEST(SpeedText, HasARowForEachDecoderAndAColumnForEachText) {
  EXPECT_EQ(speed_text(two_decoders()),
            "speed: a processor; g++; 9 repetitions of each measurement\n"
            "       GB/s, the median; in parentheses the ratio to (copy)\n"
            "  lossy32, 65,536 code units\n"
            "    decoder  ascii         web/100\n"
            "    (copy)   10.00 (1.00)\n"
            "    alpha    2.50 (0.25)   1.00\n"
            "\n"
            "  not measured: beta, lossy32: other values\n");
}

// No line of a terminal is longer than 100 columns.
TEST(SpeedText, PartsATableThatIsTooWide) {
  SpeedRecord speed = two_decoders();
  for (int i = 0; i < 12; ++i) {
    speed.measurements.push_back(measured_as("alpha", "text" + std::to_string(i), 2.5, 0.25));
  }
  const std::string text = speed_text(speed);
  std::size_t start = 0;
  for (std::size_t end; (end = text.find('\n', start)) != std::string::npos; start = end + 1) {
    EXPECT_LE(end - start, 100u) << text.substr(start, end - start);
  }
  EXPECT_THAT(text, HasSubstr("text11"));
}

TEST(SpeedText, ForeignTextStaysHarmless) {
  SpeedRecord speed = two_decoders();
  speed.measurements[1].subject = "\x1B[31mred";
  EXPECT_THAT(speed_text(speed), Not(HasSubstr("\x1B")));
}

TEST(SpeedMarkdown, IsATable) {
  EXPECT_THAT(
      speed_markdown(two_decoders()),
      AllOf(HasSubstr("## Speed\n\na processor; "), HasSubstr("| decoder | ascii | web/100 |"),
            HasSubstr("| alpha | 2.50 \\(0.25\\) | 1.00 |"),
            HasSubstr("- Not measured: beta, lossy32: other values\n")));
}

TEST(SpeedText, StandsInTheSummaryAndInMarkdown) {
  Report report = fixture::report();
  report.speed = {two_decoders()};
  EXPECT_THAT(render_summary(report, {}), HasSubstr("lossy32, 65,536 code units"));
  EXPECT_THAT(render_markdown(report), HasSubstr("## Speed"));
  report.speed.clear();
  EXPECT_THAT(render_summary(report, {}), Not(HasSubstr("speed:")));
  EXPECT_THAT(render_markdown(report), Not(HasSubstr("## Speed")));
}

}  // namespace
}  // namespace placemat
