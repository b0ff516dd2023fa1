// stopped_child_test.cc: the reduction of what a slow child did wrong ends soon after its run is
// stopped, as it is by a limit of time.
#include <gmock/gmock.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <set>
#include <thread>

#include "harness/bytes/scratch_fixture.h"
#include "harness/isolation/archive.h"
#include "harness/isolation/lines.h"
#include "harness/isolation/listed.h"
#include "harness/judge/patience.h"

namespace placemat {
namespace {

using std::chrono::steady_clock;

// Answers one letter to any text, and waits before each answer while there is a file `slow`.
ChildCommand child(const std::filesystem::path& slow) {
  return {{"bash", "-c",
           "read line; printf '%s\\n' 'hello {\"name\":\"told\",\"dialect\":\"utf-8\","
           "\"policy\":\"maximal-subpart\",\"modes\":[\"lossy\",\"strict\"]}'; "
           "while read -r n mode hex; do [ -e " +
               slow.string() + " ] && sleep 0.01; printf '%s ok 41\\n' $n; done"},
          3000};
}

// Texts of all classes of errors, some characters long each.
std::vector<std::string> texts() {
  std::vector<std::string> all;
  for (const char* error : {"80", "C080", "EDA080", "F4908080", "F8", "C3", "E282", "FF", "EFBFBE",
                            "E29C94", "F09F9880", "00", "EFBBBF"}) {
    for (const char* before : {"42", "C3A9", "E29C94"}) {
      for (const char* behind : {"", "43"}) all.push_back(std::string(before) + error + behind);
    }
  }
  return all;
}

TEST(StoppedChild, EndsInTimeWithAllKindsFound) {
  std::signal(SIGPIPE, SIG_IGN);
  Limits limits;
  limits.call_ms = 1'000;
  limits.isolate = false;
  limits.output_mib = 1;
  const std::filesystem::path slow = scratch("slow");
  const std::vector<Target> no_targets;
  const RunContext none{no_targets, {}, nullptr};
  const auto make = [&](const RunContext& context) {
    return make_line_host(context, child(slow), limits, std::make_shared<HangLimit>(1'000));
  };
  const auto told = Unpacker(make(none)->answer(packed(Request::kDescribe))).read<Description>();
  const DecoderProxy proxy(told.claims);
  const std::vector<Target> subjects{make_target(proxy.decoder(), {"listed"}, {}, "utf-8")};
  std::atomic<bool> stop{false};
  const RunContext context{subjects, {{std::make_shared<ListedCases>(texts())}}, &stop};
  const auto host = make(context);
  host->answer(packed(Request::kDescribe));
  const auto whole =
      Unpacker(host->answer(packed(Request::kCheck, Job{0, 0, 0, 0}))).read<Ledger>();
  ASSERT_GT(whole.entries.size(), 10u);

  // The time of the run is over while it reduces.
  written("slow", "");
  constexpr std::chrono::milliseconds kTime{500};
  const auto begun = steady_clock::now();
  std::thread alarm([&] {
    std::this_thread::sleep_for(kTime);
    stop = true;
  });
  const auto result =
      Unpacker(host->answer(packed(Request::kConclude, std::size_t{0}, whole, Tallies())))
          .read<DecoderResult>();
  alarm.join();
  EXPECT_LT(steady_clock::now() - begun, kTime + kTimeToReduce + std::chrono::minutes(2));

  std::set<Kind> found, kinds;
  std::uint64_t failed = 0, checks = 0;
  for (const auto& [bucket, entry] : whole.entries) {
    found.insert(entry.failure.kind);
    failed += entry.checks;
  }
  bool is_marked = false;
  for (const Finding& finding : result.findings) {
    kinds.insert(finding.kind);
    for (const Symptom& symptom : finding.symptoms) kinds.insert(symptom.kind);
    checks += finding.checks;
    is_marked = is_marked || finding.pattern == kNotMinimised;
  }
  EXPECT_THAT(kinds, testing::IsSupersetOf(found));
  EXPECT_EQ(checks, failed);
  EXPECT_TRUE(is_marked);
}

}  // namespace
}  // namespace placemat
