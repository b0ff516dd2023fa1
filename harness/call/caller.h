// caller.h: makes one call and returns one observation. For each operation's signature, a
// caller puts the units between guard pages, gives the stated capacity, fences the call
// and returns what it observed. It does not know the right answer.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "harness/call/fence.h"
#include "harness/call/guarded.h"
#include "harness/presentation/presentation.h"

namespace placemat {

// An addition to PLACEMAT_CLAIM_..., for decoders whose answers come as text: an offset
// or a length is claimed where it is stated. PLACEMAT_UNKNOWN is no claim.
inline constexpr std::uint32_t kClaimsWhatIsStated = std::uint32_t{1} << 31;

// One call: the units with their surroundings, the presentation, and the room for values,
// which follows from `how.room` and the law. Streams get the room that the interface
// promises.
struct Call {
  ByteView units;
  const Presentation& how;
  std::size_t capacity = 0;
};

// What error_offset and error_length of a result are before a call. A decoder fills every member
// of a result, so that an answer with this value was not filled.
inline constexpr std::size_t kUnfilled = 0x5A5A5A5A5A5A5A5A;

struct Observation {
  enum class Outcome : std::uint8_t {
    kAnswered,
    kUnsupported,
    kOverRead,   // a unit outside of the input was read
    kOverWrite,  // a value outside of the output was written
    kCrash,
    kHang,
    kBroken,  // the interface was violated in another way; see `note`
    // For external decoders in a process of their own; see `note`.
    kExhausted,         // used all the memory that its limit allows
    kCorruptedProcess,  // changed process state that a decoder must not change
    kBrokeProtocol,     // gave an answer that the protocol does not allow
  } outcome = Outcome::kAnswered;
  std::uint32_t status = PLACEMAT_OK;
  std::size_t count = 0;  // values written, or the result of a length function
  std::size_t error_offset = PLACEMAT_UNKNOWN;
  std::size_t error_length = PLACEMAT_UNKNOWN;
  int bits = 32;                 // of one value at `values`
  const void* values = nullptr;  // `count` of them; valid until the next call
  const char* note = "";
  const char* function = "";  // of a stream, whose call did not end well; else empty
  int signal = 0;
  // The call ended its process, so repeating it is expensive.
  bool is_fatal = false;
  // The values were read from the output of a filter: a raw unit in it is ill-formed output.
  bool is_output = false;

  std::uint64_t value(std::size_t i) const;
};

// False where the system refuses this process a thread, so that no second thread calls.
bool can_start_threads();

class Caller {
 public:
  Caller(const Decoder& decoder, FencedThread& thread);
  // Takes the units from a buffer that another process shares; the buffer needs room for
  // kMaxUnits + 1.
  Caller(const Decoder& decoder, FencedThread& thread, const GuardedBuffer& input);
  virtual ~Caller();
  virtual Observation call(const Call& call);
  // Clears what earlier calls left in the buffers: what follows sees the memory of a new caller.
  void forget();
  // Announces calls that may be made next, each once, to callers that can prefetch them.
  virtual void prefetch(std::span<const Call>) {}
  // Makes announced calls now, in batches; each is answered from there, once.
  virtual void ask_together(std::span<const Call>) {}
  // False for a call that cannot be made at all.
  virtual bool takes(const Call&) const { return true; }
  // True when announced calls cost less than others.
  virtual bool asks_ahead() const { return false; }
  // True when prefetched calls are batched, so that an input has neighbours.
  virtual bool is_batched() const { return false; }
  // Repeats a call whose answer `seen` is to be reported, when that answer came from a
  // batch: it is then made on its own.
  virtual Observation confirm(const Call&, const Observation& seen) { return seen; }
  const Decoder& decoder() const { return decoder_; }
  // True when the decoder sees where its units lie and how much room it has. A decoder in
  // another process does not.
  virtual bool shows_memory() const { return true; }

  // The address of `n` units in an input buffer.
  static std::uint8_t* place_of(const GuardedBuffer& input, std::size_t n, Placement placement) {
    if (placement == Placement::kStart) return input.begin();
    return input.end() - n - (placement == Placement::kNul ? 1 : 0);
  }

  // The longest input of a call: longer than most vector blocks.
  static constexpr std::size_t kMaxUnits = (std::size_t{1} << 17) + (std::size_t{1} << 12);

 protected:
  // For subclasses that make their calls in another way.
  explicit Caller(const Decoder& decoder);

 private:
  class Others;
  class PushRoom;
  class Stream;
  Observation call_plainly(const Call& call);
  Observation call_in_environment(const Call& call);
  Observation call_by_second_thread(const Call& call);
  Observation call_function(const Call& call);
  Observation call_beside_streams(const Call& call);
  Observation call_after_another(const Call& call);
  Observation read_verdict(int verdict) const;
  Observation observation_of(const CallFailure& failure) const;
  const std::uint8_t* place(ByteView units, Placement placement);
  // The units [from, to) of the last `length` that were placed.
  void overwrite(std::size_t length, Placement placement, std::size_t from, std::size_t to);
  std::uint8_t* make_room(std::size_t bytes, std::size_t stale);
  std::uint8_t* make_room_at_start(std::size_t bytes, std::size_t stale);
  void note_input(std::size_t units) { longest_input_ = std::max(longest_input_, units); }
  void note_output(std::size_t bytes) { longest_output_ = std::max(longest_output_, bytes); }
  bool is_canary_intact(const std::uint8_t* out) const;

  const Decoder& decoder_;
  FencedThread* thread_;
  std::unique_ptr<GuardedBuffer> own_input_;
  const GuardedBuffer& input_;
  GuardedBuffer output_;
  std::vector<std::uint32_t> stream_values_;
  std::vector<std::uint32_t> earlier_values_;  // of the same case on the same stream
  // What was used of the buffers since the last forget(), in bytes from either end.
  std::size_t longest_input_ = 0, longest_output_ = 0;
};

}  // namespace placemat
