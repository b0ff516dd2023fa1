// fuzz_record.h: what a fuzz target tells the benchmark that started it. It lies in a shared
// mapping of a file, since some engines run the target in many processes, one after the other.
#pragma once

#include <atomic>
#include <cstdint>

namespace placemat {

struct FuzzRecord {
  std::atomic<std::uint64_t> executions;
  std::atomic<std::uint64_t> executions_when_found;  // 0: not found
  std::atomic<std::int64_t> found_at;                // nanoseconds of the monotonic clock
};
static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

}  // namespace placemat
