// `placemat fuzz` as a person uses it: what it finds, keeps and survives.
#include <nlohmann/json.hpp>
#include <set>

#include "harness/bytes/text_file.h"
#include "harness/cli/audit_fixture.h"
#include "harness/fuzz/engine/engine.h"
#include "harness/isolation/hostile_fixture.h"

namespace placemat {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

class FuzzCommand : public WithDirectory {
 protected:
  void SetUp() override {
    if (!FuzzEngine::is_built()) {
      GTEST_SKIP() << "libFuzzer was not there when placemat was built";
    }
  }

  // A campaign in `out`; the words behind `what` belong to the decoder.
  ShellResult fuzz(const std::string& what, const std::string& more = "",
                   const std::string& environment = "", const std::string& time = "2s") {
    return shell(environment + " " + kProgram + " fuzz --time " + time + " --limit 40 --out " +
                 path("out") + " " + more + " " + what);
  }
  Report report() const { return read_report(path("out/report.jsonl")); }

  std::vector<json> stored() const {
    std::vector<json> lines;
    std::ifstream in(path("out/findings.jsonl"));
    for (std::string line; std::getline(in, line);) lines.push_back(json::parse(line));
    return lines;
  }
  std::vector<std::string> stored_keys() const {
    std::vector<std::string> keys;
    for (const json& line : stored()) {
      if (line.at("record") == "failure") keys.push_back(line.at("finding").at("key"));
    }
    return keys;
  }
  static std::set<std::string> kinds_of(const Report& report) {
    std::set<std::string> kinds;
    for (const Finding& finding : report.subjects.at(0).findings) {
      kinds.emplace(row_of(finding.kind).name);
    }
    return kinds;
  }
};

TEST_F(FuzzCommand, FindsAPlantedFaultFromAnEmptyCorpusAndCountsItsRepetitions) {
  const ShellResult result = fuzz("sab_overlong_c0");
  EXPECT_EQ(result.code, 1) << result.out;
  const Report seen = report();
  ASSERT_EQ(seen.subjects.at(0).findings.size(), 1u) << result.out;
  const Finding& finding = seen.subjects[0].findings[0];
  EXPECT_EQ(finding.kind, Kind::kAcceptsOverlong);
  EXPECT_EQ(finding.minimal, "C0 80");
  EXPECT_GT(finding.checks, 10u);
  const FuzzingRecord& fuzzing = seen.fuzzing.at(0);
  ASSERT_EQ(fuzzing.detections.size(), 1u);
  EXPECT_EQ(fuzzing.detections[0].key, finding.key);
  EXPECT_LT(fuzzing.detections[0].seconds, fuzzing.seconds);
  EXPECT_GT(fuzzing.executions, fuzzing.detections[0].executions);
  EXPECT_EQ(fuzzing.signal, "behaviour");
  EXPECT_GT(fuzzing.corpus, 0u);
  EXPECT_FALSE(fuzzing.growth.empty());
}

TEST_F(FuzzCommand, ARightDecoderHasNoFinding) {
  const ShellResult result = fuzz("branchy", "--format json");
  EXPECT_EQ(result.code, 0) << result.out;
  const json answer = json::parse(result.out.substr(result.out.find('{')));
  EXPECT_TRUE(answer.at("as_expected"));
  EXPECT_TRUE(answer.at("findings").empty());
  EXPECT_GT(answer.at("executions"), 100);
}

TEST_F(FuzzCommand, AFindingHasAllThatShowsItAgain) {
  EXPECT_EQ(fuzz("sab_overlong_c0").code, 1);
  for (const json& line : stored()) {
    if (line.at("record") != "failure") continue;
    const json& subject = line.at("subject");
    EXPECT_EQ(subject.at("decoder"), "sab_overlong_c0");
    EXPECT_EQ(subject.at("digest").get<std::string>().size(), 64u);
    EXPECT_EQ(subject.at("seed"), "1992");
    EXPECT_FALSE(subject.at("version").get<std::string>().empty());
    EXPECT_FALSE(subject.at("build").get<std::string>().empty());
    EXPECT_TRUE(subject.at("cpu_features").is_array());
    const std::string replay = line.at("finding").at("replay");
    const ShellResult again = shell(kProgram + replay.substr(std::string("placemat").size()));
    EXPECT_EQ(again.code, 1) << replay << again.out;
  }
}

// A crash costs the call, and the campaign goes on to the other fault.
TEST_F(FuzzCommand, FindsTwoFaultsOfOneDecoder) {
  const ShellResult result = fuzz(kHostile, "", "PLACEMAT_HOSTILE=abort PLACEMAT_HOSTILE_ALSO=1");
  EXPECT_EQ(result.code, 1) << result.out;
  EXPECT_THAT(kinds_of(report()), testing::UnorderedElementsAre("crash", "accepts-ill-formed"))
      << result.out;
}

TEST_F(FuzzCommand, ADecoderThatHangsIsFoundAndAvoided) {
  const ShellResult result =
      fuzz(kHostile, "", "PLACEMAT_HOSTILE=loop PLACEMAT_HOSTILE_ALSO=1", "6s");
  EXPECT_EQ(result.code, 1) << result.out;
  EXPECT_THAT(kinds_of(report()), testing::IsSupersetOf({"hang", "accepts-ill-formed"}))
      << result.out;
  EXPECT_TRUE(report().footer.complete);
}

TEST_F(FuzzCommand, ADecoderThatEndsItsProcessIsSurvived) {
  const ShellResult result =
      fuzz(kHostile, "", "PLACEMAT_HOSTILE=exit PLACEMAT_HOSTILE_ALSO=1", "6s");
  EXPECT_EQ(result.code, 1) << result.out;
  EXPECT_THAT(kinds_of(report()), testing::IsSupersetOf({"crash", "accepts-ill-formed"}))
      << result.out;
}

TEST_F(FuzzCommand, AChildIsFuzzedInBatches) {
  const std::string child = kHostileChild;
  const ShellResult result = fuzz("-- " + child, "", "PLACEMAT_HOSTILE=abort");
  EXPECT_EQ(result.code, 1) << result.out;
  EXPECT_THAT(kinds_of(report()), testing::Contains("crash")) << result.out;
  EXPECT_GT(report().fuzzing.at(0).executions, 200u);
}

TEST_F(FuzzCommand, ResumesWithoutLossAndWithoutRepetition) {
  ASSERT_EQ(fuzz("sab_surrogate_all").code, 1);
  const Report before = report();
  const std::vector<std::string> keys = stored_keys();
  EXPECT_EQ(fuzz("sab_surrogate_all").code, 2);  // it is not begun anew by chance
  // A campaign that was killed may leave half a line.
  std::ofstream(path("out/findings.jsonl"), std::ios::app) << R"({"record": "fail)";
  const ShellResult result = fuzz("sab_surrogate_all", "--resume", "", "4s");
  EXPECT_EQ(result.code, 1) << result.out;
  const Report after = report();
  EXPECT_EQ(after.fuzzing.at(0).resumed, 1u);
  EXPECT_GT(after.fuzzing[0].executions, before.fuzzing.at(0).executions);
  EXPECT_NEAR(after.fuzzing[0].seconds, 4, 1.5);
  std::vector<std::string> later = stored_keys();
  ASSERT_GE(later.size(), keys.size());
  EXPECT_TRUE(std::equal(keys.begin(), keys.end(), later.begin()));
  std::ranges::sort(later);
  EXPECT_EQ(std::ranges::adjacent_find(later), later.end());
  EXPECT_EQ(after.subjects.at(0).findings.at(0).key, before.subjects.at(0).findings.at(0).key);
  EXPECT_EQ(after.fuzzing[0].detections.at(0).executions,
            before.fuzzing[0].detections.at(0).executions);
}

TEST_F(FuzzCommand, AnExpectedFindingIsNotNew) {
  json list{{"expected", json::array()}};
  // How many symptoms a campaign sees depends on its time.
  for (const KindRow& kind : kinds()) {
    const std::string key =
        "sab_overlong_c0|utf-8/maximal-subpart/keep|" + std::string(kind.name) + "|C0 80";
    list["expected"].push_back(
        {{"key", key}, {"decoder", "sab_overlong_c0"}, {"reason", "planted"}, {"link", ""}});
  }
  const ShellResult result =
      shell(kProgram + " fuzz sab_overlong_c0 --time 2 --out " + path("again") + " --expected " +
            file("expected.json", list.dump()));
  EXPECT_EQ(result.code, 0) << result.out;
}

TEST_F(FuzzCommand, TheCoverageOfAnInstrumentedPlugInGuidesIt) {
  const std::string source = PLACEMAT_SOURCE_DIR "/harness/isolation/hostile/hostile.c";
  if (shell("command -v clang-19").code != 0) GTEST_SKIP() << "clang-19 is absent";
  const ShellResult built =
      shell("clang-19 -shared -fPIC -fsanitize=fuzzer-no-link -I " +
            std::string(PLACEMAT_SOURCE_DIR) + " -o " + path("mine.so") + " " + source + " " +
            file("throws.c", "void throw_something(void) {}"));
  ASSERT_EQ(built.code, 0) << built.out;
  const ShellResult result = fuzz(path("mine.so"));
  EXPECT_EQ(result.code, 0) << result.out;
  EXPECT_GT(report().fuzzing.at(0).coverage, 10u);
  EXPECT_EQ(report().fuzzing[0].signal, "coverage and behaviour");
}

TEST_F(FuzzCommand, BadInputIsRefusedInALine) {
  const auto refuses = [&](const std::string& line, int code, const std::string& why) {
    const bool has_out = line.find("--out") != std::string::npos;
    const ShellResult result =
        shell(kProgram + " fuzz " + (has_out ? "" : "--out " + path("bad") + " ") + line);
    EXPECT_EQ(result.code, code) << line << "\n" << result.out;
    EXPECT_THAT(result.out, HasSubstr(why)) << line;
  };
  refuses("./absent.so", 3, "there is no such file");
  refuses(file("empty.so", ""), 2, "empty.so");
  refuses("branchi", 2, "did you mean 'branchy'?");
  refuses("", 2, "name what to fuzz");
  refuses("branchy --time soon", 2, "'soon' is no time");
  refuses("branchy --time 0", 2, "is no time");
  refuses("branchy --inputs " + path("absent"), 2, "no such directory of inputs");
  refuses("branchy --resume", 2, "nothing to resume");
  refuses("branchy --as utf-9", 2, "utf-9");
  refuses("-- ./absent-program", 3, "absent-program");
  const std::string in_the_way = file("file", "");
  refuses("branchy --out " + in_the_way, 2, "choose another --out");
}

TEST_F(FuzzCommand, AFullDiskIsSaid) {
  const ShellResult result = shell("ulimit -f 2; " + kProgram +
                                   " fuzz sab_surrogate_all --time 5 "
                                   "--out " +
                                   path("out"));
  EXPECT_EQ(result.code, 4) << result.out;
}

TEST_F(FuzzCommand, MinimizeKeepsFewerInputsThatAreEnough) {
  ASSERT_EQ(fuzz("branchy").code, 0);
  const auto count = [&] {
    return std::distance(fs::directory_iterator(path("out/inputs")), fs::directory_iterator());
  };
  const auto before = count();
  fs::create_directory(path("more"));
  file("more/one", "abc");
  const ShellResult result = shell(kProgram + " fuzz branchy --minimize --format json --out " +
                                   path("out") + " --inputs " + path("more"));
  ASSERT_EQ(result.code, 0) << result.out;
  const json answer = json::parse(result.out.substr(result.out.find('{')));
  EXPECT_EQ(answer.at("before"), before + 1);
  EXPECT_EQ(answer.at("after"), count());
  EXPECT_LE(count(), before + 1);
  EXPECT_GT(count(), 1);
  EXPECT_EQ(fuzz("branchy", "--resume", "", "3s").code, 0);
}

// Each input shows the same whatever comes before it, so those that are enough stay enough. The
// engine takes inputs of one length in any order, which makes a difference of a few.
TEST_F(FuzzCommand, MinimizeKeepsNearlyAllInputsOfAMinimalCorpus) {
  ASSERT_EQ(fuzz("branchy").code, 0);
  const auto minimized = [&] {
    const ShellResult result =
        shell(kProgram + " fuzz branchy --minimize --format json --out " + path("out"));
    EXPECT_EQ(result.code, 0) << result.out;
    return json::parse(result.out.substr(result.out.find('{')));
  };
  const json first = minimized(), second = minimized();
  EXPECT_EQ(second.at("before"), first.at("after"));
  EXPECT_GT(second.at("after").get<double>(), 0.95 * first.at("after").get<double>());
}

TEST_F(FuzzCommand, MinimizeOfAnAbsentCampaignMakesNoDirectory) {
  const ShellResult result = shell(kProgram + " fuzz branchy --minimize --out " + path("absent"));
  EXPECT_EQ(result.code, 2) << result.out;
  EXPECT_THAT(result.out, HasSubstr("absent/inputs"));
  EXPECT_FALSE(fs::exists(path("absent")));
}

TEST_F(FuzzCommand, AFindingBecomesACandidateForAVector) {
  ASSERT_EQ(fuzz("sab_overlong_c0").code, 1);
  const std::string key = report().subjects.at(0).findings.at(0).key;
  const ShellResult result =
      shell(kProgram + " corpus add --from '" + key + "' --report " + path("out/report.jsonl"));
  EXPECT_EQ(result.code, 0) << result.out;
  const json candidate = json::parse(result.out);
  EXPECT_EQ(candidate.at("hex"), "C0 80");
  EXPECT_EQ(candidate.at("theme"), "");
  EXPECT_FALSE(candidate.at("clause").get<std::string>().empty());
}

}  // namespace
}  // namespace placemat
