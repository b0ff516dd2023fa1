// shell.h: for tests of the program as a script uses it: its arguments, its output, its exit code
// and its files.
#pragma once

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <string>

#include "harness/bytes/scratch_fixture.h"

namespace placemat {

inline const std::string kProgram = PLACEMAT_BINARY_DIR "/harness/cli/placemat";

struct ShellResult {
  int code = -1;    // -1 when the command did not exit normally
  std::string out;  // standard output, and standard error unless the line redirects it
};

// Runs `line` in a shell, with an empty standard input. Its temporary files are the test's too: a
// program that is killed leaves them.
inline ShellResult shell(const std::string& line, const std::string& redirected = "2>&1") {
  ShellResult answer;
  const std::string temporary = "export TMPDIR=" + scratch().string() + "; ";
  FILE* pipe = popen((temporary + line + " " + redirected + " </dev/null").c_str(), "r");
  if (pipe == nullptr) return answer;
  std::array<char, 4096> buffer;
  while (const std::size_t n = fread(buffer.data(), 1, buffer.size(), pipe)) {
    answer.out.append(buffer.data(), n);
  }
  const int status = pclose(pipe);
  answer.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return answer;
}

// Sends SIGINT to `line` as soon as it catches that signal, however busy the machine is: a time
// would be too short at one time, and longer than the whole run at another.
inline ShellResult interrupted(const std::string& line) {
  const std::string is_due =
      "awk '/^Name/ { runs = $2 == \"placemat\" }"
      " /^SigCgt/ { exit !(runs && $2 ~ /[2367abef]$/) }' /proc/$p/status 2>/dev/null";
  return shell("(" + line + ") & p=$!; while kill -0 $p 2>/dev/null && ! " + is_due +
                   "; do sleep 0.02; done; kill -INT $p; wait $p",
               "");
}

// A test with files.
class WithDirectory : public testing::Test {
 protected:
  static std::string path(const std::string& name) { return scratch(name).string(); }
  static std::string file(const std::string& name, const std::string& content) {
    return written(name, content).string();
  }

  const std::filesystem::path directory_ = scratch();
};

}  // namespace placemat
