// defects_command_test.cc: `placemat defects verify`, and what explain, issue, list and lint say of
// a defect, as a script uses them.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "harness/bytes/text_file.h"
#include "harness/cli/shell.h"
#include "harness/corpus/defects_fixture.h"

namespace placemat {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class DefectsCommand : public testing::Test {
 protected:
  ShellResult placemat(const std::string& arguments) const {
    return shell(kProgram + " " + arguments + " --corpus " + files_.corpus.string());
  }
  void write(const std::string& program, const std::string& version = "1.0") const {
    files_.write({DefectFiles::entry("lib-one")}, version);
    files_.write_program("lib-one", program);
  }
  const DefectFiles files_;
};

TEST_F(DefectsCommand, TheExitCodeSaysWhetherTheCatalogueIsRight) {
  write("echo well-formed");
  const ShellResult right = placemat("defects verify");
  EXPECT_EQ(right.code, 0);
  EXPECT_THAT(right.out, HasSubstr("1 defect, 1 reproduced\n"));
  write("echo ill-formed");
  const ShellResult wrong = placemat("defects verify");
  EXPECT_EQ(wrong.code, 1);
  EXPECT_THAT(wrong.out, HasSubstr("contradicts the catalogue"));
  write("echo well-formed", "");
  const ShellResult absent = placemat("defects verify");
  EXPECT_EQ(absent.code, 3);
  EXPECT_THAT(absent.out, HasSubstr("package lib-dev"));
}

TEST_F(DefectsCommand, AMendedVersionIsWrittenIntoTheEntry) {
  write("echo ill-formed", "2.0");
  EXPECT_EQ(placemat("defects verify").code, 0);
  EXPECT_EQ(files_.load().find("lib-one").defect->fixed_in, "");
  const ShellResult written = placemat("defects verify --write");
  EXPECT_EQ(written.code, 0);
  EXPECT_THAT(written.out, HasSubstr("lib-one: not seen in 2.0"));
  EXPECT_EQ(files_.load().find("lib-one").defect->fixed_in, "2.0");
}

TEST_F(DefectsCommand, NamesChooseDefectsOrProducts) {
  write("echo well-formed");
  EXPECT_EQ(placemat("defects verify lib").code, 0);
  EXPECT_EQ(placemat("defects verify lib-one").code, 0);
  const ShellResult unknown = placemat("defects verify lib-two");
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.out, HasSubstr("'lib-two' is neither a defect nor a product"));
  EXPECT_EQ(placemat("defects").code, 2);
  EXPECT_EQ(placemat("defects verify --format markdown").code, 2);
}

TEST_F(DefectsCommand, EntriesThatAreNotPublicStandElsewhere) {
  write("echo well-formed");
  const std::filesystem::path elsewhere = scratch("elsewhere");
  std::filesystem::rename(files_.corpus / "defects", elsewhere);
  EXPECT_THAT(placemat("defects verify --withheld " + elsewhere.string()).out,
              HasSubstr("1 defect, 1 reproduced\n"));
  EXPECT_THAT(placemat("issue lib-one --withheld " + elsewhere.string()).out,
              HasSubstr("echo well-formed"));
  EXPECT_EQ(placemat("defects verify --withheld " + elsewhere.string() + "/absent").code, 2);
}

TEST_F(DefectsCommand, ExplainIssueAndListTellIt) {
  const std::string program = kProgram + " ";
  const auto defects = nlohmann::json::parse(shell(program + "list defects --format json").out);
  ASSERT_GT(defects.size(), 80u);
  const std::string id = defects.back().at("id");
  const ShellResult explained = shell(program + "explain " + id);
  EXPECT_EQ(explained.code, 0);
  EXPECT_THAT(explained.out, AllOf(HasSubstr(id), HasSubstr("Expected")));
  EXPECT_EQ(shell(program + "explain " + id + " branchy").code, 2);
  EXPECT_THAT(shell(program + "issue " + id).out, HasSubstr("**It prints:**"));
  EXPECT_THAT(shell(program + "explain no-such-defect").out, HasSubstr("placemat list defects"));
  EXPECT_EQ(shell(program + "issue no-such-defect").code, 2);
}

TEST_F(DefectsCommand, ThePrintedPageIsThatOfTheTree) {
  const std::string page = read_text_file(PLACEMAT_SOURCE_DIR "/reports/DEFECTS.md");
  EXPECT_EQ(page, shell(kProgram + " list defects --format markdown").out)
      << "write it again: placemat list defects --format markdown >reports/DEFECTS.md";
}

// A row of its table ends with the id.
TEST_F(DefectsCommand, TheReadmeNamesDefectsOfTheCatalogue) {
  const std::filesystem::path corpus = PLACEMAT_SOURCE_DIR "/corpus";
  const DefectCatalogue catalogue = load_defects(corpus, defect_folder(corpus));
  std::istringstream lines(read_text_file(PLACEMAT_SOURCE_DIR "/README.md"));
  std::size_t named = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line == "## Ten defects") break;
  }
  for (std::string line; std::getline(lines, line) && !line.starts_with("## ");) {
    if (!line.ends_with("` |")) continue;
    const std::size_t begin = line.rfind("| `") + 3;
    const std::string id = line.substr(begin, line.size() - 3 - begin);
    EXPECT_NE(catalogue.find(id).defect, nullptr) << id;
    ++named;
  }
  EXPECT_EQ(named, 10u);
}

TEST_F(DefectsCommand, LintChecksThem) {
  write("echo well-formed");
  auto entry = DefectFiles::entry("lib-one");
  entry["expected"] = "well-formed";
  files_.write({entry});
  const std::filesystem::path ours = PLACEMAT_SOURCE_DIR "/corpus";
  for (const char* name : {"vector.schema.json", "flags.schema.json", "flags.json"}) {
    std::filesystem::copy_file(ours / name, files_.corpus / name);
  }
  std::filesystem::create_directory(files_.corpus / "vectors");
  std::filesystem::copy_file(ours / "vectors" / "nul.json", files_.corpus / "vectors" / "nul.json");
  const ShellResult lint = placemat("corpus lint");
  EXPECT_EQ(lint.code, 2);
  EXPECT_THAT(lint.out, HasSubstr("defects/lib.json:"));
}

}  // namespace
}  // namespace placemat
