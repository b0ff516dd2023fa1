// sandbox.h: what the process of an external decoder may use and reach. A limit that this
// kernel does not offer is reported, never assumed. It does not know what runs inside.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace placemat {

// What a decoder may do although others may not: a browser needs namespaces, a database
// sockets. Each is reported.
struct Relaxations {
  bool sockets = false;
  bool namespaces = false;
  bool reads_all = false;
  std::vector<std::string> readable = {};   // files and directories
  std::vector<std::string> variables = {};  // names, of the environment

  friend bool operator==(const Relaxations&, const Relaxations&) = default;
};

// Relaxes by the word of an option or of a list: sockets, namespaces or reading. False for another
// word.
bool relax(Relaxations& relaxed, std::string_view what);

struct Limits {
  unsigned call_ms = 1000;          // processor time of a call; ten times that of own time
  std::uint64_t memory_mib = 1024;  // beyond what the process had when it began; 0: no limit
  std::uint64_t file_mib = 64;      // of any file it writes
  std::uint64_t processes = 64;     // of this user, beyond those that exist; does not bind root
  std::uint64_t output_mib = 64;    // that a child prints for one batch
  bool isolate = true;              // remove access to network and file system
  Relaxations relaxed = {};
  std::vector<std::string> needed = {};  // files and directories of the decoder, which it may read
};

// A fork server starts processes that are not its children.
enum class SandboxedProcess : std::uint8_t { kWorker, kForkServer };

// Puts the calling process, which must have one thread, and its future children under
// `limits`. Writing is allowed only within `scratch`. Returns the measures in force and
// those that are not available, a line each.
std::vector<std::string> enter_sandbox(const Limits& limits, const std::string& scratch,
                                       SandboxedProcess process = SandboxedProcess::kWorker);

// Lines that begin so name a measure that is not in force, or was relaxed.
inline constexpr std::string_view kNotInForce = "NOT in force: ";

// The address space of a process, in bytes; 0 when there is none.
std::uint64_t address_space(pid_t process);

}  // namespace placemat
