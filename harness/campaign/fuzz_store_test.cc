#include "harness/campaign/fuzz_store.h"

#include <gmock/gmock.h>

#include "harness/bytes/error_fixture.h"
#include "harness/bytes/scratch_fixture.h"
#include "harness/bytes/text_file.h"

namespace placemat {
namespace {

using testing::HasSubstr;

FuzzedSubject subject() {
  return {"mine", "1.0", "utf-8/reject/keep", "./mine.so", "ab12", "GCC", {"avx2"}, "0.1", ~0ULL};
}

StoredFailure failure(const std::string& key) {
  StoredFailure stored;
  stored.subject = subject();
  stored.bucket = 0xFFFF'FFFF'FFFF'FFF0;
  stored.seconds = 1.5;
  stored.executions = 12;
  stored.finding.decoder = "mine";
  stored.finding.key = key;
  stored.finding.minimal = "C0 80";
  return stored;
}

std::string refusal(const FuzzedSubject& of, bool resume) {
  try {
    FuzzStore(scratch("findings.jsonl"), of, resume);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(FuzzStore, HasWhatWasAddedWhenItIsResumed) {
  {
    FuzzStore store(scratch("findings.jsonl"), subject(), false);
    store.add(failure("one"));
    store.add(StoredProgress{{2.5, 100, 1, 2, 3, 1}, 90, 7, {{"one", 7}}, {{"lossy32", 90}}, {}});
    store.add(failure("two"));
  }
  const FuzzStore store(scratch("findings.jsonl"), subject(), true);
  ASSERT_EQ(store.failures().size(), 2u);
  EXPECT_EQ(store.failures()[1].finding.key, "two");
  EXPECT_EQ(store.failures()[0].bucket, 0xFFFF'FFFF'FFFF'FFF0);
  EXPECT_EQ(store.failures()[0].subject.seed, ~0ULL);
  ASSERT_EQ(store.progress().size(), 1u);
  EXPECT_EQ(store.progress()[0].counts.at(0).checks, 7u);
  EXPECT_EQ(store.progress()[0].operations.at(0).checks, 90u);
  EXPECT_EQ(store.resumed(), 1u);
}

// A process that was killed leaves any beginning of its last line.
TEST(FuzzStore, ATornLineIsDropped) {
  {
    FuzzStore store(scratch("findings.jsonl"), subject(), false);
    store.add(failure("one"));
  }
  const std::string whole = read_text_file(scratch("findings.jsonl"));
  const std::size_t last = whole.rfind('\n', whole.size() - 2) + 1;
  for (const std::size_t cut : {last + 1, last + 40, whole.size() - 1}) {
    written("findings.jsonl", whole.substr(0, cut));
    {
      FuzzStore store(scratch("findings.jsonl"), subject(), true);
      EXPECT_TRUE(store.failures().empty()) << cut;
      store.add(failure("again"));
    }
    EXPECT_EQ(FuzzStore(scratch("findings.jsonl"), subject(), true).failures().size(), 1u) << cut;
  }
}

TEST(FuzzStore, IsOfOneDecoderAndOneCampaignAtATime) {
  EXPECT_THAT(refusal(subject(), true), HasSubstr("nothing to resume"));
  {
    const FuzzStore store(scratch("findings.jsonl"), subject(), false);
    EXPECT_THAT(refusal(subject(), true), HasSubstr("another campaign is writing it"));
  }
  EXPECT_THAT(refusal(subject(), false), HasSubstr("--resume continues it"));
  FuzzedSubject rebuilt = subject();
  rebuilt.digest = "cd34";
  EXPECT_THAT(refusal(rebuilt, true), HasSubstr("another build of mine"));
  FuzzedSubject other = subject();
  other.called = "./other.so";
  EXPECT_THAT(refusal(other, true), HasSubstr("is about ./mine.so"));
}

TEST(FuzzStore, AFileOfAnotherKindIsRefusedWithItsPlace) {
  written("findings.jsonl", "{\"record\": \"header\"}\n");
  EXPECT_THAT(refusal(subject(), true), HasSubstr("findings.jsonl:1"));
  written("findings.jsonl", "not JSON\n");
  EXPECT_THAT(refusal(subject(), true), HasSubstr("findings.jsonl:1"));
}

}  // namespace
}  // namespace placemat
