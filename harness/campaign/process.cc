// The forks of a campaign that are not workers: a whole audit, and the probe that checks whether a
// subject is installed. It must not know what their results mean.
#include "harness/campaign/process.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

#include "harness/isolation/guardian.h"

namespace placemat {
namespace {

void send_output_to(const char* file) {
  const int null = open("/dev/null", O_RDONLY);
  const int out = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  dup2(null, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  dup2(out, STDERR_FILENO);
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
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child < 0) return false;
  if (child == 0) {
    setpgid(0, 0);
    die_with(parent);
    send_output_to("/dev/null");
    std::vector<std::string> words = command;
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    execvp(arguments[0], arguments.data());
    _exit(127);
  }
  const auto begun = std::chrono::steady_clock::now();
  int status = 0;
  while (waitpid(child, &status, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() - begun > limit) kill(-child, SIGKILL);
    usleep(2000);
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace placemat
