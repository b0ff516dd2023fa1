// lemma_check_test.cc: lemmas that are asked by several processes have the results of one.
#include "harness/prove/lemma_check.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <stdexcept>

namespace placemat::prove {
namespace {

// x + y = k has a solution; that x < k and x >= k has none. Every fifth claims the contrary.
std::vector<Lemma> some_lemmas(z3::context& context, unsigned count) {
  std::vector<Lemma> lemmas;
  const z3::expr x = context.bv_const("x", 16), y = context.bv_const("y", 16);
  for (unsigned k = 0; k < count; ++k) {
    const z3::expr limit = context.bv_val(k, 16);
    const bool is_possible = k % 2 == 0, is_false = k % 5 == 4;
    lemmas.push_back(
        {.name = std::to_string(k),
         .about = "lemma",
         .claim = "",
         .is_satisfiable = is_possible != is_false,
         .formula = is_possible ? x + y == limit : z3::ult(x, limit) && z3::uge(x, limit)});
  }
  return lemmas;
}

class LemmaCheck : public testing::TestWithParam<unsigned> {};

TEST_P(LemmaCheck, FindsTheSameByAnyNumberOfProcesses) {
  z3::context context;
  std::vector<Lemma> lemmas = some_lemmas(context, 40);
  check_lemmas(lemmas, GetParam());
  for (unsigned k = 0; k < lemmas.size(); ++k) {
    EXPECT_EQ(lemmas[k].result, k % 5 == 4 ? Lemma::Result::kRefuted : Lemma::Result::kHolds) << k;
  }
}

TEST_P(LemmaCheck, LeavesNoProcess) {
  z3::context context;
  std::vector<Lemma> lemmas = some_lemmas(context, 3);
  check_lemmas(lemmas, GetParam());
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

INSTANTIATE_TEST_SUITE_P(Processes, LemmaCheck, testing::Values(1u, 2u, 5u),
                         testing::PrintToStringParamName());

TEST(LemmaCheckOfOne, NoLemmasAreNoWork) {
  std::vector<Lemma> none;
  check_lemmas(none, 3);
  EXPECT_TRUE(none.empty());
}

// Each copy of this process takes a lemma and ends before it has the answer: the system kills it,
// or the solver throws. This process waits until one has.
class LemmaCheckOfOneThatEnds : public testing::TestWithParam<bool> {};

TEST_P(LemmaCheckOfOneThatEnds, AsksAgainWhatACopyLeft) {
  z3::context context;
  std::vector<Lemma> lemmas = some_lemmas(context, 12);
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  const pid_t own = getpid();
  // An exception that leaves check_lemmas() in a copy passes here.
  struct Guard {
    pid_t own;
    int end;
    ~Guard() {
      if (getpid() != own) _exit(static_cast<int>(write(end, "x", 1)));
    }
  } const guard{own, ends[1]};
  bool has_waited = false;
  check_lemmas(lemmas, 2, [&](Lemma& lemma) {
    char byte = 0;
    if (getpid() != own) {
      if (write(ends[1], &byte, 1) != 1 || !GetParam()) _exit(EXIT_FAILURE);
      throw std::runtime_error("no answer");
    }
    if (!has_waited) {
      EXPECT_EQ(read(ends[0], &byte, 1), 1);
    }
    has_waited = true;
    check_lemma(lemma);
  });
  close(ends[1]);
  for (char more = 0; read(ends[0], &more, 1) == 1;)
    EXPECT_EQ(more, 0) << "a copy went on behind check_lemmas()";
  close(ends[0]);
  EXPECT_TRUE(has_waited);
  for (unsigned k = 0; k < lemmas.size(); ++k) {
    EXPECT_EQ(lemmas[k].result, k % 5 == 4 ? Lemma::Result::kRefuted : Lemma::Result::kHolds) << k;
  }
}

INSTANTIATE_TEST_SUITE_P(Throws, LemmaCheckOfOneThatEnds, testing::Bool(),
                         testing::PrintToStringParamName());

}  // namespace
}  // namespace placemat::prove
