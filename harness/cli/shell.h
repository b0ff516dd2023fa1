// shell.h: for tests of the program as a script uses it: its arguments, its output, its exit code
// and its files.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

namespace placemat {

inline const std::string kProgram = PLACEMAT_BINARY_DIR "/harness/cli/placemat";

struct ShellResult {
  int code = -1;    // -1 when the command did not exit normally
  std::string out;  // standard output, and standard error unless the line redirects it
};

// Runs `line` in a shell, with an empty standard input.
inline ShellResult shell(const std::string& line, const std::string& redirected = "2>&1") {
  ShellResult answer;
  FILE* pipe = popen((line + " " + redirected + " </dev/null").c_str(), "r");
  if (pipe == nullptr) return answer;
  std::array<char, 4096> buffer;
  while (const std::size_t n = fread(buffer.data(), 1, buffer.size(), pipe)) {
    answer.out.append(buffer.data(), n);
  }
  const int status = pclose(pipe);
  answer.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return answer;
}

// A test with a directory of its own.
class WithDirectory : public testing::Test {
 protected:
  WithDirectory() {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    directory_ = std::filesystem::path(testing::TempDir()) /
                 ("placemat-" + std::string(test->test_suite_name()) + "-" + test->name() + "-" +
                  std::to_string(getpid()));
    std::filesystem::remove_all(directory_);
    std::filesystem::create_directories(directory_);
  }
  ~WithDirectory() override { std::filesystem::remove_all(directory_); }

  std::string path(const std::string& name) const { return (directory_ / name).string(); }
  std::string file(const std::string& name, const std::string& content) const {
    std::ofstream(path(name), std::ios::binary) << content;
    return path(name);
  }

  std::filesystem::path directory_;
};

}  // namespace placemat
