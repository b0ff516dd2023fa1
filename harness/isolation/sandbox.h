// sandbox.h: what the process of an external decoder may use and reach. A limit that this
// kernel does not offer is reported, never assumed. It does not know what runs inside.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace placemat {

struct Limits {
  unsigned call_ms = 1000;          // processor time of a call; ten times that in wall-clock time
  std::uint64_t memory_mib = 1024;  // beyond what the process had when it began; 0: no limit
  std::uint64_t file_mib = 64;      // of any file it writes
  std::uint64_t processes = 64;     // of this user, beyond those that exist; does not bind root
  std::uint64_t output_mib = 64;    // that a child prints for one batch
  bool isolate = true;              // remove access to network and file system
};

// Puts the calling process, which must have one thread, and its future children under
// `limits`. Writing is allowed only within `scratch`. Returns the measures in force and
// those that are not available, a line each.
std::vector<std::string> enter_sandbox(const Limits& limits, const std::string& scratch);

// The address space of a process, in bytes; 0 when there is none.
std::uint64_t address_space(pid_t process);

}  // namespace placemat
