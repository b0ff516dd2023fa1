// system_calls.h: the system calls that no decoder needs, and that a seccomp filter refuses. It
// does not know which process is filtered, nor the other measures of a sandbox.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <string_view>

struct seccomp_data;

namespace placemat {

// What a process attempted with a refused call.
enum class Attempt : std::uint8_t {
  kMount,
  kNamespace,
  kKeyring,
  kTrace,
  kMeasure,
  kBpf,
  kIoUring,
  kModule,
  kSystem,
  kSocket,
  kTerminal,
  kSibling,
  kWriteFile,
  kKillItself,
  kKillGroup,
};
inline constexpr std::size_t kAttemptCount = 15;

// "open a socket": completes "tried to ..."
std::string_view words_of(Attempt attempt);

// The calls that a filter permits, although others refuse them.
struct PermittedCalls {
  bool sockets = false;
  bool namespaces = false;
  bool siblings = false;  // clone with CLONE_PARENT, as the fork server does
  // Files are opened for writing without being seen: a filter that sees them costs time.
  bool unseen_writes = false;
};

// Refuses the calls in this process and in its future children. With `notify`, another process
// decides each of them: its descriptor is returned. Returns -1, with errno, when the kernel
// does not filter, and kNoListener when it filters without a descriptor.
inline constexpr int kNoListener = -2;
int filter_system_calls(const PermittedCalls& permitted, bool notify);

// The attempt that a refused call makes. `process` is the process of the calling thread. False
// when the call is none that a filter refuses.
bool find_attempt(const seccomp_data& call, pid_t process, Attempt& attempt);

// A call that is carried out, and says how the process ended.
inline bool is_allowed(Attempt attempt) { return attempt >= Attempt::kKillItself; }
// A call of which the filter sees too little: other measures refuse it.
inline bool is_only_seen(Attempt attempt) { return attempt >= Attempt::kWriteFile; }

}  // namespace placemat
