// sandbox.h: what the process of an external decoder may use and reach. A limit
// that the kernel does not offer here is reported, never assumed. It must not
// know what runs inside.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace placemat {

struct Limits {
  unsigned call_ms = 1000;          // processor time of a call; ten times that on the clock
  std::uint64_t memory_mib = 1024;  // beyond what the process had when it began; 0: no limit
  std::uint64_t file_mib = 64;      // of any file it writes
  std::uint64_t processes = 64;     // of this user, more than there are; does not bind root
  std::uint64_t output_mib = 64;    // of what a child prints for one batch
  bool isolate = true;              // take network and file system away
};

// Puts the calling process, which must have one thread, under `limits`:
// everything that it and its children do from now on. Writing is left within
// `scratch` alone. Returns what is in force and what could not be, a line each.
std::vector<std::string> enter_sandbox(const Limits& limits, const std::string& scratch);

// The address space of a process, in bytes; 0 when there is none.
std::uint64_t address_space(pid_t process);

// A new empty directory; removed with all that is in it when it ends.
class Scratch {
 public:
  Scratch();
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  int owner_;  // the process: those that are forked from it do not remove it
};

}  // namespace placemat
