#include "harness/isolation/kill_witness.h"

#include <fstream>

namespace placemat {
namespace {

// Processes of this machine that the kernel killed for lack of memory.
std::uint64_t out_of_memory_kills() {
  std::ifstream counters("/proc/vmstat");
  std::uint64_t count = 0;
  for (std::string name; counters >> name >> count;) {
    if (name == "oom_kill") return count;
  }
  return 0;
}

}  // namespace

void KillWitness::begin(bool is_isolated) {
  is_guarded_ = is_isolated && guarded_attempts() != nullptr;
  if (is_guarded_) before_ = guarded_attempts()->now();
  if (!is_counted_) memory_kills_ = out_of_memory_kills();
  is_counted_ = true;
}

bool KillWitness::was_sent(Attempt attempt) const {
  return is_guarded_ &&
         guarded_attempts()->count(attempt) != before_[static_cast<std::size_t>(attempt)];
}

std::string KillWitness::how() const {
  if (was_sent(Attempt::kKillGroup)) return "signal 9, which it sent to its process group";
  if (was_sent(Attempt::kKillItself)) return "signal 9, which it sent itself";
  if (out_of_memory_kills() != memory_kills_) return "signal 9 (memory ran out)";
  return "signal 9, from itself or from another process";
}

bool KillWitness::is_from_outside() const {
  is_counted_ = false;
  return is_guarded_ && !was_sent(Attempt::kKillGroup) && !was_sent(Attempt::kKillItself) &&
         out_of_memory_kills() == memory_kills_;
}

}  // namespace placemat
