#include "harness/call/caller.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <thread>

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
// Units of a chunk after its push: no unit that a well-formed text has.
constexpr std::uint8_t kReused = 0xFF;
// Values that the encoder gets between chunks: of three units, of four, and one that it refuses.
constexpr std::array<std::uint64_t, 3> kEncodedBetween{0x20AC, 0x10FFFF, 0x110000};
constexpr std::size_t kOutputSize =
    (Caller::kMaxUnits + 2 * PLACEMAT_MAX_SEQUENCE) * sizeof(std::uint64_t) + kCanarySize;

bool is_at_start(const Presentation& how) { return how.placement == Placement::kStart; }

// Overwrites the first and the last `size` bytes of a buffer.
void clear_ends(const GuardedBuffer& buffer, std::size_t size) {
  const std::size_t n = std::min(size, buffer.capacity());
  std::memset(buffer.begin(), 0, n);
  std::memset(buffer.end() - n, 0, n);
}

// The end of the canary there.
const std::uint8_t* behind(const std::uint8_t* begin, std::size_t bytes) {
  return begin + bytes + kCanarySize;
}

constexpr placemat_result kUnanswered{PLACEMAT_UNSUPPORTED, kUnfilled, kUnfilled, kUnfilled};
constexpr const char* kNoCount = "it does not state how many values it wrote";

// A stream whose call failed is not closed, because closing it could fail again. The leak
// checker must not report it.
void leave(const void* stream) {
  if (&__lsan_ignore_object != nullptr) __lsan_ignore_object(stream);
}

int errno_of(Environment environment) {
  switch (environment) {
    case Environment::kErrnoEilseq:
      return EILSEQ;
    case Environment::kErrnoErange:
      return ERANGE;
    case Environment::kErrnoEinval:
      return EINVAL;
    case Environment::kPlain:
    case Environment::kSecondThread:
      break;
  }
  return 0;
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

bool can_start_threads() {
  try {
    std::jthread([] {}).join();
    return true;
  } catch (const std::system_error&) {
    return false;
  }
}

const std::uint8_t* Caller::place(ByteView units, Placement placement) {
  const std::size_t n = units.size();
  if (n == 0 && placement == Placement::kNull) return nullptr;
  note_input(n + 1);
  std::uint8_t* const at = place_of(input_, n, placement);
  if (placement == Placement::kNul) at[n] = 0;
  copy_dozens(at, units);
  return placement == Placement::kReadOnly ? input_.read_only(at) : at;
}

// A caller of stream_push() reuses the memory of a chunk, so that a decoder must not read it later.
void Caller::overwrite(std::size_t length, Placement placement, std::size_t from, std::size_t to) {
  if (from < to) std::memset(place_of(input_, length, placement) + from, kReused, to - from);
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
  note_output(bytes + kCanarySize);
  std::uint8_t* out = output_.end() - bytes;
  std::memset(out - kCanarySize, kCanary, kCanarySize);
  make_stale(out, out + stale);
  return out;
}

// Room with the guard page before it, so the canary stands behind.
std::uint8_t* Caller::make_room_at_start(std::size_t bytes, std::size_t stale) {
  note_output(bytes + kCanarySize);
  std::uint8_t* out = output_.begin();
  std::memset(out + bytes, kCanary, kCanarySize);
  make_stale(out, out + stale);
  return out;
}

void Caller::forget() {
  clear_ends(input_, longest_input_);
  clear_ends(output_, longest_output_);
  longest_input_ = longest_output_ = 0;
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
  std::uint8_t* out = at_start ? make_room_at_start(bytes, stale) : make_room(bytes, stale);
  std::uint8_t* to = capacity == 0 && call.how.placement == Placement::kNull ? nullptr : out;
  placemat_result result = kUnanswered;
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
  if (result.status == PLACEMAT_UNSUPPORTED) {
    seen.outcome = Observation::Outcome::kUnsupported;
    seen.count = 0;
  } else if (result.written > capacity) {
    seen.outcome = Observation::Outcome::kBroken;
    seen.note = result.written == kUnfilled ? kNoCount
                                            : "it says that it wrote more values than the capacity";
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

// The room for one push of this many units, or for a finish, and what came out of it.
class Caller::PushRoom {
 public:
  PushRoom(Caller& caller, const Presentation& how, std::size_t units)
      : capacity(units + PLACEMAT_MAX_SEQUENCE), is_at_start_(is_at_start(how)) {
    out_ = is_at_start_ ? caller.make_room_at_start(bytes(), bytes())
                        : caller.make_room(bytes(), bytes());
  }
  std::uint32_t* out() const { return reinterpret_cast<std::uint32_t*>(out_); }
  // False when something was written outside of it.
  bool is_intact(const Caller& caller) const {
    return caller.is_canary_intact(is_at_start_ ? behind(out_, bytes()) : out_) &&
           (result.written <= capacity || result.written == kUnfilled);
  }
  // What does not take its units need not say how many values it wrote.
  bool lacks_count() const {
    return result.written == kUnfilled && result.status != PLACEMAT_UNSUPPORTED;
  }
  std::size_t written() const { return result.written == kUnfilled ? 0 : result.written; }
  std::uint64_t digest() const {
    std::uint64_t digest = hash_step(kHashStart, result.status);
    digest = hash_step(digest, result.written);
    for (std::size_t i = 0; i < std::min(result.written, capacity); ++i) {
      digest = hash_step(digest, out()[i]);
    }
    return digest;
  }

  std::size_t capacity;
  placemat_result result = kUnanswered;

 private:
  std::size_t bytes() const { return capacity * sizeof(std::uint32_t); }

  bool is_at_start_;
  std::uint8_t* out_;
};

// The streams that are open beside a call or beside another stream. They get the same units, so
// their answers are compared with each other.
class Caller::Others {
 public:
  Others(Caller& caller, const Presentation& how)
      : caller_(caller), how_(how), history_(history_of(how.ending)) {}

  // Each returns the failure, if there is one.
  std::optional<Observation> open() {
    const bool is_lossy = placemat::is_lossy(how_.operation) != history_.is_other_mode;
    streams_.resize(history_.others);
    for (void*& stream : streams_) {
      if (auto failure = guard([&] { stream = decoder().stream_open(is_lossy ? 1 : 0); })) {
        return failure;
      }
    }
    std::erase(streams_, nullptr);
    return std::nullopt;
  }
  std::optional<Observation> push(std::size_t expected) {
    const std::optional<std::uint8_t*> in = place(expected);
    if (!in) return std::nullopt;
    const ByteView units = how_.prelude;
    std::optional<std::uint64_t> first;
    for (void* const stream : streams_) {
      PushRoom room(caller_, how_, units.size());
      const auto push = [&] {
        decoder().stream_push(stream, *in, units.size(), room.out(), room.capacity, &room.result);
      };
      if (auto failure = guard(push)) return failure;
      if (first.value_or(room.digest()) != room.digest()) return differently();
      first = room.digest();
      if (!history_.others_end) continue;
      PushRoom rest(caller_, how_, 0);
      const auto end = [&] {
        decoder().stream_finish(stream, rest.out(), rest.capacity, &rest.result);
        push();
        decoder().stream_reset(stream);
      };
      if (auto failure = guard(end)) return failure;
    }
    return std::nullopt;
  }
  // Calls of each function without a stream. Their answers are judged elsewhere, and so is what
  // they read outside of their units, which lie at no guard page.
  std::optional<Observation> call(std::size_t expected) {
    const std::optional<std::uint8_t*> in = place(expected, kMargin);
    if (!in) return std::nullopt;
    const std::size_t n = how_.prelude.size();
    PushRoom room(caller_, how_, n);
    const auto decode = [&]<class Out>(void (*function)(const std::uint8_t*, std::size_t, Out*,
                                                        std::size_t, placemat_result*)) {
      if (function == nullptr) return;
      function(*in, n, reinterpret_cast<Out*>(room.out()), n, &room.result);
    };
    return guard([&] {
      if (decoder().validate != nullptr) decoder().validate(*in, n);
      if (decoder().length32 != nullptr) decoder().length32(*in, n);
      if (decoder().length16 != nullptr) decoder().length16(*in, n);
      decode(decoder().strict32);
      decode(decoder().lossy32);
      decode(decoder().strict16);
      decode(decoder().lossy16);
      if (decoder().encode == nullptr) return;
      for (const std::uint64_t value : kEncodedBetween) {
        decoder().encode(value, reinterpret_cast<std::uint8_t*>(room.out()));
      }
    });
  }
  std::optional<Observation> close() {
    while (!streams_.empty()) {
      void* const stream = streams_.back();
      streams_.pop_back();
      if (auto failure = guard([&] { decoder().stream_close(stream); })) return failure;
    }
    return std::nullopt;
  }
  // Those that a failed call may have broken.
  void leave_open() const { std::ranges::for_each(streams_, leave); }

 private:
  static constexpr std::size_t kMargin = 64;

  // The prelude in the input buffer, at the other end than `expected` units that follow, and so far
  // from the guard page there; nothing when it has no place.
  std::optional<std::uint8_t*> place(std::size_t expected, std::size_t margin = 0) {
    const GuardedBuffer& input = caller_.input_;
    const ByteView units = how_.prelude;
    const auto size = static_cast<std::size_t>(input.end() - input.begin());
    const std::size_t needed = units.size() + margin;
    if (needed + margin + expected >= size) return std::nullopt;
    caller_.note_input(needed);
    const bool is_first = how_.placement != Placement::kStart;
    std::uint8_t* const in = is_first ? input.begin() + margin : input.end() - needed;
    copy_units(in, units);
    return in;
  }
  const Decoder& decoder() const { return caller_.decoder_; }
  template <class F>
  std::optional<Observation> guard(F&& call) {
    const CallFailure failure = caller_.thread_->guard(std::forward<F>(call));
    if (failure.cause == CallFailure::Cause::kNone) return std::nullopt;
    return caller_.observation_of(failure);
  }
  static Observation differently() {
    Observation seen;
    seen.outcome = Observation::Outcome::kBroken;
    seen.note = "streams that were given the same bytes gave different answers";
    return seen;
  }

  Caller& caller_;
  const Presentation& how_;
  const StreamHistory history_;
  std::vector<void*> streams_;
};

// What open streams hold must not reach a call. Without streams, there is nothing beside it.
Observation Caller::call_beside_streams(const Call& call) {
  Others others(*this, call.how);
  if (decoder_.stream_open != nullptr) {
    auto failure = others.open();
    if (!failure) failure = others.push(call.units.size());
    if (failure) {
      others.leave_open();
      return *failure;
    }
  }
  Presentation beside = call.how;
  beside.clear_prelude();
  Observation seen = call_function({call.units, beside, call.capacity});
  if (const auto failure = others.close()) seen = *failure;
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
        history_(history_of(call.how.ending)),
        others_(caller, call.how) {
    caller_.stream_values_.clear();
  }

  Observation run() {
    if (history_.others_first && !is_sound_with(others_.open())) return seen_;
    if (!guard("stream_open", [&] { stream_ = open(); })) return seen_;
    if (stream_ == nullptr) {
      if (is_sound_with(others_.close())) seen_.outcome = Observation::Outcome::kUnsupported;
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

  // False when the call of `function` failed; `seen_` then states how.
  template <class F>
  bool guard(const char* function, F&& call) {
    const CallFailure failure = caller_.thread_->guard(std::forward<F>(call));
    if (failure.cause == CallFailure::Cause::kNone) return true;
    seen_ = caller_.observation_of(failure);
    seen_.function = function;
    return false;
  }

  // False when one of the other streams failed.
  bool is_sound_with(const std::optional<Observation>& failure) {
    if (failure) seen_ = *failure;
    return !failure;
  }

  void* open() const {
    return decoder_.stream_open(how_.operation == Operation::kStreamLossy ? 1 : 0);
  }

  // Takes the output of one push or of the finish; false when the stream cannot continue.
  // A strict stream that has failed gets further calls: it must give the same answer
  // until it is reset.
  bool take_values(const PushRoom& room) {
    if (!room.is_intact(caller_)) {
      seen_.outcome = Observation::Outcome::kOverWrite;
      seen_.note = "outside of the capacity of one push";
      return false;
    }
    if (room.lacks_count()) {
      seen_.outcome = Observation::Outcome::kBroken;
      seen_.note = kNoCount;
      return false;
    }
    const placemat_result& result = room.result;
    std::vector<std::uint32_t>& values = caller_.stream_values_;
    const std::size_t had = values.size();
    values.resize(had + room.written());
    if (room.written() > 0) {
      std::memcpy(&values[had], room.out(), room.written() * sizeof(std::uint32_t));
    }
    seen_.status = result.status;
    seen_.error_offset = result.error_offset;
    seen_.error_length = result.error_length;
    return result.status == PLACEMAT_OK ||
           (result.status == PLACEMAT_ILL_FORMED && how_.operation == Operation::kStreamStrict);
  }

  bool push(const std::uint8_t* units, std::size_t n) {
    if (n == 0 && how_.placement == Placement::kNull) units = nullptr;
    PushRoom room(caller_, how_, n);
    return guard("stream_push",
                 [&] {
                   decoder_.stream_push(stream_, units, n, room.out(), room.capacity, &room.result);
                 }) &&
           take_values(room);
  }
  bool finish() {
    PushRoom room(caller_, how_, 0);
    return guard(
               "stream_finish",
               [&] { decoder_.stream_finish(stream_, room.out(), room.capacity, &room.result); }) &&
           take_values(room);
  }

  // False when the stream can be given no more units.
  bool give_prelude() {
    give_own_prelude();
    return is_sound() && (history_.others_first || is_sound_with(others_.open()));
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
    if (is_sound() && history_.is_reset)
      guard("stream_reset", [&] { decoder_.stream_reset(stream_); });
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
    const std::size_t length = call_.units.size();
    std::size_t from = 0;
    bool goes_on = true;
    has_failed_ = false;
    for (const std::size_t cut : how_.cuts) {
      goes_on = goes_on && give_others() && push_of_case(in + from, cut - from);
      caller_.overwrite(length, how_.placement, from, cut);
      from = cut;
    }
    goes_on = goes_on && give_others() && push_of_case(in + from, length - from);
    caller_.overwrite(length, how_.placement, from, length);
    if (goes_on && is_sound_with(others_.close())) finish();
  }
  // A failed stream that takes units again stops there, so that its answer is the one compared.
  bool push_of_case(const std::uint8_t* units, std::size_t n) {
    if (!push(units, n)) return false;
    const bool fails = seen_.status == PLACEMAT_ILL_FORMED;
    if (has_failed_ && !fails) return false;
    has_failed_ = fails;
    return true;
  }

  bool give_others() {
    const std::size_t expected = call_.units.size();
    return is_sound_with(history_.has_calls ? others_.call(expected) : others_.push(expected));
  }

  // A stream whose call failed is not closed: that could fail again.
  void close() {
    // Other streams that answered differently did not fail: one left open would change later calls.
    const bool can_close = is_sound() || seen_.outcome == Observation::Outcome::kBroken;
    if (!can_close || !is_sound_with(others_.close())) {
      leave(stream_);
      others_.leave_open();
      return;
    }
    if (!guard("stream_close", [&] { decoder_.stream_close(stream_); })) return leave(stream_);
    if (seen_.status == PLACEMAT_UNSUPPORTED) seen_.outcome = Observation::Outcome::kUnsupported;
  }

  Caller& caller_;
  const Decoder& decoder_;
  const Call& call_;
  const Presentation& how_;
  const StreamHistory history_;
  Others others_;
  void* stream_ = nullptr;
  Observation seen_;
  bool has_failed_ = false;  // a push of the case was answered by an error
};

Observation Caller::call(const Call& call) {
  if (call.how.environment != Environment::kPlain) return call_in_environment(call);
  return call_plainly(call);
}

// Later calls find errno as if this one had not been made.
Observation Caller::call_in_environment(const Call& call) {
  if (call.how.environment == Environment::kSecondThread) return call_by_second_thread(call);
  const int before = errno;
  errno = errno_of(call.how.environment);
  const Observation seen = call_plainly(call);
  errno = before;
  return seen;
}

// The second thread ends with its call. The first makes the call before, because it may set up what
// the second lacks. Where the system refuses a thread, nothing is compared, and the report says so.
Observation Caller::call_by_second_thread(const Call& call) {
  Observation seen = call_plainly(call);
  if (seen.outcome != Observation::Outcome::kAnswered) return seen;
  seen.outcome = Observation::Outcome::kUnsupported;
  FencedThread* const own = thread_;
  try {
    std::jthread([&] {
      FencedThread other;
      thread_ = &other;
      seen = call_plainly(call);
    }).join();
  } catch (const std::system_error&) {
  }
  thread_ = own;
  return seen;
}

Observation Caller::call_plainly(const Call& call) {
  if (call.how.ending == Ending::kCall) return call_after_another(call);
  if (is_stream(call.how.operation)) return Stream(*this, call).run();
  if (call.how.has_prelude()) return call_beside_streams(call);
  return call_function(call);
}

}  // namespace placemat
