// A run may be killed at any moment: between two writes, and in the middle of one. The
// journal then returns what was completely written before, and nothing else.
#include "harness/isolation/journal.h"

#include <gmock/gmock.h>
#include <sys/resource.h>

#include <csignal>

#include "harness/bytes/error.h"
#include "harness/bytes/scratch_fixture.h"
#include "harness/bytes/unwritten.h"

namespace placemat {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

const std::string kRun = "placemat 1 of these decoders";

class Journals : public testing::Test {
 protected:
  // A ledger that differs from the others.
  static Ledger ledger(std::uint64_t checks) {
    Ledger ledger;
    ledger.tally = {"sequences", 1, checks, 0};
    Ledger::Entry entry;
    entry.check.units = {0xC0, 0xAF};
    entry.failure.kind = Kind::kAcceptsOverlong;
    entry.failure.expected = "ill-formed at 0, length 1";
    entry.failure.seen = "well-formed: 2F";
    entry.checks = checks;
    ledger.entries[{Kind::kAcceptsOverlong, 0, {1, 2}}] = entry;
    return ledger;
  }
  static Job job(std::size_t shard) { return {0, 1, shard, 0}; }

  // With the jobs 0 to `count` - 1, of which the n-th has n + 100 checks.
  void write(std::size_t count) {
    Journal journal(path_, kRun, false);
    for (std::size_t i = 0; i < count; ++i) journal.add(job(i), ledger(i + 100));
  }
  std::string contents() const {
    std::ifstream in(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void set_contents(const std::string& text) const {
    std::ofstream(path_, std::ios::binary) << text;
  }
  // The number of known jobs, each checked against what was written.
  static std::size_t known(Journal& journal) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < 10; ++i) {
      const auto found = journal.find(job(i));
      if (!found) continue;
      EXPECT_EQ(count, i) << "one before it is lost";
      ++count;
      EXPECT_EQ(found->tally.checks, i + 100);
      EXPECT_EQ(found->tally.source, "sequences");
      EXPECT_EQ(found->entries.size(), 1u);
      EXPECT_EQ(found->entries.begin()->second.failure.seen, "well-formed: 2F");
      EXPECT_EQ(found->entries.begin()->second.check.units, (Bytes{0xC0, 0xAF}));
    }
    EXPECT_EQ(journal.known(), count);
    return count;
  }

  const fs::path path_ = scratch("journal");
};

TEST_F(Journals, RoundTrip) {
  write(3);
  Journal journal(path_, kRun, true);
  EXPECT_EQ(known(journal), 3u);
  EXPECT_FALSE(journal.find({1, 1, 0, 0}));
  EXPECT_FALSE(journal.find({0, 2, 0, 0}));
  // Another set of operations, or skipped cases, is another job.
  EXPECT_FALSE(journal.find({0, 1, 0, 1}));
  EXPECT_FALSE(journal.find({0, 1, 0, 0, {{0xFE}}}));
}

TEST_F(Journals, AreContinued) {
  write(2);
  {
    Journal journal(path_, kRun, true);
    journal.add(job(2), ledger(102));
  }
  Journal journal(path_, kRun, true);
  EXPECT_EQ(known(journal), 3u);
}

// Cut at every byte: complete jobs are known, no partial one is, and later writes are
// found again.
TEST_F(Journals, KeepCompleteJobsWhenTruncated) {
  write(3);
  const std::string whole = contents();
  std::size_t most = 0;
  // At every byte in the last third, and at some before.
  for (std::size_t length = 0; length <= whole.size();
       length += 3 * length < 2 * whole.size() ? 13 : 1) {
    set_contents(whole.substr(0, length));
    std::size_t count = 0;
    {
      Journal journal(path_, kRun, true);
      count = known(journal);
      journal.add(job(count), ledger(count + 100));
    }
    EXPECT_GE(count, most) << length;
    most = std::max(most, count);
    Journal journal(path_, kRun, true);
    ASSERT_EQ(known(journal), count + 1) << length;
  }
  EXPECT_EQ(most, 3u);
}

// A disk may return the right length and the wrong bytes: nothing from the first wrong
// byte on is accepted. Where they are in the name of the run, it may be of any run.
TEST_F(Journals, KeepJobsBeforeDamagedBytes) {
  write(0);
  const std::size_t name_of_run = contents().size();
  write(3);
  const std::string whole = contents();
  for (std::size_t at = 0; at < whole.size(); at += 31) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x40);
    set_contents(damaged);
    if (at < name_of_run) {
      EXPECT_THROW(Journal(path_, kRun, true), InputError) << at;
      continue;
    }
    Journal journal(path_, kRun, true);
    EXPECT_LT(known(journal), 3u) << at;
  }
}

TEST_F(Journals, EndAtAnImpossibleLength) {
  write(1);
  set_contents(contents() + std::string(16, '\xFF') + "behind");
  Journal journal(path_, kRun, true);
  EXPECT_EQ(known(journal), 1u);
}

// FNV-1a of nothing is its offset basis, so an empty frame has a right digest.
TEST_F(Journals, EndAtAFrameThatHoldsNothing) {
  const std::array<std::uint64_t, 2> empty{0, 0xCBF29CE484222325};
  write(2);
  std::ofstream(path_, std::ios::app | std::ios::binary)
      .write(reinterpret_cast<const char*>(empty.data()), sizeof(empty));
  Journal journal(path_, kRun, true);
  EXPECT_EQ(known(journal), 2u);
}

TEST_F(Journals, OfAnotherRunAreNotContinued) {
  write(1);
  try {
    Journal journal(path_, "placemat 2 of these decoders", true);
    ADD_FAILURE();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("is of another run"));
  }
  // The attempt does not destroy it.
  Journal journal(path_, kRun, true);
  EXPECT_EQ(known(journal), 1u);
}

TEST_F(Journals, AFileOfSomethingElseIsNotOverwritten) {
  for (const std::string& text : {std::string("notes\n"), std::string(4096, 'x')}) {
    set_contents(text);
    try {
      Journal(path_, kRun, true);
      FAIL() << "continued " << text.size() << " units";
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr("holds no run"));
    }
    EXPECT_EQ(contents(), text);
  }
}

TEST_F(Journals, ThatAreAbsentCannotBeContinued) {
  EXPECT_THROW(Journal(path_, kRun, true), InputError);
  EXPECT_THROW(Journal("/nowhere/at/all/journal", kRun, false), InputError);
}

TEST_F(Journals, AreDiscardedByANewRun) {
  write(3);
  {
    Journal journal(path_, kRun, false);
  }
  Journal journal(path_, kRun, true);
  EXPECT_EQ(known(journal), 0u);
  journal.remove();
  EXPECT_FALSE(fs::exists(path_));
}

// Counts its jobs, and can be stopped.
class CountingExecutor final : public Executor {
 public:
  CountingExecutor(int& asked, const bool& sound) : asked_(asked), sound_(sound) {}
  Ledger check(const Job& job) override {
    ++asked_;
    Ledger ledger;
    ledger.tally.checks = job.shard + 100;
    return ledger;
  }
  DecoderResult conclude(std::size_t, const Ledger&, const Tallies&) override { return {}; }
  bool is_sound() const override { return sound_; }

 private:
  int& asked_;
  const bool& sound_;
};

TEST_F(Journals, SkipFinishedJobs) {
  int asked = 0;
  bool sound = true;
  {
    Journal journal(path_, kRun, false);
    JournaledExecutor executor(journal, std::make_unique<CountingExecutor>(asked, sound));
    EXPECT_EQ(executor.check(job(0)).tally.checks, 100u);
    sound = false;  // stopped in the middle: the answer is not complete
    EXPECT_EQ(executor.check(job(1)).tally.checks, 101u);
  }
  EXPECT_EQ(asked, 2);
  sound = true;
  Journal journal(path_, kRun, true);
  JournaledExecutor executor(journal, std::make_unique<CountingExecutor>(asked, sound));
  EXPECT_EQ(executor.check(job(0)).tally.checks, 100u);
  EXPECT_EQ(asked, 2);
  EXPECT_EQ(executor.check(job(1)).tally.checks, 101u);
  EXPECT_EQ(asked, 3);
}

// Lets no file of this process grow beyond `most` units.
class SmallFiles {
 public:
  explicit SmallFiles(rlim_t most) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit small{most, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    std::signal(SIGXFSZ, SIG_IGN);
  }
  ~SmallFiles() { setrlimit(RLIMIT_FSIZE, &before_); }

 private:
  rlimit before_{};
};

// On a thread of a run nothing may be thrown.
TEST_F(Journals, ThatCannotBeWrittenAreReportedOnce) {
  EXPECT_THROW(Journal("/dev/full", kRun, false), SystemError);
  int asked = 0;
  const bool sound = true;
  std::vector<std::string> troubles;
  Journal journal(path_, kRun, false);
  JournaledExecutor executor(journal, std::make_unique<CountingExecutor>(asked, sound),
                             [&](const std::string& what) { troubles.push_back(what); });
  const SmallFiles limit(fs::file_size(path_) + 8);
  for (std::size_t shard = 0; shard < 3; ++shard) {
    EXPECT_EQ(executor.check(job(shard)).tally.checks, shard + 100);
  }
  EXPECT_FALSE(executor.is_sound());
  EXPECT_THAT(troubles, testing::ElementsAre(HasSubstr("File too large")));
}

}  // namespace
}  // namespace placemat
