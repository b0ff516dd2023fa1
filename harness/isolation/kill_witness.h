// kill_witness.h: which program sent a SIGKILL: the process itself, the kernel when memory ran out,
// or another one. It does not know what the process was doing.
#pragma once

#include <cstdint>
#include <string>

#include "harness/isolation/guardian.h"

namespace placemat {

class KillWitness {
 public:
  // Of a process that is started now. `is_isolated`: its system calls are filtered.
  void begin(bool is_isolated);

  // Of the process, once a SIGKILL ended it.
  std::string how() const;
  // Another program killed it, so that its end says nothing about it. Known only where a guardian
  // sees what a process sends itself.
  bool is_from_outside() const;

 private:
  bool was_sent(Attempt attempt) const;

  bool is_guarded_ = false;
  Attempts::Counts before_{};
  // Counting takes a while, so only after each SIGKILL.
  std::uint64_t memory_kills_ = 0;
  mutable bool is_counted_ = false;
};

}  // namespace placemat
