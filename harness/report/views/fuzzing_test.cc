#include "harness/report/views/fuzzing.h"

#include <gmock/gmock.h>

#include "harness/report/fixture.h"

namespace placemat {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const FuzzingRecord& campaign_of_two_minutes() {
  static const Report kReport = fixture::report();
  return kReport.fuzzing.at(0);
}

TEST(FuzzingText, SaysHowMuchWhenAndWhatWasNotReached) {
  EXPECT_THAT(fuzzing_text(campaign_of_two_minutes()),
              AllOf(HasSubstr("fuzzing of beta as utf-8/maximal-subpart/keep\n"),
                    HasSubstr("1,234,567 executions in 1:02 min, 20,074 a second, by an engine 1"),
                    HasSubstr("(2 processes)"), HasSubstr("resumed 1 time"),
                    HasSubstr("120 edges, 456 features, 78 inputs in the corpus"),
                    HasSubstr("accepts-overlong|C0 AF"), HasSubstr("2.2 s"),
                    HasSubstr("not reached: stream_lossy: it is no longer called")));
}

TEST(FuzzingText, ForeignTextStaysHarmless) {
  FuzzingRecord record = campaign_of_two_minutes();
  record.decoder = "two\nlines";
  record.not_reached = {"\x1B[31mred"};
  EXPECT_THAT(fuzzing_text(record), Not(HasSubstr("\x1B")));
  EXPECT_THAT(fuzzing_text(record), Not(HasSubstr("two\nlines")));
  record.detections[0].key = "no bars";
  EXPECT_THAT(fuzzing_text(record), HasSubstr("no bars"));
}

TEST(FuzzingMarkdown, HasTheSameTables) {
  EXPECT_THAT(fuzzing_markdown(campaign_of_two_minutes()),
              AllOf(HasSubstr("## Fuzzing of beta\n"), HasSubstr("| 1:02 min |"),
                    HasSubstr("- Not reached: ")));
}

}  // namespace
}  // namespace placemat
