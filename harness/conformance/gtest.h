// gtest.h: a decoder as a test of GoogleTest.
//
//   PLACEMAT_CONFORMANCE_TEST(MyDecoder, my_table)
//   PLACEMAT_CONFORMANCE_TEST(MyDecoder, my_table, .budget = "standard")
//
// my_table is a placemat_decoder, followed by members of ConformanceOptions in their order. The
// test fails when the decoder does not do what it claims. With the environment variable
// PLACEMAT_REPLAY, which a failure prints, the test makes only that one check.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "harness/conformance/conformance.h"

namespace placemat {

// The command that runs this program with the current test only.
inline std::string this_test() {
  const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
  std::string program;
  std::getline(std::ifstream("/proc/self/cmdline"), program, '\0');
  return program + " --gtest_filter=" + test->test_suite_name() + "." + test->name();
}

inline void expect_conformance(const placemat_decoder& decoder, ConformanceOptions options) {
#ifdef PLACEMAT_CORPUS_DIRECTORY
  if (options.corpus.empty()) options.corpus = PLACEMAT_CORPUS_DIRECTORY;
#endif
  const char* replayed = std::getenv("PLACEMAT_REPLAY");
  const Conformance result = replayed != nullptr ? replay_conformance(decoder, options, replayed)
                                                 : check_conformance(decoder, options, this_test());
  EXPECT_TRUE(result.conforms) << result.text;
}

}  // namespace placemat

// The only macro of the project: only a macro can define a test.
#define PLACEMAT_CONFORMANCE_TEST(name, decoder, ...)                                   \
  TEST(name, DoesWhatItClaims) {                                                        \
    placemat::expect_conformance((decoder), placemat::ConformanceOptions{__VA_ARGS__}); \
  }
