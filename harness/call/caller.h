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
#include "harness/decoder/registry.h"

namespace placemat {

enum class Operation : std::uint8_t {
  kValidate,
  kStrict32,
  kLossy32,
  kStrict16,
  kLossy16,
  kStrict64,
  kLossy64,
  kLength32,
  kLength16,
  kStreamStrict,
  kStreamLossy,
};
inline constexpr std::size_t kOperationCount = 11;

std::string_view name_of(Operation operation);
std::optional<Operation> find_operation(std::string_view name);
bool has(const Decoder& decoder, Operation operation);
constexpr bool is_stream(Operation op) {
  return op == Operation::kStreamStrict || op == Operation::kStreamLossy;
}
constexpr bool is_lossy(Operation op) {
  return op == Operation::kLossy16 || op == Operation::kLossy32 || op == Operation::kLossy64 ||
         op == Operation::kStreamLossy;
}
constexpr bool is_strict(Operation op) {
  return op == Operation::kStrict16 || op == Operation::kStrict32 || op == Operation::kStrict64 ||
         op == Operation::kStreamStrict;
}
constexpr bool is_length(Operation op) {
  return op == Operation::kLength16 || op == Operation::kLength32;
}
constexpr bool is_utf16(Operation op) {
  return op == Operation::kStrict16 || op == Operation::kLossy16 || op == Operation::kLength16;
}

// Beside PLACEMAT_CLAIM_...: an offset or a length is claimed where it is
// stated; PLACEMAT_UNKNOWN is no claim. Of decoders whose answers come as text.
inline constexpr std::uint32_t kClaimsWhatIsStated = std::uint32_t{1} << 31;

// Where the units lie.
enum class Placement : std::uint8_t {
  kEnd,    // the last unit is the last before a guard page
  kStart,  // the first unit is the first behind a guard page
  kNul,    // a NUL stands behind the last unit
  kNull,   // as kEnd, and what is empty (input, chunk, output) is at NULL
};

// What a stream was given before the case, and how that ended; or (kCall) what
// another call, of the same operation, was given before this one; or (kBeside) what
// another stream, open at the same time, is given before each chunk, until it is
// closed without a finish before the finish of this one.
struct Prelude {
  ByteView units = {};
  enum class Ending : std::uint8_t { kNone, kFinish, kReset, kCall, kInterleaved };
  Ending ending = Ending::kNone;
};

struct Call {
  Operation operation;
  ByteView units;
  std::span<const std::size_t> cuts = {};  // streams: the chunk ends
  Placement placement = Placement::kEnd;
  std::size_t capacity = 0;  // in values; not for streams, which get what the interface promises
  Prelude prelude = {};
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

  // The longest input that a call may have: more than most blocks.
  static constexpr std::size_t kMaxUnits = (std::size_t{1} << 16) + (std::size_t{1} << 12);

 protected:
  // For one that makes its calls in another way.
  explicit Caller(const Decoder& decoder);

 private:
  const std::uint8_t* place(ByteView units, Placement placement);
  Observation stream(const Call& call);
  Observation after_another(const Call& call);
  Observation failed_call(const CallFailure& failure) const;
  bool is_canary_intact(const std::uint8_t* out) const;

  const Decoder& decoder_;
  FencedThread* thread_;
  std::unique_ptr<GuardedBuffer> own_input_;
  const GuardedBuffer& input_;
  GuardedBuffer output_;
  std::vector<std::uint32_t> stream_values_;
};

}  // namespace placemat
