// process.h: runs work in its own process, with output to a file. It must not know what the work
// is; the isolation of a decoder belongs to isolation/.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace placemat {

// Forks. The child leads a process group, dies with this process, has no input, writes standard
// output and error to `log`, and exits with the result of `work`. Returns the id of the child, or
// -1.
pid_t fork_with_log(const std::filesystem::path& log, const std::function<int()>& work);

// Does the command exit with 0 within `limit`? Its output is discarded.
bool succeeds(const std::vector<std::string>& command, std::chrono::seconds limit);

// A command for a POSIX shell. It has no input, and it and all that it started are killed at the
// limit. Files that it writes may have 256 MiB.
struct ShellCommand {
  std::string text;
  std::filesystem::path directory;       // in which it runs
  std::vector<std::string> environment;  // "NAME=VALUE", besides that of this process
  std::chrono::seconds limit{20};
};
struct ShellOutcome {
  int exit_code = -1;        // -1 where it did not exit
  int signal = 0;            // that ended it or, as its shell says, its last command
  bool is_too_slow = false;  // killed at the limit
  std::string output;        // standard output and standard error, the first 64 KiB of each
  std::string errors;
  bool is_good() const { return exit_code == 0; }
};
ShellOutcome run_shell(const ShellCommand& command);

}  // namespace placemat
