// guardian.h: the parent of a host. It outlives the host and the run, and then ends every process
// that they left. It also answers the system calls that the filter of a sandbox refuses, and counts
// them. It does not know what the host does.
#pragma once

#include <sys/types.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "harness/isolation/system_calls.h"

namespace placemat {

// Shared by the run, the guardian, the host and its workers; only the guardian writes.
struct Attempts {
  std::array<std::atomic<std::uint32_t>, kAttemptCount> counts{};

  std::uint32_t count(Attempt attempt) const { return counts[static_cast<std::size_t>(attempt)]; }
  // "tried to open a socket", one for each kind of refused call that was not made at `before`.
  using Counts = std::array<std::uint32_t, kAttemptCount>;
  std::vector<std::string> words(const Counts& before = {}) const;
  Counts now() const;
};

// Added to the signal that killed the child, in the guardian's exit status.
inline constexpr int kKilledBy = 128;

// Forks a guardian, whose child calls `work`; that must end by _exit. The guardian ends when that
// child ends, with its exit status, when this process ends, or at SIGTERM. Returns its
// process, or -1.
pid_t start_guarded(Attempts* attempts, const std::function<void()>& work);
// In memory that the processes forked from this one share.
Attempts* create_attempts();
void destroy(Attempts* attempts);
// "open a socket", for each kind of call that any host of this process saw refused.
std::vector<std::string> refused_by_hosts();

// The guardian of this process, or of the one that forked it; none outside of a host.
bool has_guardian();
const Attempts* guarded_attempts();
// Hands over the descriptor that filter_system_calls() returned, if any, and forgets the guardian,
// so that this process can reach it no more. Workers keep a read-only view of the attempts. Files
// below `scratch` may be written.
void hand_over(int listener, const std::string& scratch);

// Closes these descriptors, except the one by which a guardian is reached.
void close_descriptors(int first, int last);

// Dies with `parent`. Called first in a process that `parent` forked, and again when its rights
// have changed.
void die_with(pid_t parent);

}  // namespace placemat
