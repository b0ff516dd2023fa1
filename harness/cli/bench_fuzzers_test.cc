// `placemat bench fuzz` with an engine that only counts how often it was started.
#include <gmock/gmock.h>

#include <algorithm>

#include "harness/bytes/text_file.h"
#include "harness/cli/shell.h"

namespace placemat {
namespace {

using testing::HasSubstr;

class BenchFuzz : public WithDirectory {
 protected:
  BenchFuzz() { write_engine(""); }

  // Says 5,000 executions, and waits for the limit.
  void write_engine(const std::string& more) {
    const std::filesystem::path engine =
        file("benchmark_uniform", "#!/bin/sh\n" + more + "echo >> " + calls_ +
                                      "\nprintf '\\210\\023' | dd of=\"$PLACEMAT_FUZZ_RECORD\" "
                                      "conv=notrunc 2>/dev/null\nexec sleep 100\n");
    std::filesystem::permissions(engine, std::filesystem::perms::owner_all);
  }

  ShellResult bench(const std::string& more) const {
    return shell(kProgram + " bench fuzz --faults 2 --limit 0.5 --targets " + directory_.string() +
                 " --journal " + path("trials") + " " + more);
  }
  std::ptrdiff_t calls() const {
    return std::ranges::count(std::filesystem::exists(calls_) ? read_text_file(calls_) : "", '\n');
  }

 private:
  const std::string calls_ = path("calls");
};

// One test, since it takes seconds to draw the faults.
TEST_F(BenchFuzz, RunsOnlyTheTrialsThatItsJournalLacks) {
  EXPECT_THAT(bench("--trials 1 --resume").out, HasSubstr("there is nothing to resume"));
  const ShellResult one = bench("--trials 1");
  EXPECT_EQ(one.code, 0) << one.out;
  EXPECT_EQ(calls(), 3);  // of two faults, and of the control
  const ShellResult two = bench("--trials 2 --resume");
  EXPECT_EQ(two.code, 0) << two.out;
  EXPECT_EQ(calls(), 5);

  EXPECT_THAT(bench("--trials 2").out, HasSubstr("--resume takes its trials"));
  EXPECT_THAT(bench("--trials 2 --resume --seed 7").out, HasSubstr("is of another run"));

  write_engine("# another program\n");
  const ShellResult other = bench("--trials 1 --resume --engine 'uniform random'");
  EXPECT_EQ(other.code, 0) << other.out;
  EXPECT_EQ(calls(), 8);
  EXPECT_THAT(other.out, HasSubstr("not asked for"));
  EXPECT_THAT(bench("--engine uniform").out, HasSubstr("uniform random"));  // one of the names
}

}  // namespace
}  // namespace placemat
