#include "harness/call/caller.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "harness/bytes/copy.h"
#include "harness/bytes/hash.h"
#include "harness/call/seal.h"
#include "harness/decoder/raw_unit.h"

// The interface of a leak checker, where there is one.
extern "C" void __lsan_ignore_object(const void*) __attribute__((weak));

namespace placemat {
namespace {

// Bytes at one end of the output that a decoder must not change. A write at the other end hits a
// guard page: the one behind, or for input at the start of its buffer the one before.
constexpr std::size_t kCanarySize = 16;
constexpr std::uint8_t kCanary = 0xA5;
constexpr std::uint64_t kCanaryWord = 0xA5A5A5A5A5A5A5A5;
constexpr std::size_t kOutputSize =
    (Caller::kMaxUnits + 2 * PLACEMAT_MAX_SEQUENCE) * sizeof(std::uint64_t) + kCanarySize;

bool is_at_start(const Presentation& how) { return how.placement == Placement::kStart; }

// Room with the guard page before it, so the canary stands behind.
void make_room_at_start(std::uint8_t* begin, std::size_t bytes, std::size_t stale) {
  std::memset(begin + bytes, kCanary, kCanarySize);
  make_stale(begin, begin + stale);
}

// The end of the canary there.
const std::uint8_t* behind(const std::uint8_t* begin, std::size_t bytes) {
  return begin + bytes + kCanarySize;
}

// A stream whose call failed is not closed, because closing it could fail again. The leak
// checker must not report it.
void leave(const void* stream) {
  if (&__lsan_ignore_object != nullptr) __lsan_ignore_object(stream);
}

int bits_of(Operation op) {
  switch (op) {
    case Operation::kStrict16:
    case Operation::kLossy16:
      return 16;
    case Operation::kStrict64:
    case Operation::kLossy64:
      return 64;
    default:
      return 32;
  }
}

}  // namespace

std::uint64_t Observation::value(std::size_t i) const {
  switch (bits) {
    case 16:
      return static_cast<const std::uint16_t*>(values)[i];
    case 64:
      return static_cast<const std::uint64_t*>(values)[i];
    default:
      return widened(static_cast<const std::uint32_t*>(values)[i]);
  }
}

Caller::Caller(const Decoder& decoder, FencedThread& thread)
    : decoder_(decoder),
      thread_(&thread),
      own_input_(std::make_unique<GuardedBuffer>(kMaxUnits + 1, GuardedBuffer::Sharing::kShared)),
      input_(*own_input_),
      output_(kOutputSize) {}

// The decoder is an external one, which may do anything to the memory of its process.
Caller::Caller(const Decoder& decoder, FencedThread& thread, const GuardedBuffer& input)
    : decoder_(decoder), thread_(&thread), input_(input), output_(kOutputSize) {
  seal(output_);
}

Caller::Caller(const Decoder& decoder)
    : decoder_(decoder),
      thread_(nullptr),
      own_input_(std::make_unique<GuardedBuffer>(0)),
      input_(*own_input_),
      output_(0) {}

Caller::~Caller() = default;

const std::uint8_t* Caller::place(ByteView units, Placement placement) {
  const std::size_t n = units.size();
  if (n == 0 && placement == Placement::kNull) return nullptr;
  std::uint8_t* const at = place_of(input_, n, placement);
  if (placement == Placement::kNul) at[n] = 0;
  copy_dozens(at, units);
  return placement == Placement::kReadOnly ? input_.read_only(at) : at;
}

Observation Caller::observation_of(const CallFailure& failure) const {
  Observation seen;
  seen.signal = failure.signal;
  if (failure.cause == CallFailure::Cause::kTime) {
    seen.outcome = Observation::Outcome::kHang;
  } else if (failure.cause == CallFailure::Cause::kMemory &&
             input_.guard_at(failure.address) != GuardedBuffer::Side::kNone) {
    seen.outcome =
        failure.is_write ? Observation::Outcome::kOverWrite : Observation::Outcome::kOverRead;
    seen.note = input_.guard_at(failure.address) == GuardedBuffer::Side::kBefore
                    ? "before the first unit"
                    : "behind the last unit";
  } else if (failure.cause == CallFailure::Cause::kMemory && input_.is_read_only(failure.address)) {
    seen.outcome = Observation::Outcome::kOverWrite;
    seen.note = "into the input";
  } else if (failure.cause == CallFailure::Cause::kMemory &&
             output_.guard_at(failure.address) != GuardedBuffer::Side::kNone) {
    seen.outcome = Observation::Outcome::kOverWrite;
    seen.note = output_.guard_at(failure.address) == GuardedBuffer::Side::kBefore
                    ? "before the first value"
                    : "behind the capacity";
  } else {
    seen.outcome = Observation::Outcome::kCrash;
    if (failure.cause == CallFailure::Cause::kException) seen.note = "an exception came out of it";
  }
  return seen;
}

bool Caller::is_canary_intact(const std::uint8_t* out) const {
  // Compared as two words instead of bytes: this runs after every call.
  std::array<std::uint64_t, kCanarySize / sizeof(std::uint64_t)> words;
  std::memcpy(words.data(), out - kCanarySize, kCanarySize);
  return words[0] == kCanaryWord && words[1] == kCanaryWord;
}

std::uint8_t* Caller::make_room(std::size_t bytes, std::size_t stale) {
  std::uint8_t* out = output_.end() - bytes;
  std::memset(out - kCanarySize, kCanary, kCanarySize);
  make_stale(out, out + stale);
  return out;
}

Observation Caller::call_after_another(const Call& call) {
  Presentation first = call.how;
  first.cuts.clear();
  first.clear_prelude();
  const ByteView prelude = call.how.prelude;
  const Observation seen =
      Caller::call({prelude, first, 2 * prelude.size() + PLACEMAT_MAX_SEQUENCE});
  if (seen.outcome != Observation::Outcome::kAnswered) return seen;
  Presentation then = call.how;
  then.clear_prelude();
  return Caller::call({call.units, then, call.capacity});
}

Observation Caller::call_function(const Call& call) {
  const Operation operation = call.how.operation;
  const std::uint8_t* in = place(call.units, call.how.placement);
  const std::size_t n = call.units.size();

  Observation seen;
  seen.bits = bits_of(operation);
  const std::size_t capacity = std::min(call.capacity, kMaxUnits + PLACEMAT_MAX_SEQUENCE);
  const auto size = static_cast<std::size_t>(seen.bits / 8);
  // No text has more values than units, so the memory behind those is never read.
  const std::size_t bytes = capacity * size, stale = std::min(capacity, n) * size;
  const bool at_start = is_at_start(call.how);
  std::uint8_t* out = at_start ? output_.begin() : make_room(bytes, stale);
  if (at_start) make_room_at_start(out, bytes, stale);
  std::uint8_t* to = capacity == 0 && call.how.placement == Placement::kNull ? nullptr : out;
  placemat_result result{PLACEMAT_UNSUPPORTED, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  int verdict = -1;
  std::size_t length = 0;
  const CallFailure failure = thread_->guard([&] {
    switch (operation) {
      case Operation::kValidate:
        verdict = decoder_.validate(in, n);
        break;
      case Operation::kStrict32:
        decoder_.strict32(in, n, reinterpret_cast<std::uint32_t*>(to), capacity, &result);
        break;
      case Operation::kLossy32:
        decoder_.lossy32(in, n, reinterpret_cast<std::uint32_t*>(to), capacity, &result);
        break;
      case Operation::kStrict16:
        decoder_.strict16(in, n, reinterpret_cast<std::uint16_t*>(to), capacity, &result);
        break;
      case Operation::kLossy16:
        decoder_.lossy16(in, n, reinterpret_cast<std::uint16_t*>(to), capacity, &result);
        break;
      case Operation::kStrict64:
        decoder_.strict64(in, n, reinterpret_cast<std::uint64_t*>(to), capacity, &result);
        break;
      case Operation::kLossy64:
        decoder_.lossy64(in, n, reinterpret_cast<std::uint64_t*>(to), capacity, &result);
        break;
      case Operation::kLength32:
        length = decoder_.length32(in, n);
        break;
      case Operation::kLength16:
        length = decoder_.length16(in, n);
        break;
      case Operation::kStreamStrict:
      case Operation::kStreamLossy:
        break;
    }
  });
  if (failure.cause != CallFailure::Cause::kNone) return observation_of(failure);
  if (!is_canary_intact(at_start ? behind(out, bytes) : out)) {
    seen.outcome = Observation::Outcome::kOverWrite;
    seen.note = at_start ? "behind the capacity" : "before the first value";
    return seen;
  }
  if (operation == Operation::kValidate) return read_verdict(verdict);
  if (is_length(operation)) {
    seen.count = length;
    return seen;
  }
  seen.status = result.status;
  seen.count = result.written;
  seen.error_offset = result.error_offset;
  seen.error_length = result.error_length;
  seen.values = out;
  if (result.status == PLACEMAT_UNSUPPORTED) seen.outcome = Observation::Outcome::kUnsupported;
  if (result.written > capacity) {
    seen.outcome = Observation::Outcome::kBroken;
    seen.note = "it says that it wrote more values than the capacity";
  }
  return seen;
}

Observation Caller::read_verdict(int verdict) const {
  Observation seen;
  seen.status = verdict == 1 ? PLACEMAT_OK : PLACEMAT_ILL_FORMED;
  if (verdict == -1) seen.outcome = Observation::Outcome::kUnsupported;
  if (verdict < -1 || verdict > 1) {
    seen.outcome = Observation::Outcome::kBroken;
    seen.note = "it gives a verdict that does not exist";
  }
  return seen;
}

// Gives one case to a stream, with the prelude that the stream, or another one, got
// first. After each step `seen_` states whether to continue.
class Caller::Stream {
 public:
  Stream(Caller& caller, const Call& call)
      : caller_(caller),
        decoder_(caller.decoder_),
        call_(call),
        how_(call.how),
        history_(history_of(call.how.ending)) {
    caller_.stream_values_.clear();
  }

  Observation run() {
    if (!guard([&] { stream_ = open(); })) return seen_;
    if (stream_ == nullptr) {
      seen_.outcome = Observation::Outcome::kUnsupported;
      return seen_;
    }
    if (give_prelude()) give_case();
    for (std::size_t time = 1; time < history_.times && is_sound(); ++time) {
      if (!give_case_again()) break;
    }
    close();
    seen_.bits = 32;
    seen_.count = caller_.stream_values_.size();
    seen_.values = caller_.stream_values_.data();
    return seen_;
  }

 private:
  bool is_sound() const { return seen_.outcome == Observation::Outcome::kAnswered; }

  // False when the call failed; `seen_` then states how.
  template <class F>
  bool guard(F&& call) {
    const CallFailure failure = caller_.thread_->guard(std::forward<F>(call));
    if (failure.cause != CallFailure::Cause::kNone) seen_ = caller_.observation_of(failure);
    return failure.cause == CallFailure::Cause::kNone;
  }

  void* open(bool is_other_mode = false) const {
    const bool lossy = (how_.operation == Operation::kStreamLossy) != is_other_mode;
    return decoder_.stream_open(lossy ? 1 : 0);
  }

  // The room for one push of this many units, or for the finish.
  void make_room(std::size_t units) {
    capacity_ = units + PLACEMAT_MAX_SEQUENCE;
    const std::size_t bytes = capacity_ * sizeof(std::uint32_t);
    if (!is_at_start(how_)) {
      out_ = caller_.make_room(bytes, bytes);
    } else {
      out_ = caller_.output_.begin();
      make_room_at_start(out_, bytes, bytes);
    }
    result_ = {PLACEMAT_UNSUPPORTED, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  }
  std::uint32_t* out() const { return reinterpret_cast<std::uint32_t*>(out_); }

  // Takes the output of one push or of the finish; false when the stream cannot continue.
  // A strict stream that has failed gets further calls: it must give the same answer
  // until it is reset.
  bool take_values() {
    const std::size_t bytes = capacity_ * sizeof(std::uint32_t);
    if (!caller_.is_canary_intact(is_at_start(how_) ? behind(out_, bytes) : out_) ||
        result_.written > capacity_) {
      seen_.outcome = Observation::Outcome::kOverWrite;
      seen_.note = "outside of the capacity of one push";
      return false;
    }
    std::vector<std::uint32_t>& values = caller_.stream_values_;
    const std::size_t had = values.size();
    values.resize(had + result_.written);
    if (result_.written > 0) {
      std::memcpy(&values[had], out_, result_.written * sizeof(std::uint32_t));
    }
    seen_.status = result_.status;
    seen_.error_offset = result_.error_offset;
    seen_.error_length = result_.error_length;
    return result_.status == PLACEMAT_OK ||
           (result_.status == PLACEMAT_ILL_FORMED && how_.operation == Operation::kStreamStrict);
  }

  bool push(const std::uint8_t* units, std::size_t n) {
    if (n == 0 && how_.placement == Placement::kNull) units = nullptr;
    make_room(n);
    return guard([&] { decoder_.stream_push(stream_, units, n, out(), capacity_, &result_); }) &&
           take_values();
  }
  bool finish() {
    make_room(0);
    return guard([&] { decoder_.stream_finish(stream_, out(), capacity_, &result_); }) &&
           take_values();
  }

  // False when the stream can be given no more units.
  bool give_prelude() {
    give_own_prelude();
    for (std::size_t other = 0; other < history_.others && is_sound(); ++other) {
      guard([&] { others_[other] = open(history_.is_other_mode); });
    }
    return is_sound();
  }
  // What a second finish emits belongs to no text, and is left for the judge.
  void give_own_prelude() {
    if (!history_.is_own) return;
    push(caller_.place(how_.prelude, how_.placement), how_.prelude.size());
    for (std::size_t n = 0; n < history_.finishes && is_sound(); ++n) {
      caller_.stream_values_.clear();
      finish();
      if (n == 0) caller_.stream_values_.clear();
    }
    if (is_sound() && history_.is_reset) guard([&] { decoder_.stream_reset(stream_); });
    if (history_.finishes < 2) caller_.stream_values_.clear();
  }
  // False when the answer differs from the one before.
  bool give_case_again() {
    const Observation before = seen_;
    caller_.earlier_values_.swap(caller_.stream_values_);
    caller_.stream_values_.clear();
    if (history_.is_reset) give_own_prelude();
    if (!is_sound()) return false;
    give_case();
    return is_sound() && caller_.earlier_values_ == caller_.stream_values_ &&
           seen_.status == before.status && seen_.error_offset == before.error_offset &&
           seen_.error_length == before.error_length;
  }

  void give_case() {
    const std::uint8_t* in = caller_.place(call_.units, how_.placement);
    std::size_t from = 0;
    bool goes_on = true;
    has_failed_ = false;
    for (const std::size_t cut : how_.cuts) {
      goes_on = goes_on && push_others() && push_of_case(in + from, cut - from);
      from = cut;
    }
    goes_on = goes_on && push_others() && push_of_case(in + from, call_.units.size() - from);
    if (goes_on && close_others()) finish();
  }
  // A failed stream that takes units again stops there, so that its answer is the one compared.
  bool push_of_case(const std::uint8_t* units, std::size_t n) {
    if (!push(units, n)) return false;
    const bool fails = seen_.status == PLACEMAT_ILL_FORMED;
    if (has_failed_ && !fails) return false;
    has_failed_ = fails;
    return true;
  }

  // Two other streams get the same units, so their answers are compared with each other. Their
  // units lie in the same buffer, at the other end.
  bool push_others() {
    const GuardedBuffer& input = caller_.input_;
    const ByteView units = how_.prelude;
    const auto size = static_cast<std::size_t>(input.end() - input.begin());
    if (units.size() + call_.units.size() >= size) return true;
    std::uint64_t first = 0;
    for (void* const other : others_) {
      if (other == nullptr) continue;
      std::uint8_t* const in =
          how_.placement == Placement::kStart ? input.end() - units.size() : input.begin();
      copy_units(in, units);
      make_room(units.size());
      if (!guard(
              [&] { decoder_.stream_push(other, in, units.size(), out(), capacity_, &result_); })) {
        return false;
      }
      if (other == others_.front()) first = digest_of_answer();
    }
    if (others_.back() == nullptr || first == digest_of_answer()) return true;
    seen_.outcome = Observation::Outcome::kBroken;
    seen_.note = "two other streams that were given the same answer differently";
    return false;
  }
  std::uint64_t digest_of_answer() const {
    std::uint64_t digest = hash_step(kHashStart, result_.status);
    digest = hash_step(digest, result_.written);
    for (std::size_t i = 0; i < std::min(result_.written, capacity_); ++i) {
      digest = hash_step(digest, out()[i]);
    }
    return digest;
  }
  bool close_others() {
    for (void*& other : others_) {
      if (other == nullptr) continue;
      if (!guard([&] { decoder_.stream_close(other); })) return false;
      other = nullptr;
    }
    return true;
  }

  // A stream whose call failed is not closed: that could fail again.
  void close() {
    if (!is_sound() || !close_others()) {
      leave(stream_);
      for (const void* other : others_) {
        if (other != nullptr) leave(other);
      }
      return;
    }
    if (!guard([&] { decoder_.stream_close(stream_); })) return leave(stream_);
    if (seen_.status == PLACEMAT_UNSUPPORTED) seen_.outcome = Observation::Outcome::kUnsupported;
  }

  Caller& caller_;
  const Decoder& decoder_;
  const Call& call_;
  const Presentation& how_;
  const StreamHistory history_;
  void* stream_ = nullptr;
  std::array<void*, 2> others_{};  // the interleaved streams
  placemat_result result_{};
  std::size_t capacity_ = 0;
  std::uint8_t* out_ = nullptr;
  Observation seen_;
  bool has_failed_ = false;  // a push of the case was answered by an error
};

Observation Caller::call(const Call& call) {
  if (call.how.ending == Ending::kCall) return call_after_another(call);
  if (is_stream(call.how.operation)) return Stream(*this, call).run();
  return call_function(call);
}

}  // namespace placemat
