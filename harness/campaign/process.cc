// The forks of a campaign that are not workers: a whole audit, the probe that checks whether a
// subject is installed, and shell commands. It must not know what their results mean.
#include "harness/campaign/process.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <string_view>

#include "harness/bytes/scratch.h"
#include "harness/bytes/unwritten.h"
#include "harness/isolation/guardian.h"

namespace placemat {
namespace {

void send_output_to(const char* file, const char* errors = nullptr) {
  const int null = open("/dev/null", O_RDONLY);
  const int out = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  dup2(null, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  dup2(errors == nullptr ? out : open(errors, O_WRONLY | O_CREAT | O_TRUNC, 0644), STDERR_FILENO);
}

// The status of a process that leads a group. At the limit the group is killed, and `is_too_slow`
// becomes true; what the group left is killed too.
int wait_within(pid_t child, std::chrono::seconds limit, bool& is_too_slow) {
  const auto begun = std::chrono::steady_clock::now();
  int status = 0;
  while (waitpid(child, &status, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() - begun > limit) {
      is_too_slow = true;
      kill(-child, SIGKILL);
    }
    usleep(2000);
  }
  kill(-child, SIGKILL);
  return status;
}

// With pointers to the words, and a null pointer at the end.
std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

std::string beginning_of(const std::filesystem::path& file) {
  constexpr std::size_t kMost = std::size_t{64} << 10;
  std::string text(kMost, '\0');
  std::ifstream in(file, std::ios::binary);
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(in.gcount()));
  return text;
}

// This process's, with `more` in place of what it has of the same names.
std::vector<std::string> environment_with(const std::vector<std::string>& more) {
  std::vector<std::string> all = more;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view given = *variable;
    const std::string name(given.substr(0, given.find('=') + 1));
    const bool is_replaced =
        std::ranges::any_of(more, [&](const std::string& one) { return one.starts_with(name); });
    if (!is_replaced) all.emplace_back(given);
  }
  return all;
}

}  // namespace

pid_t fork_with_log(const std::filesystem::path& log, const std::function<int()>& work) {
  std::fflush(nullptr);  // otherwise the child writes the buffered output again
  const pid_t parent = getpid();
  const pid_t process = fork();
  if (process != 0) return process;
  setpgid(0, 0);
  die_with(parent);
  send_output_to(log.c_str());
  const int code = work();
  std::fflush(nullptr);
  _exit(code);
}

bool succeeds(const std::vector<std::string>& command, std::chrono::seconds limit) {
  std::vector<std::string> words = command;
  const std::vector<char*> arguments = pointers_to(words);
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child < 0) return false;
  if (child == 0) {
    setpgid(0, 0);
    die_with(parent);
    send_output_to("/dev/null");
    execvp(arguments[0], arguments.data());
    _exit(127);
  }
  bool is_too_slow = false;
  const int status = wait_within(child, limit, is_too_slow);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

ShellOutcome run_shell(const ShellCommand& command) {
  constexpr rlim_t kLargestFile = rlim_t{256} << 20;
  constexpr int kNotFound = 127, kSignalled = 128;
  const Scratch scratch;
  const std::string output = scratch.path() + "/output", errors = scratch.path() + "/errors";
  const std::string directory = command.directory.string();
  // All memory is allocated before the fork: another thread may hold the lock of the heap.
  std::vector<std::string> words{"sh", "-c", command.text};
  std::vector<std::string> variables = environment_with(command.environment);
  const std::vector<char*> arguments = pointers_to(words);
  const std::vector<char*> environment = pointers_to(variables);
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child < 0) throw SystemError("no process can be started: the system refused");
  if (child == 0) {
    setpgid(0, 0);
    die_with(parent);
    send_output_to(output.c_str(), errors.c_str());
    const rlimit no_core{0, 0}, file_size{kLargestFile, kLargestFile};
    setrlimit(RLIMIT_CORE, &no_core);
    setrlimit(RLIMIT_FSIZE, &file_size);
    if (chdir(directory.c_str()) == 0) execve("/bin/sh", arguments.data(), environment.data());
    _exit(kNotFound);
  }
  ShellOutcome result;
  const int status = wait_within(child, command.limit, result.is_too_slow);
  if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  if (WIFEXITED(status)) {
    result.exit_code = WEXITSTATUS(status);
    if (result.exit_code > kSignalled && result.exit_code < kSignalled + NSIG) {
      result.signal = result.exit_code - kSignalled;
      result.exit_code = -1;
    }
  }
  result.output = beginning_of(output);
  result.errors = beginning_of(errors);
  return result;
}

}  // namespace placemat
