// fork_server.h: a process under limits that starts others like itself. To enter a
// sandbox takes the kernel longer than to start most programs, so that it is
// done once for all processes of one command. What it starts is a child of the
// process that asks, which can wait for it and end it; the limits and the
// command are the fork server's. It must not know what the command does.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "harness/isolation/channel.h"
#include "harness/isolation/sandbox.h"

namespace placemat {

class ForkServer {
 public:
  // Writing is left within `scratch` alone; there, `stderr` is what was said
  // last on the standard error.
  ForkServer(std::vector<std::string> command, const Limits& limits, std::string scratch);
  ~ForkServer();
  ForkServer(const ForkServer&) = delete;
  ForkServer& operator=(const ForkServer&) = delete;

  // A process in a group of its own, with these standard streams and no other
  // descriptor. Throws AbsentError when there is no such program.
  pid_t start(int in, int out);
  // What its processes are under, a line each.
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
