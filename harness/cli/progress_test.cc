#include "harness/cli/progress.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <chrono>
#include <set>
#include <sstream>
#include <thread>

#include "harness/bytes/scratch_fixture.h"
#include "harness/bytes/text_file.h"

namespace placemat::cli {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

// 300 of 1,200 parts in 30 s: 10 a second, and 900 parts take 90 s more.
TEST(ProgressText, SaysShareRateAndTimeLeft) {
  EXPECT_EQ(progress_text("run", 300, 1200, 30, 100),
            "run: 25 % of 1,200 parts, 10 parts/s, 90 s left");
  EXPECT_EQ(progress_text("run", 1, 4, 10, 100), "run: 25 % of 4 parts, 0.1 parts/s, 30 s left");
  EXPECT_EQ(progress_text("run", 1, 61, 60, 100), "run: 1 % of 61 parts, 0.0 parts/s, 60 min left");
}

TEST(ProgressText, SaysTheTimeBeforeTheFirstPart) {
  EXPECT_EQ(progress_text("run", 0, 1200, 7.4, 100), "run, 7 s");
  EXPECT_EQ(progress_text("run: reducing 3 failures", 0, 0, 40, 100),
            "run: reducing 3 failures, 40 s");
}

// 1 % in 260 s would be seven hours, of which there are 101 s.
TEST(ProgressText, SaysNoMoreTimeThanThereIs) {
  EXPECT_EQ(progress_text("audit", 1, 100, 260, 100, 101),
            "audit: 1 % of 100 parts, 0.0 parts/s, ends in 2 min");
  EXPECT_EQ(progress_text("audit", 1, 100, 260, 100),
            "audit: 1 % of 100 parts, 0.0 parts/s, 7.2 h left");
  EXPECT_EQ(progress_text("audit", 99, 100, 99, 100, 101),
            "audit: 99 % of 100 parts, 1.0 parts/s, 1 s left");
  EXPECT_EQ(progress_text("audit: identifying", 0, 0, 5, 100, 20),
            "audit: identifying, 5 s, ends in 20 s");
  EXPECT_EQ(progress_text("audit: reducing 1 failure", 0, 0, 5, 100, -1),
            "audit: reducing 1 failure, 5 s, ends in 0 s");
}

TEST(ProgressText, FitsTheWidth) {
  for (std::size_t width = 40; width < 120; ++width) {
    const std::string text =
        progress_text("selftest, standard budget", 123456, 9876543, 4000, width);
    EXPECT_LT(text.size(), width);
    EXPECT_THAT(text, HasSubstr("1 %"));
  }
}

// What is written to standard error, in a file, until it ends.
class StandardError {
 public:
  StandardError() : kept_(dup(STDERR_FILENO)) {
    const int file = open(scratch("stderr").c_str(), O_CREAT | O_WRONLY | O_APPEND, 0600);
    dup2(file, STDERR_FILENO);
    close(file);
  }
  ~StandardError() {
    dup2(kept_, STDERR_FILENO);
    close(kept_);
  }
  static std::string text() { return read_text_file(scratch("stderr")); }
  // Waits until it is so; a minute means that it never will be.
  template <class Condition>
  static void await(const Condition& is_so) {
    for (int i = 0; i < 6000 && !is_so(text()); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }

 private:
  int kept_;
};

// The line is written although no part ends, and the time left grows meanwhile.
TEST(ProgressLine, MovesWhileAPartLasts) {
  const StandardError error;
  std::set<std::string> lines;
  {
    Progress progress(ProgressStyle::kLine, "work");
    progress.at(1, 4);
    error.await([&](const std::string& text) {
      lines.clear();
      std::istringstream in(text);
      for (std::string line; std::getline(in, line, '\r');) {
        if (line.ends_with(" s left\x1b[K")) lines.insert(line);
      }
      return lines.size() > 1;
    });
  }
  EXPECT_EQ(lines.size(), 2u);
  EXPECT_THAT(lines, testing::Each(testing::StartsWith("work: 25 % of 4 parts, ")));
  EXPECT_TRUE(error.text().ends_with("\r\x1b[K"));
}

// The share and the time left are of the step, not of all before it.
TEST(ProgressLine, AStepBeginsAnew) {
  const StandardError error;
  {
    Progress progress(ProgressStyle::kLine, "work: first");
    progress.at(3, 4);
    progress.begin("work: second");
    progress.begin("work: second");
    progress.at(1, 2);
    error.await([](const std::string& text) { return text.find(" left") != std::string::npos; });
  }
  EXPECT_THAT(error.text(), HasSubstr("work: second: 50 % of 2 parts"));
  EXPECT_THAT(error.text(), testing::Not(HasSubstr("first")));
}

TEST(ProgressLine, IsSilentWithoutATerminalInTheFirstMinute) {
  testing::internal::CaptureStderr();
  for (const ProgressStyle style : {ProgressStyle::kNone, ProgressStyle::kMinutes}) {
    Progress progress(style, "work");
    progress.at(1, 4);
    progress.clear();
    progress.at(2, 4);
  }
  EXPECT_THAT(testing::internal::GetCapturedStderr(), IsEmpty());
}

}  // namespace
}  // namespace placemat::cli
