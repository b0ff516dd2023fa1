// `placemat issue` from a report to a text: what it holds is compiled and run as a reader would.
#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>

#include "harness/cli/shell.h"
#include "harness/isolation/hostile_fixture.h"
#include "harness/report/record.h"

namespace placemat {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class IssueCommand : public WithDirectory {
 protected:
  // The external decoders take FF for a letter.
  static ShellResult answer(const std::string& arguments) {
    return shell("PLACEMAT_HOSTILE_ALSO=1 " + kProgram + " " + arguments);
  }
  std::string audited(const std::string& more) {
    const ShellResult audit =
        answer("audit --budget quick --source state-unit --no-oracle --no-machine --out " +
               path("out") + " " + more);
    EXPECT_EQ(audit.code, 1) << audit.out;
    const Report report = read_report(report_);
    return report.subjects.empty() || report.subjects[0].findings.empty()
               ? ""
               : report.subjects[0].findings[0].key;
  }
  ShellResult issue(const std::string& key, const std::string& more = "") const {
    return answer("issue '" + key + "' --report " + report_ + " " + more);
  }
  // The block of code in that language.
  static std::string block(const std::string& text, const std::string& language) {
    const std::string begin = "```" + language + "\n";
    const std::size_t from = text.find(begin);
    if (from == std::string::npos) return "";
    const std::size_t at = from + begin.size();
    return text.substr(at, text.find("\n```\n", at) + 1 - at);
  }
  static void expect_refused(const std::string& arguments, const std::string& what) {
    const ShellResult refused = answer(arguments);
    EXPECT_EQ(refused.code, 2) << refused.out;
    EXPECT_EQ(std::ranges::count(refused.out, '\n'), 1) << refused.out;
    EXPECT_THAT(refused.out, HasSubstr(what));
  }

  const std::string report_ = path("out/report.jsonl");
};

TEST_F(IssueCommand, AProgramShowsTheFindingOfAPlugin) {
  const std::string key = audited(kHostile);
  const ShellResult text = issue(key);
  EXPECT_EQ(text.code, 0) << text.out;
  EXPECT_THAT(text.out,
              AllOf(StartsWith("# hostile "), HasSubstr("**Version:** 1\n"), HasSubstr("`FF`"),
                    HasSubstr("**Expected as `utf-8/maximal-subpart/keep`:** ill-formed"),
                    HasSubstr("**Seen:** well-formed: 41"), HasSubstr("Unicode 3.9"),
                    HasSubstr("**Called:** `strict32 of the plug-in "),
                    HasSubstr("\nHere it showed the fault.\n")));
  EXPECT_THAT(issue(key, "--no-run").out, Not(HasSubstr("Here it")));
  EXPECT_THAT(issue(key, "./absent.so").out, HasSubstr("\nIt could not be run here.\n"));
  file("reproduce.c", block(text.out, "c"));
  const ShellResult run =
      shell("cd " + directory_.string() +
            " && cc -std=c11 -Wall -Wextra -Werror -I " PLACEMAT_SOURCE_DIR
            "/harness/decoder reproduce.c -ldl -o reproduce && PLACEMAT_HOSTILE_ALSO=1 "
            "./reproduce " +
            kHostile);
  EXPECT_EQ(run.code, 1) << run.out;
  EXPECT_THAT(run.out, HasSubstr("seen      well-formed: 41"));
}

TEST_F(IssueCommand, ALineShowsTheFindingOfAChild) {
  const std::string key = audited("-- " + kHostileChild);
  const std::string text = issue(key).out;
  EXPECT_THAT(text, HasSubstr("\nHere it showed the fault.\n"));
  const std::string line = block(text, "sh");
  EXPECT_EQ(shell("( export PLACEMAT_HOSTILE_ALSO=1; " + line + ")").code, 1) << line;
  EXPECT_EQ(shell("( " + line + ")").code, 0) << line;
}

TEST_F(IssueCommand, ADecoderOfThisTreeIsReplayed) {
  const ShellResult run = answer(
      "run tutorial_lenient --as utf-8 --budget quick --source state-unit --out " + path("out"));
  ASSERT_EQ(run.code, 1) << run.out;
  const std::string key = read_report(report_).subjects.at(0).findings.at(0).key;
  const std::string line = block(issue(key).out, "sh");
  ASSERT_THAT(line, StartsWith("placemat replay tutorial_lenient"));
  EXPECT_EQ(answer(line.substr(std::string("placemat ").size(), line.find('\n') - 9)).code, 1);
}

TEST_F(IssueCommand, AListedSubjectIsNamedByItsNativeCall) {
  const std::string list = file("list.json", R"x({"schema": "subjects.schema.json", "subjects": [
    {"name": "mine", "product": "Mine", "language": "Ada", "entry": "decode",
     "native": "Mine.Decode (U)", "kind": "child", "command": [")x" +
                                                 kHostileChild + R"x("],
     "package": "mine", "set": "audit"}]})x");
  const ShellResult audit =
      answer("audit --all-installed --list " + list + " --out " + path("out"));
  EXPECT_EQ(audit.code, 1) << audit.out;
  const std::string key = read_report(report_).subjects.at(0).findings.at(0).key;
  const ShellResult text = issue(key, "--list " + list);
  EXPECT_THAT(text.out, AllOf(HasSubstr("**Called:** `Mine.Decode (U)`"),
                              HasSubstr("no template for its language"), HasSubstr("```sh\n")));
}

TEST_F(IssueCommand, TheKeysAreListedAndTheTextIsWritten) {
  const std::string key = audited(kHostile);
  EXPECT_EQ(answer("issue --report " + report_).out, key + "\n");
  EXPECT_EQ(answer("issue --format json --report " + report_).out, "[\"" + key + "\"]\n");
  EXPECT_EQ(issue(key, "--to " + path("issue.md")).out, "");
  std::ifstream in(path("issue.md"));
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  EXPECT_EQ(text, issue(key).out);
  // The plug-in that the user names stands in the text.
  EXPECT_THAT(issue(key, "./moved.so").out, HasSubstr("./reproduce ./moved.so"));
  expect_refused("issue '" + key + "x' --report " + report_, "did you mean '" + key + "'?");
  expect_refused("issue '" + key + "' --report " + path("absent.jsonl"), "absent.jsonl");
  expect_refused("issue '" + key + "' branchy --report " + report_, "'branchy' is no plug-in");
  expect_refused("issue '" + key + "' --to /proc/x --report " + report_, "/proc/x");
  expect_refused("issue --report " + path("absent.jsonl"), "absent.jsonl");
}

}  // namespace
}  // namespace placemat
