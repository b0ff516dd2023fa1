// fork_server.h: a process under limits that starts further processes like itself.
// Entering a sandbox takes longer than starting most programs, so one command enters it
// once for all of its processes. A started process is a child of the process that asked,
// which can wait for it and end it; its limits and command are the fork server's. It does
// not know what the command does.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "harness/isolation/channel.h"
#include "harness/isolation/sandbox.h"

namespace placemat {

class ForkServer {
 public:
  // Processes may write only within `scratch`. The file `stderr` there holds the last
  // output on standard error.
  ForkServer(std::vector<std::string> command, const Limits& limits, std::string scratch);
  ~ForkServer();
  ForkServer(const ForkServer&) = delete;
  ForkServer& operator=(const ForkServer&) = delete;

  // Starts a process in a group of its own, with these standard streams and no other
  // descriptor. Throws AbsentError when there is no such program.
  pid_t start(int in, int out);
  // The isolation of its processes, one line for each measure.
  const std::vector<std::string>& isolation() const { return isolation_; }
  pid_t pid() const { return pid_; }

 private:
  void open();
  void close();

  std::vector<std::string> command_;
  Limits limits_;
  std::string scratch_;
  Descriptor channel_;
  pid_t pid_ = -1;
  std::vector<std::string> isolation_;
};

}  // namespace placemat
