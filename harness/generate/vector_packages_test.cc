// vector_packages_test.cc: what templates become, and that the templates of the tree say the same
// in every manifest. Other people's tools see the packages in outside_packages_test.sh.
#include "harness/generate/vector_packages.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>

#include "harness/bytes/error_fixture.h"
#include "harness/bytes/json.h"
#include "harness/bytes/scratch_fixture.h"
#include "harness/bytes/sha256.h"
#include "harness/bytes/text_file.h"
#include "harness/corpus/fixture.h"
#include "harness/generate/vector_set.h"

namespace placemat {
namespace {

using fixture::corpus;

namespace fs = std::filesystem;
using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

// Templates of its own, with one package.
class Templates : public testing::Test {
 protected:
  Templates() { put("values.json", "{\"name\": \"some-name\"}"); }
  void put(const fs::path& path, const std::string& text) {
    fs::create_directories((directory_ / path).parent_path());
    write_text_file(directory_ / path, text);
  }
  std::map<std::string, std::string> made() const {
    std::map<std::string, std::string> files;
    for (PackageFile& file : vector_packages(directory_, corpus(), "1.2.3")) {
      files[file.path.generic_string()] = std::move(file.text);
    }
    return files;
  }
  std::string refusal() const {
    return error_of([&] { made(); });
  }

  const fs::path directory_ = scratch("templates");
};

TEST_F(Templates, PlaceholdersAreReplacedAndOtherTextStays) {
  put("npm/a", "@name@ @version@ a@b.c @ @@ @Not one@ @digest@\n");
  EXPECT_EQ(made().at("npm/a"),
            "some-name 1.2.3 a@b.c @ @@ @Not one@ " + digest_of(corpus()) + "\n");
}

TEST_F(Templates, AFileIsIncludedWithItsPlaceholders) {
  put("shared/b", "b of @name@\n");
  put("npm/a", "<@file:shared/b@>\n");
  EXPECT_EQ(made().at("npm/a"), "<b of some-name>\n");
  EXPECT_FALSE(made().contains("shared/b"));
  put("shared/b", "@file:shared/b@");
  EXPECT_THAT(refusal(), AllOf(HasSubstr("npm/a"), HasSubstr("includes itself")));
  put("npm/a", "@file:shared/none@");
  EXPECT_THAT(refusal(), HasSubstr("there is no file shared/none"));
}

TEST_F(Templates, APathWithASetIsWrittenForEach) {
  put("npm/@set@.tsv", "@set@ @Set@ @SET@ @count@\n@rows@\n");
  const auto files = made();
  ASSERT_EQ(files.size(), 3U);
  EXPECT_THAT(files.at("npm/core.tsv"), StartsWith("core Core CORE 176\nid\thex\t"));
  for (const auto& [name, text] : files) {
    EXPECT_THAT(text, AllOf(EndsWith("\n"), testing::Not(EndsWith("\n\n")))) << name;
  }
  const std::string& full = files.at("npm/full.tsv");
  EXPECT_EQ(std::count(full.begin(), full.end(), '\n'),
            vectors_of(VectorSet::kFull, corpus()).size() + 2);
}

TEST_F(Templates, DigestsAreThoseOfTheFilesBeside) {
  put("npm/SHA256SUMS", "@sums@\n");
  put("npm/Z", "z");
  put("npm/sub/y", "y");
  EXPECT_EQ(made().at("npm/SHA256SUMS"), sha256("z") + "  Z\n");
}

TEST_F(Templates, WhatIsNotKnownIsRefused) {
  put("npm/a", "@nmae@");
  EXPECT_THAT(refusal(), AllOf(HasSubstr("npm/a"), HasSubstr("unknown placeholder @nmae@")));
  put("npm/a", "@rows@");
  EXPECT_THAT(refusal(), HasSubstr("unknown placeholder @rows@"));
  put("npm/a", "");
  put("npm/@set@.cob", "@rows@");
  EXPECT_THAT(refusal(), HasSubstr("no table is known for \".cob\""));
  put("values.json", "{\"name\": 1}");
  EXPECT_THAT(refusal(), HasSubstr("values.json:1: \"name\" must be a string"));
  fs::remove(directory_ / "values.json");
  EXPECT_THAT(refusal(), HasSubstr("values.json"));
}

class Packages : public testing::Test {
 protected:
  static const std::vector<PackageFile>& files() {
    static const std::vector<PackageFile> kFiles =
        vector_packages(fs::path(PLACEMAT_SOURCE_DIR) / "corpus" / "packages", corpus(), "1.2.3");
    return kFiles;
  }
  static const std::string& text(const fs::path& path) {
    const auto file = std::ranges::find(files(), path, &PackageFile::path);
    if (file == files().end()) throw std::out_of_range(path.string());
    return file->text;
  }
};

TEST_F(Packages, ManifestsStateNameVersionAndLicence) {
  const auto npm = nlohmann::json::parse(text("npm/package.json"));
  EXPECT_EQ(npm.at("name"), "placemat-vectors");
  EXPECT_EQ(npm.at("version"), "1.2.3");
  EXPECT_EQ(npm.at("license"), "CC0-1.0");
  for (const auto& [path, places] : npm.at("exports").items()) {
    if (!places.is_object()) continue;
    for (const auto& [kind, file] : places.items()) {
      EXPECT_FALSE(text("npm" / fs::path(file.get<std::string>()).lexically_normal()).empty());
    }
  }
  const auto port = nlohmann::json::parse(text("vcpkg/placemat-vectors/vcpkg.json"));
  EXPECT_EQ(port.at("name"), "placemat-vectors");
  EXPECT_EQ(port.at("version-semver"), "1.2.3");
  EXPECT_EQ(port.at("license"), "CC0-1.0");
  for (const char* manifest : {"pypi/pyproject.toml", "crate/Cargo.toml", "conan/conanfile.py"}) {
    EXPECT_THAT(text(manifest), AllOf(HasSubstr("name = \"placemat-vectors\"\n"),
                                      HasSubstr("version = \"1.2.3\"\n"), HasSubstr("\"CC0-1.0\"")))
        << manifest;
  }
  EXPECT_THAT(text("go/go.mod"), StartsWith("module "));
}

TEST_F(Packages, EachHasLicenceReadmeAndDigests) {
  std::map<fs::path, std::map<std::string, int>> names;
  for (const PackageFile& file : files()) {
    ++names[*file.path.begin()][file.path.filename().string()];
    EXPECT_EQ(file.text.find("@set@"), std::string::npos) << file.path;
  }
  EXPECT_EQ(names.size(), 7U);
  for (const auto& [package, own] : names) {
    for (const char* name : {"LICENSE", "README.md", "SHA256SUMS"}) {
      EXPECT_EQ(own.count(name), 1U) << package << " has no " << name;
    }
  }
}

TEST_F(Packages, JsonIsAsItsSchemaSays) {
  const Schema schema(written("schema.json", text("files/vector-set.schema.json")));
  for (const VectorSet set : {VectorSet::kCore, VectorSet::kStandard, VectorSet::kFull}) {
    const std::string name(std::ranges::find(vector_sets(), set, &VectorSetRow::set)->name);
    auto document = nlohmann::json::parse(text("files/" + name + ".json"));
    EXPECT_TRUE(schema.violations(document).empty()) << name;
    EXPECT_EQ(document.at("count"), document.at("vectors").size());
    EXPECT_EQ(document.at("vectors").size(), vectors_of(set, corpus()).size());
    document.at("vectors").at(0)["units"] = "C";
    EXPECT_EQ(schema.violations(document).size(), 1U);
  }
}

// The module path of Go is changed in one place.
TEST_F(Packages, NamesAreThoseOfTheValues) {
  for (const PackageFile& file : files()) {
    EXPECT_TRUE(file.text.find("example.org") == std::string::npos || *file.path.begin() == "go")
        << file.path;
  }
  const fs::path templates = fs::path(PLACEMAT_SOURCE_DIR) / "corpus" / "packages";
  for (const auto& entry : fs::recursive_directory_iterator(templates)) {
    if (!entry.is_regular_file() || entry.path().filename() == "values.json") continue;
    EXPECT_EQ(read_text_file(entry.path()).find("example.org"), std::string::npos) << entry.path();
  }
}

class WritePackages : public testing::Test {
 protected:
  const fs::path directory_ = scratch("packages");
};

TEST_F(WritePackages, FilesHaveTheDateOfTheSource) {
  const std::vector<PackageFile> files = {{"npm/src/a", "a"}, {"npm/b", "b"}};
  write_packages(files, directory_ / "new", 86'400);
  const auto time = fs::last_write_time(directory_ / "new/npm/src/a");
  EXPECT_EQ(std::chrono::file_clock::to_sys(time).time_since_epoch(), std::chrono::hours(24));
  for (const char* path : {"", "npm", "npm/src", "npm/b"}) {
    EXPECT_EQ(fs::last_write_time(directory_ / "new" / path), time) << path;
  }
}

TEST_F(WritePackages, AFolderWithFilesIsRefused) {
  const std::vector<PackageFile> files = {{"npm/b", "b"}};
  write_packages(files, directory_, std::nullopt);
  EXPECT_THAT(error_of([&] { write_packages(files, directory_, std::nullopt); }),
              HasSubstr("not empty"));
  EXPECT_THAT(error_of([&] { write_packages(files, directory_ / "npm/b", std::nullopt); }),
              HasSubstr("npm/b"));
}

TEST(DateOfSource, IsANumberOfSeconds) {
  ASSERT_EQ(setenv("SOURCE_DATE_EPOCH", "1700000000", 1), 0);
  EXPECT_EQ(date_of_source(), 1'700'000'000);
  for (const char* wrong : {"-1", "12x", "today", "99999999999999999999", "253402300800"}) {
    ASSERT_EQ(setenv("SOURCE_DATE_EPOCH", wrong, 1), 0);
    EXPECT_THAT(error_of([] { date_of_source(); }), HasSubstr("SOURCE_DATE_EPOCH is")) << wrong;
  }
  ASSERT_EQ(unsetenv("SOURCE_DATE_EPOCH"), 0);
  EXPECT_EQ(date_of_source(), std::nullopt);
}

}  // namespace
}  // namespace placemat
