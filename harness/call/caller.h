// caller.h: one call, one observation. Whatever an operation's signature is,
// a caller puts the units between guard pages, gives the capacity it was told,
// fences the call and hands back what was seen. It does not know what would
// have been right.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "harness/call/fence.h"
#include "harness/call/guarded.h"
#include "harness/presentation/presentation.h"

namespace placemat {

// Beside PLACEMAT_CLAIM_...: an offset or a length is claimed where it is
// stated; PLACEMAT_UNKNOWN is no claim. Of decoders whose answers come as text.
inline constexpr std::uint32_t kClaimsWhatIsStated = std::uint32_t{1} << 31;

// One call: the units with what stands around them, how they are given, and the
// room for values, which follows from `how.room` and the law. Streams are given
// what the interface promises.
struct Call {
  ByteView units;
  const Presentation& how;
  std::size_t capacity = 0;
};

struct Observation {
  enum class Outcome : std::uint8_t {
    kAnswered,
    kUnsupported,
    kOverRead,   // a unit outside of the input was read
    kOverWrite,  // a value outside of the output was written
    kCrash,
    kHang,
    kBroken,  // the interface was violated in another way; see `note`
    // Of strangers, in a process of their own; see `note`.
    kExhausted,         // took all the memory there was
    kCorruptedProcess,  // did to its process what is no decoder's to do
    kBrokeProtocol,     // gave an answer that is none
  } outcome = Outcome::kAnswered;
  std::uint32_t status = PLACEMAT_OK;
  std::size_t count = 0;  // values written, or what a length function answered
  std::size_t error_offset = PLACEMAT_UNKNOWN;
  std::size_t error_length = PLACEMAT_UNKNOWN;
  int bits = 32;                 // of one value at `values`
  const void* values = nullptr;  // `count` of them; valid until the next call
  const char* note = "";
  int signal = 0;
  // The process that made the call did not survive it: to ask again is dear.
  bool is_fatal = false;

  std::uint64_t value(std::size_t i) const;
};

class Caller {
 public:
  Caller(const Decoder& decoder, FencedThread& thread);
  // With the units in a buffer that somebody else sees too; it has room for
  // kMaxUnits + 1.
  Caller(const Decoder& decoder, FencedThread& thread, const GuardedBuffer& input);
  virtual ~Caller();
  virtual Observation call(const Call& call);
  // These calls may be made next, each once: for those whom it helps to know.
  virtual void prefetch(std::span<const Call>) {}
  // Are calls that were foreseen asked beside others?
  virtual bool is_batched() const { return false; }
  // `call` has just been answered with `seen`, which is to be held against the
  // decoder: one that was asked beside others is asked again, alone.
  virtual Observation confirm(const Call&, const Observation& seen) { return seen; }
  const Decoder& decoder() const { return decoder_; }
  // Does the decoder see where its units lie, and how much room it has? One
  // in another process does not.
  virtual bool shows_memory() const { return true; }

  // Where `n` units lie in an input buffer.
  static std::uint8_t* place_of(const GuardedBuffer& input, std::size_t n, Placement placement) {
    if (placement == Placement::kStart) return input.begin();
    return input.end() - n - (placement == Placement::kNul ? 1 : 0);
  }

  // The longest input that a call may have: more than most blocks.
  static constexpr std::size_t kMaxUnits = (std::size_t{1} << 16) + (std::size_t{1} << 12);

 protected:
  // For one that makes its calls in another way.
  explicit Caller(const Decoder& decoder);

 private:
  class Stream;
  Observation call_function(const Call& call);
  Observation call_after_another(const Call& call);
  Observation read_verdict(int verdict) const;
  Observation observation_of(const CallFailure& failure) const;
  const std::uint8_t* place(ByteView units, Placement placement);
  std::uint8_t* make_room(std::size_t bytes, std::size_t stale);
  bool is_canary_intact(const std::uint8_t* out) const;

  const Decoder& decoder_;
  FencedThread* thread_;
  std::unique_ptr<GuardedBuffer> own_input_;
  const GuardedBuffer& input_;
  GuardedBuffer output_;
  std::vector<std::uint32_t> stream_values_;
};

}  // namespace placemat
