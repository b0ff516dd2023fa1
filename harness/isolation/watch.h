// watch.h: a crash note in shared memory tells other processes during which call a
// process died. The units are not copied into it; they lie in a buffer that is shared
// too. A caller that keeps the note, and skips calls that are known to end the process,
// lets the judge continue after a crash.
#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "harness/call/caller.h"
#include "harness/isolation/hang_limit.h"
#include "harness/presentation/pack.h"

namespace placemat {

// A call that owns its data. An encoder's call has only a value.
struct OwnedCall {
  bool is_encode = false;
  std::uint64_t value = 0;
  Bytes units;
  Presentation how;
  std::size_t capacity = 0;

  bool is(const Call& call) const {
    return !is_encode && capacity == call.capacity && how == call.how &&
           std::ranges::equal(units, call.units);
  }
  friend bool operator==(const OwnedCall&, const OwnedCall&) = default;
};
template <class A>
void fields(A& a, OwnedCall& c) {
  a(c.is_encode, c.value, c.units, c.how, c.capacity);
}

// A call that ended the process that made it, and how.
struct KnownCrash {
  OwnedCall call;
  Observation::Outcome outcome;
  const char* note;  // lives as long as the process
  int signal = 0;
};

// Text that lives as long as the process.
const char* interned(const std::string& text);

class CrashNote {
 public:
  struct Record {
    OwnedCall owned(const GuardedBuffer& input) const;
    void set(const Call& call);
    void set(std::uint64_t value);

    // Longer presentations are truncated: at most this many chunks are distinguished.
    static constexpr std::size_t kMostPacked = std::size_t{1} << 15;

    bool is_encode;
    bool has_units;  // copied; otherwise they lie in the input buffer
    std::uint64_t value;
    std::size_t capacity;
    std::uint32_t length, how_size;
    std::uint8_t how[kMostPacked];
    std::uint8_t units[Caller::kMaxUnits];
  };

  // In memory that processes forked from this one share.
  static CrashNote* create();
  void clear();

  // Entries plus exits: odd while a call is in progress.
  std::atomic<std::uint64_t> serial;
  std::atomic<bool> is_loaded;
  Record current, failed;
  std::atomic<bool> has_failed;
  // Why the process ended itself, if it did.
  std::atomic<bool> has_reason;
  Observation::Outcome reason;
  char why[256];
  void give_reason(Observation::Outcome outcome, const std::string& text);
};

class WatchedCaller final : public Caller {
 public:
  struct Watch {
    CrashNote& note;
    const std::vector<KnownCrash>& known_crashes;
    // Calls that need not be repeated: they corrupted the process, or used all their
    // time.
    std::vector<KnownCrash> corrupting = {}, hanging = {};
    // When more calls than this have used all their time, no new call is made.
    int hangs_left = std::numeric_limits<int>::max();
    bool gives_up = false;       // AbsentError is thrown where a call would not be made
    HangLimit* limit = nullptr;  // of the whole audit, unless null
    std::uint16_t given_up = 0;  // operations, one bit each, that are no longer called
    // Runs after a call, unless null; may change the observation.
    std::function<void(Observation&)> after = {};
    // Runs after a failed call.
    std::function<void(const Observation&)> after_failure = {};
  };
  WatchedCaller(const Decoder& decoder, FencedThread& thread, const GuardedBuffer& input,
                Watch& watch)
      : Caller(decoder, thread, input), watch_(watch), input_(input) {}
  Observation call(const Call& call) override;
  // No new call is made any more.
  bool is_stopped() const {
    return watch_.hangs_left < 0 || (watch_.limit != nullptr && watch_.limit->is_reached());
  }

 private:
  void count(const Observation& seen);
  Watch& watch_;
  const GuardedBuffer& input_;
};

}  // namespace placemat
