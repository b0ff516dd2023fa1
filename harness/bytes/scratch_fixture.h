// scratch_fixture.h: for tests that write files: each test has a directory of its own, which is
// removed when the test ends.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>

#include "harness/bytes/scratch.h"

namespace placemat {

// Removes its directory when a test ends.
class TestDirectory : public testing::EmptyTestEventListener {
 public:
  const std::string& path() {
    if (!directory_) directory_.emplace();
    return directory_->path();
  }
  void OnTestEnd(const testing::TestInfo&) override { directory_.reset(); }

 private:
  std::optional<Scratch> directory_;
};

// The directory of the running test, and a file in it.
inline std::filesystem::path scratch(const std::string& name = {}) {
  static TestDirectory* const kDirectory = [] {
    auto* directory = new TestDirectory;  // GoogleTest owns it
    testing::UnitTest::GetInstance()->listeners().Append(directory);
    return directory;
  }();
  const std::filesystem::path path = kDirectory->path();
  return name.empty() ? path : path / name;
}

// Writes a file in that directory.
inline std::filesystem::path written(const std::string& name, std::string_view text) {
  std::ofstream(scratch(name), std::ios::binary) << text;
  return scratch(name);
}

}  // namespace placemat
