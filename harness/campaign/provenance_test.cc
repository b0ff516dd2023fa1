#include "harness/campaign/provenance.h"

#include <gmock/gmock.h>

namespace placemat {
namespace {

TEST(Provenance, QuotesTheWordsOfACall) {
  const std::vector<const char*> words{"placemat", "audit", "my decoder.so", "--", "it's", ""};
  EXPECT_EQ(command_line(words), "placemat audit 'my decoder.so' -- 'it'\\''s' ''");
}

TEST(Provenance, StatesTheMachineAndTheCall) {
  const Header::Run run = this_run("placemat run", 3);
  EXPECT_EQ(run.command, "placemat run");
  EXPECT_EQ(run.threads, 3u);
  EXPECT_EQ(run.commit, "unknown");
  EXPECT_THAT(run.os, testing::HasSubstr("Linux "));
  EXPECT_FALSE(run.cpu.empty());
  EXPECT_FALSE(run.build_type.empty());
  EXPECT_THAT(run.started, testing::MatchesRegex("20..-..-..T..:..:..Z"));
  invocation().commit = "0123456789ab";
  invocation().command = "placemat run --budget quick";
  EXPECT_EQ(this_run("placemat run", 1).given, "placemat run --budget quick");
  EXPECT_EQ(this_run("placemat run", 1).command, "placemat run");
  EXPECT_EQ(this_run("placemat run", 1).commit, "0123456789ab");
  invocation() = {};
}

}  // namespace
}  // namespace placemat
