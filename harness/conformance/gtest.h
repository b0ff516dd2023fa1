// gtest.h: a decoder as tests of GoogleTest.
//
//   PLACEMAT_CONFORMANCE_TEST(MyDecoder, my_table)
//   PLACEMAT_CONFORMANCE_TEST(MyDecoder, my_table, .budget = "standard", .baseline = "mine.jsonl")
//
// my_table is a placemat_decoder, followed by members of ConformanceOptions in their order. The
// macro defines a test for each error class (MyDecoder.Overlong) and MyDecoder.Run for coverage,
// the baseline and the expected list; all share one run. A failure points at the macro. With the
// environment variable PLACEMAT_REPLAY, which a failure prints, a test makes only that one check;
// with PLACEMAT_BLESS, the run is written to the files that `expected` and `baseline` name.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "harness/conformance/conformance.h"

namespace placemat {

// The command that runs this program with the current test only.
inline std::string this_test() {
  const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
  std::string program;
  std::getline(std::ifstream("/proc/self/cmdline"), program, '\0');
  return program + " --gtest_filter=" + test->test_suite_name() + "." + test->name();
}

// One decoder in one program: the run is made when the first of its tests asks.
class ConformanceRun {
 public:
  using Subject = std::pair<placemat_decoder, ConformanceOptions>;
  ConformanceRun(const char* file, int line, Subject (*subject)())
      : file_(file), line_(line), subject_(subject) {}

  void test(std::size_t part) {
    if (const char* replayed = std::getenv("PLACEMAT_REPLAY"); replayed != nullptr) {
      const auto [decoder, options] = given();
      const Conformance result = replay_conformance(decoder, options, replayed);
      if (!result.conforms) fail(result.text);
      return;
    }
    if (!result_) {
      const auto [decoder, options] = given();
      result_ = check_conformance(decoder, options, this_test());
    }
    const ConformancePart& wanted = result_->parts.at(part);
    for (const ConformanceFailure& failure : wanted.failures) {
      const std::string replay = replay_command(failure.replay, this_test());
      fail(failure.text + (replay.empty() ? "" : "     replay    " + replay + "\n"));
    }
    if (!wanted.is_checked && wanted.failures.empty()) {
      GTEST_SKIP() << "nothing checked, or not claimed";
    }
  }

 private:
  Subject given() const {
    Subject subject = subject_();
    ConformanceOptions& options = subject.second;
#ifdef PLACEMAT_CORPUS_DIRECTORY
    if (options.corpus.empty()) options.corpus = PLACEMAT_CORPUS_DIRECTORY;
#endif
    options.bless |= std::getenv("PLACEMAT_BLESS") != nullptr;
    return subject;
  }
  void fail(const std::string& text) const { ADD_FAILURE_AT(file_, line_) << text; }

  const char* file_;
  int line_;
  Subject (*subject_)();
  std::optional<Conformance> result_;
};

class ConformanceTest : public testing::Test {
 public:
  ConformanceTest(std::shared_ptr<ConformanceRun> run, std::size_t part)
      : run_(std::move(run)), part_(part) {}

 private:
  void TestBody() override { run_->test(part_); }

  std::shared_ptr<ConformanceRun> run_;
  std::size_t part_;
};

// A test of the suite `name` for each part.
inline bool add_conformance_tests(const char* name, const char* file, int line,
                                  ConformanceRun::Subject (*subject)()) {
  const auto run = std::make_shared<ConformanceRun>(file, line, subject);
  const std::vector<std::string> parts = conformance_parts();
  for (std::size_t part = 0; part < parts.size(); ++part) {
    testing::RegisterTest(
        name, parts[part].c_str(), nullptr, nullptr, file, line,
        [run, part]() -> testing::Test* { return new ConformanceTest(run, part); });
  }
  return true;
}

}  // namespace placemat

// Only a macro knows the file and the line where it stands.
#define PLACEMAT_CONFORMANCE_TEST(name, decoder, ...)                                        \
  [[maybe_unused]] static const bool placemat_conformance_test_##name =                      \
      placemat::add_conformance_tests(#name, __FILE__, __LINE__, [] {                        \
        return placemat::ConformanceRun::Subject{(decoder),                                  \
                                                 placemat::ConformanceOptions{__VA_ARGS__}}; \
      });
