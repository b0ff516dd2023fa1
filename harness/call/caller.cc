#include "harness/call/caller.h"

#include <algorithm>
#include <array>
#include <cstring>

// Of a leak checker, where there is one.
extern "C" void __lsan_ignore_object(const void*) __attribute__((weak));

namespace placemat {
namespace {

constexpr std::array<std::string_view, kOperationCount> kNames{
    "validate", "strict32", "lossy32",  "strict16",      "lossy16",     "strict64",
    "lossy64",  "length32", "length16", "stream-strict", "stream-lossy"};

// Bytes in front of the output that a decoder must leave alone; what is
// written behind the output meets the guard page.
constexpr std::size_t kCanarySize = 16;
constexpr std::uint8_t kCanary = 0xA5;
constexpr std::uint64_t kCanaryWord = 0xA5A5A5A5A5A5A5A5;
constexpr std::size_t kOutputSize =
    (Caller::kMaxUnits + 2 * PLACEMAT_MAX_SEQUENCE) * sizeof(std::uint64_t) + kCanarySize;

// A decoder that writes nothing where it should must not be given the answer
// of the call before. Filled unit by unit: a vectorised fill that ends at a
// guard page is ten times slower than all the rest of a call, because the CPU
// takes its masked stores there for faults first.
constexpr std::uint64_t kStale = 0x5A5A5A5A5A5A5A5A;
void make_stale(std::uint8_t* from, const std::uint8_t* end) {
  const auto fill = [&](auto piece) {
    for (; end - from >= static_cast<std::ptrdiff_t>(sizeof(piece)); from += sizeof(piece)) {
      std::memcpy(from, &piece, sizeof(piece));
      asm volatile("" ::: "memory");
    }
  };
  fill(kStale);
  fill(static_cast<std::uint16_t>(kStale));
}

// A stream that fell is left alone: to close it could fall again. Nobody is to
// take it for a leak of ours.
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

std::string_view name_of(Operation operation) {
  return kNames[static_cast<std::size_t>(operation)];
}

std::optional<Operation> find_operation(std::string_view name) {
  const auto* found = std::ranges::find(kNames, name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<Operation>(found - kNames.begin());
}

bool has(const Decoder& d, Operation operation) {
  switch (operation) {
    case Operation::kValidate:
      return d.validate != nullptr;
    case Operation::kStrict32:
      return d.strict32 != nullptr;
    case Operation::kLossy32:
      return d.lossy32 != nullptr;
    case Operation::kStrict16:
      return d.strict16 != nullptr;
    case Operation::kLossy16:
      return d.lossy16 != nullptr;
    case Operation::kStrict64:
      return d.strict64 != nullptr;
    case Operation::kLossy64:
      return d.lossy64 != nullptr;
    case Operation::kLength32:
      return d.length32 != nullptr;
    case Operation::kLength16:
      return d.length16 != nullptr;
    case Operation::kStreamStrict:
      return d.stream_open != nullptr;
    case Operation::kStreamLossy:
      return d.stream_open != nullptr && std::string_view(d.policy) != "reject";
  }
  return false;
}

std::uint64_t Observation::value(std::size_t i) const {
  switch (bits) {
    case 16:
      return static_cast<const std::uint16_t*>(values)[i];
    case 64:
      return static_cast<const std::uint64_t*>(values)[i];
    default:
      return static_cast<const std::uint32_t*>(values)[i];
  }
}

Caller::Caller(const Decoder& decoder, FencedThread& thread)
    : decoder_(decoder),
      thread_(&thread),
      own_input_(std::make_unique<GuardedBuffer>(kMaxUnits + 1)),
      input_(*own_input_),
      output_(kOutputSize) {}

Caller::Caller(const Decoder& decoder, FencedThread& thread, const GuardedBuffer& input)
    : decoder_(decoder), thread_(&thread), input_(input), output_(kOutputSize) {}

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
  std::uint8_t* at = placement == Placement::kStart ? input_.begin() : input_.end() - n;
  if (placement == Placement::kNul) *--at = 0, *(input_.end() - 1) = 0;
  copy_units(at, units);
  return at;
}

Observation Caller::failed_call(const CallFailure& failure) const {
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
  } else if (failure.cause == CallFailure::Cause::kMemory &&
             output_.guard_at(failure.address) != GuardedBuffer::Side::kNone) {
    seen.outcome = Observation::Outcome::kOverWrite;
    seen.note = "behind the capacity";
  } else {
    seen.outcome = Observation::Outcome::kCrash;
    if (failure.cause == CallFailure::Cause::kException) seen.note = "an exception came out of it";
  }
  return seen;
}

bool Caller::is_canary_intact(const std::uint8_t* out) const {
  // In two words, and not byte by byte: this is asked after every call.
  std::array<std::uint64_t, kCanarySize / sizeof(std::uint64_t)> words;
  std::memcpy(words.data(), out - kCanarySize, kCanarySize);
  return words[0] == kCanaryWord && words[1] == kCanaryWord;
}

Observation Caller::after_another(const Call& call) {
  Call first = call;
  first.units = call.prelude.units;
  first.cuts = {};
  first.prelude = {};
  first.capacity = 2 * first.units.size() + PLACEMAT_MAX_SEQUENCE;
  const Observation seen = Caller::call(first);
  if (seen.outcome != Observation::Outcome::kAnswered) return seen;
  Call then = call;
  then.prelude = {};
  return Caller::call(then);
}

Observation Caller::call(const Call& call) {
  if (call.prelude.ending == Prelude::Ending::kCall) return after_another(call);
  if (is_stream(call.operation)) return stream(call);
  const std::uint8_t* in = place(call.units, call.placement);
  const std::size_t n = call.units.size();

  Observation seen;
  seen.bits = bits_of(call.operation);
  const std::size_t capacity = std::min(call.capacity, kMaxUnits + PLACEMAT_MAX_SEQUENCE);
  const auto size = static_cast<std::size_t>(seen.bits / 8);
  std::uint8_t* out = output_.end() - capacity * size;
  std::memset(out - kCanarySize, kCanary, kCanarySize);
  // No text has more values than units, so nobody looks at what is behind those.
  make_stale(out, out + std::min(capacity, n) * size);
  std::uint8_t* to = capacity == 0 && call.placement == Placement::kNull ? nullptr : out;
  placemat_result result{PLACEMAT_UNSUPPORTED, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  int verdict = -1;
  std::size_t length = 0;
  const CallFailure failure = thread_->guard([&] {
    switch (call.operation) {
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
  if (failure.cause != CallFailure::Cause::kNone) return failed_call(failure);
  if (!is_canary_intact(out)) {
    seen.outcome = Observation::Outcome::kOverWrite;
    seen.note = "before the first value";
    return seen;
  }
  if (call.operation == Operation::kValidate) {
    seen.status = verdict == 1 ? PLACEMAT_OK : PLACEMAT_ILL_FORMED;
    if (verdict == -1) seen.outcome = Observation::Outcome::kUnsupported;
    if (verdict < -1 || verdict > 1) {
      seen.outcome = Observation::Outcome::kBroken;
      seen.note = "it gives a verdict that does not exist";
    }
    return seen;
  }
  if (is_length(call.operation)) {
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

Observation Caller::stream(const Call& call) {
  Observation seen;
  stream_values_.clear();
  void* stream = nullptr;
  placemat_result result{};
  std::size_t capacity = 0;
  std::uint8_t* out = nullptr;

  const auto give_room = [&](std::size_t units) {
    capacity = units + PLACEMAT_MAX_SEQUENCE;
    out = output_.end() - capacity * sizeof(std::uint32_t);
    std::memset(out - kCanarySize, kCanary, kCanarySize);
    make_stale(out, output_.end());
    result = {PLACEMAT_UNSUPPORTED, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  };
  // Takes what one push or the finish wrote; false when nothing more can be
  // asked. A strict stream that has failed is asked on: it must answer the same
  // until it is reset.
  const auto take = [&](const CallFailure& failure) {
    if (failure.cause != CallFailure::Cause::kNone) {
      seen = failed_call(failure);
      return false;
    }
    if (!is_canary_intact(out) || result.written > capacity) {
      seen.outcome = Observation::Outcome::kOverWrite;
      seen.note = "outside of the capacity of one push";
      return false;
    }
    const std::size_t had = stream_values_.size();
    stream_values_.resize(had + result.written);
    if (result.written > 0) {
      std::memcpy(&stream_values_[had], out, result.written * sizeof(std::uint32_t));
    }
    seen.status = result.status;
    seen.error_offset = result.error_offset;
    seen.error_length = result.error_length;
    return result.status == PLACEMAT_OK ||
           (result.status == PLACEMAT_ILL_FORMED && call.operation == Operation::kStreamStrict);
  };
  const auto push = [&](const std::uint8_t* units, std::size_t n) {
    if (n == 0 && call.placement == Placement::kNull) units = nullptr;
    give_room(n);
    return take(thread_->guard([&] {
      decoder_.stream_push(stream, units, n, reinterpret_cast<std::uint32_t*>(out), capacity,
                           &result);
    }));
  };
  const auto finish = [&] {
    give_room(0);
    return take(thread_->guard([&] {
      decoder_.stream_finish(stream, reinterpret_cast<std::uint32_t*>(out), capacity, &result);
    }));
  };

  const auto open = [&](void*& into) {
    return thread_->guard(
        [&] { into = decoder_.stream_open(call.operation == Operation::kStreamLossy ? 1 : 0); });
  };
  // What the other stream answers is its own affair, as long as it answers. Its
  // units lie in the same buffer, at the other end.
  void* other = nullptr;
  const auto push_interleaved = [&] {
    const ByteView units = call.prelude.units;
    const auto buffer = static_cast<std::size_t>(input_.end() - input_.begin());
    if (other == nullptr || units.size() + call.units.size() >= buffer) return true;
    std::uint8_t* const in =
        call.placement == Placement::kStart ? input_.end() - units.size() : input_.begin();
    copy_units(in, units);
    give_room(units.size());
    const CallFailure failure = thread_->guard([&] {
      decoder_.stream_push(other, in, units.size(), reinterpret_cast<std::uint32_t*>(out), capacity,
                           &result);
    });
    if (failure.cause != CallFailure::Cause::kNone) seen = failed_call(failure);
    return failure.cause == CallFailure::Cause::kNone;
  };
  const auto close_interleaved = [&] {
    if (other == nullptr) return true;
    const CallFailure failure = thread_->guard([&] { decoder_.stream_close(other); });
    if (failure.cause != CallFailure::Cause::kNone) seen = failed_call(failure);
    if (failure.cause == CallFailure::Cause::kNone) other = nullptr;
    return other == nullptr;
  };

  const bool is_interleaved = call.prelude.ending == Prelude::Ending::kInterleaved;
  const CallFailure opened = open(stream);
  if (opened.cause != CallFailure::Cause::kNone) return failed_call(opened);
  if (stream == nullptr) {
    seen.outcome = Observation::Outcome::kUnsupported;
    return seen;
  }
  bool failed_in_prelude = false;
  if (is_interleaved) {
    const CallFailure failure = open(other);
    failed_in_prelude = failure.cause != CallFailure::Cause::kNone;
    if (failed_in_prelude) seen = failed_call(failure);
  } else if (call.prelude.ending != Prelude::Ending::kNone) {
    const ByteView units = call.prelude.units;
    push(place(units, call.placement), units.size());
    failed_in_prelude = seen.outcome != Observation::Outcome::kAnswered;
    if (!failed_in_prelude && call.prelude.ending == Prelude::Ending::kFinish) {
      finish();
      failed_in_prelude = seen.outcome != Observation::Outcome::kAnswered;
    } else if (!failed_in_prelude) {
      const CallFailure failure = thread_->guard([&] { decoder_.stream_reset(stream); });
      failed_in_prelude = failure.cause != CallFailure::Cause::kNone;
      if (failed_in_prelude) seen = failed_call(failure);
    }
    stream_values_.clear();
  }
  if (!failed_in_prelude) {
    const std::uint8_t* in = place(call.units, call.placement);
    std::size_t from = 0;
    bool goes_on = true;
    for (const std::size_t cut : call.cuts) {
      goes_on = goes_on && push_interleaved() && push(in + from, cut - from);
      from = cut;
    }
    goes_on = goes_on && push_interleaved() && push(in + from, call.units.size() - from);
    if (goes_on && close_interleaved()) finish();
  }
  // Where the stream gave up, the other one is still open.
  const bool is_sound = seen.outcome == Observation::Outcome::kAnswered && close_interleaved();
  if (!is_sound) leave(stream);
  if (!is_sound && other != nullptr) leave(other);
  if (is_sound) {
    const CallFailure closed = thread_->guard([&] { decoder_.stream_close(stream); });
    if (closed.cause != CallFailure::Cause::kNone) {
      leave(stream);
      return failed_call(closed);
    }
    if (seen.status == PLACEMAT_UNSUPPORTED) seen.outcome = Observation::Outcome::kUnsupported;
  }
  seen.bits = 32;
  seen.count = stream_values_.size();
  seen.values = stream_values_.data();
  return seen;
}

}  // namespace placemat
