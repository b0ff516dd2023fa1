#include <gmock/gmock.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/bytes/error.h"
#include "harness/bytes/scratch_fixture.h"
#include "harness/bytes/text_file.h"
#include "harness/cli/command.h"
#include "harness/corpus/edit.h"

namespace placemat::cli {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

// Runs the subcommand on a copy of the corpora.
class CorpusCommand : public testing::Test {
 protected:
  CorpusCommand() {
    fs::copy(fs::path(PLACEMAT_SOURCE_DIR) / "corpus", directory_, fs::copy_options::recursive);
  }

  // The exit code; standard output is in out_, the error in error_.
  int run(std::vector<std::string> arguments, const std::string& format = "text") {
    CLI::App app;
    Global global;
    global.corpus_directory = directory_.string();
    global.format = format;
    add_corpus(app, global);
    arguments.insert(arguments.begin(), "corpus");
    std::reverse(arguments.begin(), arguments.end());
    error_.clear();
    testing::internal::CaptureStdout();
    try {
      app.parse(arguments);
    } catch (const InputError& error) {
      error_ = error.what();
      global.exit_code = kMisuse;
    }
    std::fflush(stdout);
    out_ = testing::internal::GetCapturedStdout();
    return global.exit_code;
  }

  const fs::path directory_ = scratch("corpus");
  std::string out_, error_;
};

TEST_F(CorpusCommand, LintAcceptsTheCorpora) {
  EXPECT_EQ(run({"lint"}), kAsExpected);
  EXPECT_THAT(out_, HasSubstr("no problem"));
}

TEST_F(CorpusCommand, LintPrintsEveryProblem) {
  write_text_file(directory_ / "vectors/nul.json", "");
  write_text_file(directory_ / "vectors/bom.json", "{");
  EXPECT_EQ(run({"lint"}), kMisuse);
  EXPECT_THAT(out_, AllOf(HasSubstr("nul.json: empty"), HasSubstr("bom.json:1: column 2: not JSON"),
                          HasSubstr("2 problems")));
  EXPECT_EQ(run({"lint"}, "json"), kMisuse);
  EXPECT_EQ(nlohmann::json::parse(out_).at("problems").size(), 2U);
}

TEST_F(CorpusCommand, LintRepairsTheLayoutOnRequest) {
  const fs::path file = directory_ / "vectors/nul.json";
  const std::string canonical = read_text_file(file);
  write_text_file(file, nlohmann::json::parse(canonical).dump());
  EXPECT_EQ(run({"lint"}), kMisuse);
  EXPECT_THAT(out_, HasSubstr("--fix"));
  EXPECT_EQ(run({"lint", "--fix"}), kAsExpected);
  EXPECT_EQ(read_text_file(file), canonical);
}

TEST_F(CorpusCommand, GenerateWritesWhatLintExpects) {
  const fs::path file = directory_ / "generated/one-fault-later.json";
  const std::string canonical = read_text_file(file);
  std::string other = canonical;
  other.replace(other.find("Ill-formed by one unit."), 10, "Well-formd");
  write_text_file(file, other);
  EXPECT_EQ(run({"lint"}), kMisuse);
  EXPECT_THAT(out_, HasSubstr("one-fault-later.json: not what `placemat corpus generate` writes"));
  EXPECT_EQ(run({"generate"}), kAsExpected);
  EXPECT_EQ(read_text_file(file), canonical);
  EXPECT_EQ(run({"lint"}), kAsExpected);
}

// The example of the help and of corpus/README.md.
TEST_F(CorpusCommand, AddWorksAsItsHelpStates) {
  const std::vector<std::string> example = {"add",
                                            "--theme",
                                            "overlong",
                                            "--hex",
                                            "2E 2E C0 AF 2E 2E C0 AF",
                                            "--flag",
                                            "overlong-path",
                                            "--clause",
                                            "Unicode 3.9, D92",
                                            "--comment",
                                            "Two steps up the tree"};
  EXPECT_EQ(run(example), kAsExpected);
  EXPECT_EQ(out_, "overlong/two-steps-up-the-tree\n");
  EXPECT_EQ(run({"lint"}), kAsExpected);
  EXPECT_EQ(run(example), kMisuse);
  EXPECT_THAT(error_, HasSubstr("already there as overlong/two-steps-up-the-tree"));
  EXPECT_EQ(run({"show", "overlong/two-steps-up-the-tree"}), kAsExpected);
  EXPECT_THAT(out_,
              AllOf(HasSubstr("ill-formed at offset 2, length 1"),
                    HasSubstr("2E 2E FFFD FFFD 2E 2E FFFD FFFD"), HasSubstr("CVE-2000-0884")));
}

TEST_F(CorpusCommand, AddNamesWhatIsMissing) {
  EXPECT_EQ(run({"add", "--theme", "nul"}), kMisuse);
  EXPECT_THAT(error_, HasSubstr("--hex is missing"));
}

TEST_F(CorpusCommand, AddReadsABatch) {
  const fs::path batch = directory_ / "batch.jsonl";
  write_text_file(batch,
                  "{\"theme\": \"nul\", \"hex\": \"00 C0 80\", \"flags\": [\"nul\"], \"clause\": "
                  "\"RFC 3629, section 3\", \"comment\": \"Both forms of NUL\"}\n");
  EXPECT_EQ(run({"add", "--batch", batch.string()}), kAsExpected);
  EXPECT_EQ(out_, "nul/both-forms-of-nul\n");
  write_text_file(batch, "{\"theme\": \"nul\", \"hex\": \"0\"}\n");
  EXPECT_EQ(run({"add", "--batch", batch.string()}), kMisuse);
  EXPECT_THAT(error_, HasSubstr("batch.jsonl:1: "));
}

TEST_F(CorpusCommand, ShowListsThemesAndSelectsByFlag) {
  EXPECT_EQ(run({"show"}), kAsExpected);
  EXPECT_THAT(out_, HasSubstr("replacement-count"));
  EXPECT_EQ(run({"show", "nul", "--flag", "overlong-nul"}), kAsExpected);
  EXPECT_THAT(out_, HasSubstr("nul/modified-utf-8-both"));
  EXPECT_EQ(run({"show", "nul/none"}), kMisuse);
  EXPECT_THAT(error_, HasSubstr("no vector or theme \"nul/none\""));
  EXPECT_EQ(run({"show", "--flag", "none"}), kMisuse);
}

TEST_F(CorpusCommand, ExportWritesTheChosenVectors) {
  EXPECT_EQ(run({"export", "--to", "hex", "overlong/slash-2-units"}), kAsExpected);
  EXPECT_EQ(out_, "C0AF\n");
  const fs::path file = directory_ / "out.tsv";
  EXPECT_EQ(run({"export", "--to", "tsv", "--out", file.string(), "nul/alone"}), kAsExpected);
  EXPECT_THAT(read_text_file(file), HasSubstr("nul/alone\t00\t1\t-\t-\t00\n"));
  EXPECT_EQ(run({"export", "--to", "xml"}), kMisuse);
  EXPECT_THAT(error_, HasSubstr("jsonl, tsv, c or hex"));
  EXPECT_EQ(run({"export", "--out", (directory_ / "none/x").string()}), kMisuse);
  EXPECT_THAT(error_, HasSubstr("cannot be written"));
}

TEST_F(CorpusCommand, ExportWritesPackagesToANewFolder) {
  const fs::path packages = directory_ / "out";
  EXPECT_EQ(run({"export", "--packages", packages.string()}), kAsExpected);
  for (const char* file :
       {"npm/package.json", "pypi/pyproject.toml", "crate/Cargo.toml", "go/go.mod",
        "vcpkg/placemat-vectors/vcpkg.json", "conan/conanfile.py", "files/full.json"}) {
    EXPECT_TRUE(fs::is_regular_file(packages / file)) << file;
  }
  const auto manifest = nlohmann::json::parse(read_text_file(packages / "npm/package.json"));
  EXPECT_THAT(read_text_file(fs::path(PLACEMAT_SOURCE_DIR) / "CMakeLists.txt"),
              HasSubstr("VERSION " + manifest.at("version").get<std::string>() + " "));
  EXPECT_EQ(run({"export", "--packages", packages.string()}), kMisuse);
  EXPECT_THAT(error_, HasSubstr("not empty"));
  EXPECT_EQ(run({"export", "--packages", "new", "overlong"}), kMisuse);
  EXPECT_THAT(error_, HasSubstr("--packages goes alone"));
}

}  // namespace
}  // namespace placemat::cli
