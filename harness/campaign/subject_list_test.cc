// subject_list_test.cc: a correct list is read as it stands, and an error in it is reported with
// its line.
#include "harness/campaign/subject_list.h"

#include <gmock/gmock.h>

#include <fstream>

#include "harness/bytes/error.h"
#include "harness/bytes/scratch_fixture.h"
#include "harness/campaign/process.h"

namespace placemat {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

class SubjectList : public testing::Test {
 protected:
  fs::path file() const { return directory_ / "list.json"; }

  std::vector<ListedSubject> read(const std::string& text, const SubjectChoice& choice = {}) {
    std::ofstream(file()) << text;
    return read_subject_list(file(), {"/tree", "/build"}, choice);
  }
  std::string error_of(const std::string& text, const SubjectChoice& choice = {}) {
    try {
      read(text, choice);
    } catch (const InputError& error) {
      const std::string what = error.what();
      const std::string name = file().string();
      return what.starts_with(name) ? what.substr(name.size()) : what;
    }
    return "no error";
  }
  static std::vector<std::string> names(const std::vector<ListedSubject>& all) {
    std::vector<std::string> names;
    for (const ListedSubject& one : all) names.push_back(one.name);
    return names;
  }

  const fs::path directory_ = scratch();
};

// Each row on a line of its own, the first on line 2.
std::string list_of(const std::vector<std::string>& rows) {
  std::string text = "{\"subjects\": [\n";
  for (std::size_t i = 0; i < rows.size(); ++i) text += (i == 0 ? "" : ",\n") + rows[i];
  return text + "\n]}\n";
}

std::string child_row(const std::string& name, const std::string& set = "audit",
                      const std::string& more = "") {
  return R"({"name": ")" + name +
         R"(", "product": "P", "language": "C", "entry": "decode", "package": "p", )"
         R"("kind": "child", "command": ["true"], "set": ")" +
         set + "\"" + more + "}";
}

TEST_F(SubjectList, ReplacesThePlaceholders) {
  const auto all = read(list_of({
      R"({"name": "a", "product": "P", "language": "C", "entry": "e", "package": "p",
          "kind": "plug-in", "plugin": "a.so", "set": "audit"})",
      R"({"name": "b", "product": "P", "language": "C", "entry": "e", "package": "p",
          "kind": "filter", "command": ["{npm}/x", "{source}/y:{source}"], "output": "utf-8",
          "mode": "lossy", "policy": "skip", "requires": "{build}/z", "probe": ["{build}/q"],
          "set": "audit"})",
  }));
  ASSERT_EQ(all.size(), 2u);
  EXPECT_THAT(all[0].command, ElementsAre("/build/impls/subjects/a.so"));
  EXPECT_THAT(all[1].command, ElementsAre("/tree/build/npm/x", "/tree/y:/tree"));
  EXPECT_EQ(all[1].needs, "/build/z");
  EXPECT_THAT(all[1].probe, ElementsAre("/build/q"));
  EXPECT_EQ(all[1].output + all[1].mode + all[1].policy, "utf-8lossyskip");
  EXPECT_EQ(all[1].record.decoder, "b");
  EXPECT_EQ(all[1].record.entry, "e");
}

TEST_F(SubjectList, ReadsTheRelaxationsOfASandbox) {
  const auto all = read(list_of(
      {child_row("one"),
       child_row(
           "two", "audit",
           R"(, "allow": ["sockets"], "allow_read": ["{source}/data"], "env": ["A_HOME"], "memory": 3000)")}));
  EXPECT_EQ(all[0].relaxed, Relaxations{});
  EXPECT_EQ(all[0].memory_mib, 0u);
  EXPECT_EQ(all[1].memory_mib, 3000u);
  EXPECT_TRUE(all[1].relaxed.sockets);
  EXPECT_FALSE(all[1].relaxed.namespaces || all[1].relaxed.reads_all);
  EXPECT_THAT(all[1].relaxed.readable, ElementsAre("/tree/data"));
  EXPECT_THAT(all[1].relaxed.variables, ElementsAre("A_HOME"));
  EXPECT_EQ(
      error_of(list_of({child_row("a"), child_row("b", "audit", ",\n\"allow\": [\"fork\"]")})),
      ":4: 'fork' is not sockets, namespaces or reading");
}

TEST_F(SubjectList, ReadsHowManyCasesASubjectGets) {
  const auto all = read(list_of({child_row("one"), child_row("two", "audit", R"(, "every": 13)")}));
  EXPECT_EQ(all[0].every, 1u);
  EXPECT_EQ(all[1].every, 13u);
  EXPECT_EQ(error_of(list_of({child_row("a", "audit", ",\n\"every\": 0")})),
            ":3: 'every' must be 1 or more");
  EXPECT_EQ(error_of(list_of({child_row("a", "audit", ",\n\"every\": \"13\"")})),
            ":3: 'every' must be a number");
}

TEST_F(SubjectList, SelectsASetOrNames) {
  const std::string text =
      list_of({child_row("one"), child_row("two", "audit-full"), child_row("three")});
  EXPECT_THAT(names(read(text)), ElementsAre("one", "three"));
  EXPECT_THAT(names(read(text, {"audit-full", {}})), ElementsAre("one", "two", "three"));
  EXPECT_THAT(names(read(text, {"audit", {"three", "two"}})), ElementsAre("two", "three"));
  EXPECT_EQ(error_of(text, {"audit", {"one", "four"}}),
            ": has no subject 'four'; `placemat list subjects` has the names");
  EXPECT_EQ(error_of(text, {"audit", {"thre"}}), ": has no subject 'thre', did you mean 'three'?");
}

TEST_F(SubjectList, NamesTheLineOfAnError) {
  const auto second = [&](const std::string& row) {
    return error_of(list_of({child_row("a"), row}));
  };
  EXPECT_EQ(second("7"), ":3: a subject must be an object");
  EXPECT_EQ(second("{}"), ":3: a subject needs the member 'name'");
  EXPECT_EQ(second(R"({"name":
    5})"),
            ":4: 'name' must be text");
  EXPECT_EQ(second(R"({"name": "b",
    "kind": "daemon"})"),
            ":4: 'daemon' is no kind of subject; there are plug-in, child, filter");
  EXPECT_EQ(second(child_row("b", "audit", ",\n\"probe\": []")),
            ":4: 'probe' must be a list of words");
  EXPECT_EQ(second(child_row("b", "audit", ",\n\"probe\": [1]")),
            ":4: 'probe' must be a list of words");
  EXPECT_EQ(
      second(R"({"name": "b", "kind": "plug-in", "product": "P", "language": "C", "entry": "e"})"),
      ":3: a subject needs the member 'plugin'");
  EXPECT_EQ(
      second(R"({"name": "b", "kind": "child", "product": "P", "language": "C", "entry": "e"})"),
      ":3: a subject needs the member 'command'");
}

TEST_F(SubjectList, NamesTheFileThatIsNoList) {
  EXPECT_THAT(error_of("{\n  \"subjects\": [\n"), HasSubstr(":3: "));
  EXPECT_THAT(error_of("[]"), HasSubstr(": no list of subjects"));
  EXPECT_THAT(error_of("{}"), HasSubstr(": no list of subjects"));
  fs::remove(file());
  try {
    read_subject_list(file(), {}, {});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("cannot be read"));
  }
}

TEST_F(SubjectList, TheListOfThisTreeIsRead) {
  const auto all =
      read_subject_list(PLACEMAT_SOURCE_DIR "/impls/adapters/subjects.json",
                        {PLACEMAT_SOURCE_DIR, PLACEMAT_BINARY_DIR}, {"audit-full", {}});
  EXPECT_GT(all.size(), 100u);
  for (const ListedSubject& one : all) EXPECT_FALSE(one.native.empty()) << one.name;
}

TEST_F(SubjectList, NamesWhatIsMissing) {
  ListedSubject listed;
  listed.kind = "child";
  listed.package = "p";
  listed.record.product = "P";
  listed.record.entry = "decode";
  const auto is_there = [&] { return why_absent(listed).empty(); };
  listed.command = {"no-such-program-anywhere"};
  EXPECT_EQ(why_absent(listed), "P decode, package p");
  listed.command = {"true"};
  EXPECT_TRUE(is_there());
  listed.command = {"/nowhere/true"};
  EXPECT_FALSE(is_there());
  listed.command = {"true"};
  listed.needs = file();
  EXPECT_FALSE(is_there());
  std::ofstream(file()) << "there";
  EXPECT_TRUE(is_there());
  listed.probe = {"false"};
  EXPECT_FALSE(is_there());
  listed.probe = {"true"};
  EXPECT_TRUE(is_there());
  listed.kind = "plug-in";
  listed.command = {file().string()};
  listed.probe = {"false"};  // of a command, not of a plug-in
  EXPECT_TRUE(is_there());
}

TEST(Succeeds, EndsACommandThatExceedsItsLimit) {
  EXPECT_TRUE(succeeds({"true"}, std::chrono::seconds(20)));
  EXPECT_FALSE(succeeds({"sh", "-c", "exit 3"}, std::chrono::seconds(20)));
  EXPECT_FALSE(succeeds({"no-such-program-anywhere"}, std::chrono::seconds(20)));
  const auto begun = std::chrono::steady_clock::now();
  EXPECT_FALSE(succeeds({"sleep", "100"}, std::chrono::seconds(0)));
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(20));
}

}  // namespace
}  // namespace placemat
