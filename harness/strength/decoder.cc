#include "harness/strength/decoder.h"

#include <algorithm>
#include <array>
#include <optional>

namespace placemat {
namespace {

thread_local const Mutant* chosen = nullptr;
thread_local std::optional<MutantWalk> walk;

const MutantWalk& decode(ByteView units) {
  walk->restart();
  walk->values.clear();
  walk->push(units);
  walk->finish();
  if (!walk->error) walk->values_before_error = walk->values.size();
  return *walk;
}

bool is_faulty_at(const MutantWalk& answer) {
  using When = BufferFault::When;
  switch (chosen->buffer.when) {
    case When::kAlways:
      return true;
    case When::kIllFormed:
      return answer.error.has_value();
    case When::kWellFormed:
      return !answer.error.has_value();
    case When::kTruncated:
      return answer.error && answer.error->at_end;
  }
  return false;
}

void touch(const std::uint8_t* in) { (void)*static_cast<const volatile std::uint8_t*>(in); }

void rewrite(const std::uint8_t* in) {
  auto* at = const_cast<volatile std::uint8_t*>(in);
  const std::uint8_t unit = *at;
  *at = 0;
  *at = unit;
}

// `n` as a counter of `bits` bits has it.
std::size_t in_bits(std::size_t n, std::uint32_t bits) {
  return n & ((std::size_t{1} << bits) - 1);
}

void misuse_input(const MutantWalk& answer, const std::uint8_t* in, std::size_t length) {
  using Does = BufferFault::Does;
  const BufferFault& fault = chosen->buffer;
  if (fault.does == Does::kNothing || length == 0 || !is_faulty_at(answer)) return;
  if (fault.does == Does::kReadsBehind) touch(in + length + fault.n - 1);
  if (fault.does == Does::kReadsBefore) touch(in - fault.n);
  if (fault.does == Does::kWritesInput) rewrite(in);
}

void misuse_output(const MutantWalk& answer, std::uint32_t* out, std::size_t capacity,
                   std::size_t written) {
  using Does = BufferFault::Does;
  const BufferFault& fault = chosen->buffer;
  if (fault.does == Does::kNothing || !is_faulty_at(answer)) return;
  const auto write = [](std::uint32_t* at) { *static_cast<volatile std::uint32_t*>(at) = 0xFFFD; };
  switch (fault.does) {
    case Does::kWritesBehind:
      if (written == capacity) write(out + capacity + fault.n - 1);
      return;
    case Does::kWritesBefore:
      if (written > 0) write(out - fault.n);
      return;
    case Does::kIgnoresZeroCapacity:
      if (capacity == 0 && !answer.values.empty()) write(out);
      return;
    case Does::kNothing:
    case Does::kReadsBehind:
    case Does::kReadsBefore:
    case Does::kWritesInput:
    case Does::kLengthTooSmall:
    case Does::kLengthTooLarge:
    case Does::kLosesLastWithRoom:
    case Does::kLosesLastWhenFull:
    case Does::kLosesLastBeforeFull:
    case Does::kOffsetInBits:
    case Does::kLengthInBits:
      return;
  }
}

// A faulty code path for an output with room to spare, or for a full one.
bool loses_last(const MutantWalk& answer, std::size_t length, std::size_t capacity,
                std::size_t written) {
  using Does = BufferFault::Does;
  const BufferFault& fault = chosen->buffer;
  if (written == 0 || !is_faulty_at(answer)) return false;
  if (fault.does == Does::kLosesLastWithRoom) return capacity >= length + fault.n;
  if (fault.does == Does::kLosesLastBeforeFull) return capacity == written + fault.n;
  return fault.does == Does::kLosesLastWhenFull && written == capacity && written >= fault.n;
}

template <bool kStrict>
void decode32(const std::uint8_t* in, std::size_t length, std::uint32_t* out, std::size_t capacity,
              placemat_result* result) {
  const MutantWalk& answer = decode({in, length});
  const bool stops = kStrict && answer.error.has_value();
  const std::size_t all = stops ? answer.values_before_error : answer.values.size();
  const std::size_t written = std::min(all, capacity);
  for (std::size_t i = 0; i < written; ++i) out[i] = static_cast<std::uint32_t>(answer.values[i]);
  *result = {stops ? PLACEMAT_ILL_FORMED : PLACEMAT_OK, written, PLACEMAT_UNKNOWN,
             PLACEMAT_UNKNOWN};
  if (stops) {
    result->error_offset = answer.error->offset;
    result->error_length = answer.error->length;
    if (chosen->buffer.does == BufferFault::Does::kOffsetInBits && is_faulty_at(answer)) {
      result->error_offset = in_bits(result->error_offset, chosen->buffer.n);
    }
  }
  if (written < all) result->status = PLACEMAT_NO_CAPACITY;
  misuse_input(answer, in, length);
  misuse_output(answer, out, capacity, written);
  if (loses_last(answer, length, capacity, written)) --result->written;
}

int validate(const std::uint8_t* in, std::size_t length) {
  const MutantWalk& answer = decode({in, length});
  misuse_input(answer, in, length);
  return answer.error ? 0 : 1;
}

std::size_t length32(const std::uint8_t* in, std::size_t length) {
  const MutantWalk& answer = decode({in, length});
  const std::size_t right = answer.values.size();
  const BufferFault& fault = chosen->buffer;
  if (fault.does == BufferFault::Does::kLengthTooSmall && is_faulty_at(answer)) {
    return right - std::min<std::size_t>(right, fault.n);
  }
  if (fault.does == BufferFault::Does::kLengthInBits && is_faulty_at(answer)) {
    return in_bits(right, fault.n);
  }
  const bool adds = fault.does == BufferFault::Does::kLengthTooLarge && is_faulty_at(answer);
  return right + (adds ? fault.n : 0);
}

struct Stream {
  explicit Stream(bool is_lossy) : walk(*chosen), lossy(is_lossy) { ++open[is_lossy]; }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream() { --open[lossy]; }

  // The state of the open sequence is that of the fault.
  bool is_in_state() const {
    const StreamFault& fault = chosen->stream;
    return fault.state == walk.state() &&
           (!fault.accumulator || *fault.accumulator == walk.accumulator());
  }
  bool is_at(StreamFault::At at) const { return chosen->stream.at == at && is_in_state(); }
  // The fault shows before a push of `length` units.
  bool is_before(std::size_t length) const {
    using At = StreamFault::At;
    const StreamFault& fault = chosen->stream;
    if (!is_begun || !is_in_state()) return false;
    switch (fault.at) {
      case At::kCut:
        return length > 0;
      case At::kEmptyChunk:
        return length == 0;
      case At::kUse:
        return length > 0 && texts + 1 == fault.n;
      case At::kOpenStreams:
        return length > 0 && open[0] + open[1] >= fault.n;
      case At::kOtherMode:
        return length > 0 && open[!lossy] > 0;
      case At::kPush:
        return length > 0 && pushes + 1 == fault.n;
      case At::kManyThenMore:
        return length > 1 && pushes == fault.n && all_single;
      default:
        return false;
    }
  }
  // The fault between chunks.
  void disturb() {
    if (chosen->stream.does == StreamFault::Does::kForgets) walk.forget();
    if (chosen->stream.does == StreamFault::Does::kFlushes) walk.flush();
  }
  // Starts as new, unless the mutant keeps state wrongly.
  void restart(StreamFault::At at) {
    const bool keeps = is_at(at) && chosen->stream.does == StreamFault::Does::kKeeps;
    const bool keeps_error = chosen->stream.at == StreamFault::At::kError;
    const Machine::State state = walk.state();
    const std::uint64_t accumulator = walk.accumulator();
    const std::optional<IllFormed> error = walk.error;
    walk.restart();
    if (keeps) walk.resume(state, accumulator);
    if (keeps_error) walk.error = error;
    is_begun = false;
    texts += 1;
    pushes = 0;
    all_single = true;
  }

  MutantWalk walk;
  bool lossy;
  bool is_begun = false;
  bool is_finished = false;  // by a finish, after which nothing was pushed
  std::uint32_t texts = 0;   // that ended before
  std::uint32_t pushes = 0;  // of units, in this text
  bool all_single = true;    // each of these was of one unit
  // Of this thread, strict and lossy.
  static thread_local std::array<std::uint32_t, 2> open;
};
thread_local std::array<std::uint32_t, 2> Stream::open{};

// Writes the values since the last answer.
void answer(Stream& stream, std::uint32_t* out, std::size_t capacity, placemat_result* result) {
  const bool stops = !stream.lossy && stream.walk.error.has_value();
  const std::size_t all = stops ? stream.walk.values_before_error : stream.walk.values.size();
  const std::size_t written = std::min(all, capacity);
  for (std::size_t i = 0; i < written; ++i) {
    out[i] = static_cast<std::uint32_t>(stream.walk.values[i]);
  }
  *result = {stops ? PLACEMAT_ILL_FORMED : PLACEMAT_OK, written, PLACEMAT_UNKNOWN,
             PLACEMAT_UNKNOWN};
  if (stops) {
    result->error_offset = stream.walk.error->offset;
    result->error_length = stream.walk.error->length;
    stream.walk.values_before_error = 0;
  }
  stream.walk.values.clear();
}

void* stream_open(int lossy) { return new Stream(lossy != 0); }

void stream_push(void* handle, const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                 std::size_t capacity, placemat_result* result) {
  auto& stream = *static_cast<Stream*>(handle);
  if (stream.is_before(length)) stream.disturb();
  if (length > 0) {
    stream.is_begun = true;
    stream.is_finished = false;
    stream.pushes += 1;
    stream.all_single = stream.all_single && length == 1;
  }
  stream.walk.push({in, length});
  answer(stream, out, capacity, result);
}

void stream_finish(void* handle, std::uint32_t* out, std::size_t capacity,
                   placemat_result* result) {
  auto& stream = *static_cast<Stream*>(handle);
  const Machine::State state = stream.walk.state();
  const std::uint64_t accumulator = stream.walk.accumulator();
  if (stream.is_at(StreamFault::At::kFinish)) stream.disturb();
  if (stream.is_finished && stream.is_at(StreamFault::At::kFinishAgain)) {
    stream.walk.repeat_replacement();
  }
  stream.is_finished = true;
  stream.walk.finish();
  answer(stream, out, capacity, result);
  stream.walk.resume(state, accumulator);
  stream.restart(StreamFault::At::kFinish);
}

void stream_reset(void* handle) {
  auto& stream = *static_cast<Stream*>(handle);
  stream.is_finished = false;
  stream.restart(StreamFault::At::kReset);
}

void stream_close(void* handle) { delete static_cast<Stream*>(handle); }

placemat_decoder make_validator() {
  placemat_decoder d{};
  d.abi_version = PLACEMAT_ABI_VERSION;
  d.struct_size = sizeof(placemat_decoder);
  d.name = "mutant";
  d.version = "generated";
  d.origin = "the law with one fault";
  d.dialect = "utf-8";
  d.policy = "maximal-subpart";
  d.bom = "keep";
  d.claims = PLACEMAT_CLAIM_ONE_THREAD;  // the mutant is chosen for a thread
  d.validate = validate;
  return d;
}

placemat_decoder make_decoder() {
  placemat_decoder d = make_validator();
  d.claims |= PLACEMAT_CLAIM_OFFSET | PLACEMAT_CLAIM_LENGTH;
  d.strict32 = decode32<true>;
  d.lossy32 = decode32<false>;
  d.length32 = length32;
  d.stream_open = stream_open;
  d.stream_push = stream_push;
  d.stream_finish = stream_finish;
  d.stream_reset = stream_reset;
  d.stream_close = stream_close;
  return d;
}

}  // namespace

const Decoder& mutant_decoder() {
  static const placemat_decoder kDecoder = make_decoder();
  return kDecoder;
}

const Decoder& validating_mutant_decoder() {
  static const placemat_decoder kDecoder = make_validator();
  return kDecoder;
}

void choose(const Mutant& mutant) {
  chosen = &mutant;
  walk.emplace(mutant);
}

}  // namespace placemat
