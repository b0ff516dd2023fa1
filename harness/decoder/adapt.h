// adapt.h: fills a `placemat_decoder` from a minimal decoder of one of two
// shapes:
//
//   PerCharacter  decodes one sequence at a pointer (branchy code, the 1992
//                 mbtowc and chartorune, table-driven loops);
//   PerUnit       takes one code unit and a state (the automata).
//
// `adapted` turns both into every function of the interface, streaming
// included, so that a decoder's own file contains the decoder and nothing else.
// This file knows no dialect, policy or law: it only moves values and counts.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <type_traits>

#include "harness/decoder/placemat_decoder.h"
#include "harness/decoder/words.h"

namespace placemat {

enum class DecodedKind : std::uint8_t {
  kValue,       // `length` units make `value`
  kIllFormed,   // the first `length` units (>= 1) are ill-formed
  kIncomplete,  // all units up to the end are a prefix of some sequence
};

// The result of a PerCharacter decoder for the units at its pointer.
template <class Words>
struct DecodedAs {
  using Kind = DecodedKind;
  using Size = typename Words::Size;
  using Value = typename Words::U64;
  Kind kind;
  Size length;
  Value value;

  static constexpr DecodedAs of(Value value, Size length) { return {Kind::kValue, length, value}; }
  static constexpr DecodedAs ill_formed(Size length) { return {Kind::kIllFormed, length, 0}; }
  static constexpr DecodedAs incomplete(Size length) { return {Kind::kIncomplete, length, 0}; }
};
using Decoded = DecodedAs<MachineWords>;

// Writes `value` as one value of 32 bits or more, or as UTF-16 code units (kBits 16). Returns
// false, and writes nothing, when the capacity does not suffice. `out` takes a place and a code
// unit. In words of any kind, because the prover takes this step too.
template <int kBits, class Words, class Out>
constexpr bool put_units(Out&& out, typename Words::Size capacity, typename Words::Size& written,
                         typename Words::U64 value) {
  if constexpr (kBits == 16) {
    if (value > 0xFFFF) {
      if (capacity - written < 2) return false;
      out(written, 0xD800 + ((value - 0x10000) >> 10 & 0x3FF));
      out(written + 1, 0xDC00 + (value & 0x3FF));
      written = written + 2;
      return true;
    }
  }
  if (written == capacity) return false;
  out(written, value);
  written = written + 1;
  return true;
}
template <class Out>
bool put_value(Out* out, std::size_t capacity, std::size_t& written, std::uint64_t value) {
  return put_units<8 * sizeof(Out), MachineWords>(
      [out](std::size_t place, std::uint64_t unit) { out[place] = static_cast<Out>(unit); },
      capacity, written, value);
}

// The number of code units of a value: in UTF-16 (kBits 16) two beyond FFFF, else one. In words of
// any kind, because the prover takes this step too.
template <int kBits, class Words = MachineWords>
constexpr typename Words::Size units_of(typename Words::U64 value) {
  using Size = typename Words::Size;
  if constexpr (kBits == 16) return Words::template select<Size>(value > 0xFFFF, 2, 1);
  return 1;
}

// A PerCharacter decoder `D` has
//   static Decoded decode_one(const uint8_t* at, const uint8_t* end);  // at < end
// or, written in Words (words.h),
//   static DecodedAs<Words> decode_one(Words::Text text);  // not empty
// and may have
//   static constexpr uint64_t kReplacement = 0xFFFD;  // value of one error
//   static constexpr bool kPerUnit = false;           // one error per unit
//   static constexpr bool kTellsIncomplete = true;    // false: a strict result
//       never is PLACEMAT_INCOMPLETE; kIncomplete then only means "call again
//       with more units", and at the end of input it counts as ill-formed
template <class D>
struct PerCharacter {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    if constexpr (requires { D::decode_one(at, end); })
      return D::decode_one(at, end);
    else
      return D::decode_one(MachineWords::Text(at, end));
  }
  static constexpr std::uint64_t replacement() {
    if constexpr (requires { D::kReplacement; })
      return D::kReplacement;
    else
      return 0xFFFD;
  }
  static constexpr bool per_unit() {
    if constexpr (requires { D::kPerUnit; })
      return D::kPerUnit;
    else
      return false;
  }
  static constexpr bool tells_incomplete() {
    if constexpr (requires { D::kTellsIncomplete; })
      return D::kTellsIncomplete;
    else
      return true;
  }

  template <class Out>
  static bool put(Out* out, std::size_t capacity, std::size_t& written, std::uint64_t value) {
    return put_value(out, capacity, written, value);
  }

  template <class Out>
  static void strict(const std::uint8_t* in, std::size_t length, Out* out, std::size_t capacity,
                     placemat_result* result) {
    std::size_t written = 0;  // a local variable can live in a register
    for (std::size_t at = 0; at < length;) {
      const Decoded d = decode_one(in + at, in + length);
      if (d.kind != Decoded::Kind::kValue) {
        const bool incomplete = d.kind == Decoded::Kind::kIncomplete && tells_incomplete();
        *result = {
            incomplete ? std::uint32_t{PLACEMAT_INCOMPLETE} : std::uint32_t{PLACEMAT_ILL_FORMED},
            written, at, d.length};
        return;
      }
      if (!put(out, capacity, written, d.value)) {
        *result = {PLACEMAT_NO_CAPACITY, written, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
        return;
      }
      at += d.length;
    }
    *result = {PLACEMAT_OK, written, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  }

  template <class Out>
  static void lossy(const std::uint8_t* in, std::size_t length, Out* out, std::size_t capacity,
                    placemat_result* result) {
    std::size_t written = 0;
    for (std::size_t at = 0; at < length;) {
      const Decoded d = decode_one(in + at, in + length);
      const bool good = d.kind == Decoded::Kind::kValue;
      const std::size_t times = good || !per_unit() ? 1 : d.length;
      for (std::size_t i = 0; i < times; ++i) {
        if (!put(out, capacity, written, good ? d.value : replacement())) {
          *result = {PLACEMAT_NO_CAPACITY, written, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
          return;
        }
      }
      at += d.length;
    }
    *result = {PLACEMAT_OK, written, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  }

  static int validate(const std::uint8_t* in, std::size_t length) {
    for (std::size_t at = 0; at < length;) {
      const Decoded d = decode_one(in + at, in + length);
      if (d.kind != Decoded::Kind::kValue) return 0;
      at += d.length;
    }
    return 1;
  }

  // The number of code units that lossy decoding writes for an item.
  template <int kBits, class Words = MachineWords>
  static constexpr typename Words::Size counted(const DecodedAs<Words>& d) {
    if (d.kind == DecodedKind::kValue) return units_of<kBits, Words>(d.value);
    return per_unit() ? d.length : typename Words::Size{1};
  }
  template <int kBits>
  static std::size_t length_of(const std::uint8_t* in, std::size_t length) {
    std::size_t count = 0;
    for (std::size_t at = 0; at < length;) {
      const Decoded d = decode_one(in + at, in + length);
      count += counted<kBits>(d);
      at += d.length;
    }
    return count;
  }

  // A stream keeps the units of an unfinished sequence until the next push.
  struct Stream {
    bool lossy;
    bool failed;
    std::size_t consumed;  // units of the stream before `kept`
    std::size_t kept_length;
    std::size_t error_offset, error_length;
    std::uint8_t kept[PLACEMAT_MAX_SEQUENCE];
  };
  static void* open(int lossy) {
    return new (std::nothrow) Stream{lossy != 0, false, 0, 0, 0, 0, {}};
  }
  static void close(void* stream) { delete static_cast<Stream*>(stream); }
  static void reset(void* stream) {
    auto& s = *static_cast<Stream*>(stream);
    s = Stream{s.lossy, false, 0, 0, 0, 0, {}};
  }
  static void push(void* stream, const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                   std::size_t capacity, placemat_result* result) {
    *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
    auto& s = *static_cast<Stream*>(stream);
    if (s.failed) return report_failure(s, result);
    // While units are kept, decoding uses a window that joins them to the
    // chunk.
    while (s.kept_length > 0) {
      std::uint8_t window[2 * PLACEMAT_MAX_SEQUENCE];
      std::memcpy(window, s.kept, s.kept_length);
      const std::size_t more = length < PLACEMAT_MAX_SEQUENCE ? length : PLACEMAT_MAX_SEQUENCE;
      if (more > 0) std::memcpy(window + s.kept_length, in, more);
      const std::size_t size = s.kept_length + more;
      const Decoded d = decode_one(window, window + size);
      if (d.kind == Decoded::Kind::kIncomplete) {
        std::memcpy(s.kept, window, size);
        s.kept_length = size;
        return;
      }
      if (!emit(s, d, out, capacity, result)) return;
      if (d.length < s.kept_length) {  // some kept units remain
        s.kept_length -= d.length;
        std::memmove(s.kept, s.kept + d.length, s.kept_length);
      } else {
        in += d.length - s.kept_length;
        length -= d.length - s.kept_length;
        s.kept_length = 0;
      }
    }
    for (std::size_t at = 0; at < length;) {
      const Decoded d = decode_one(in + at, in + length);
      if (d.kind == Decoded::Kind::kIncomplete) {
        s.kept_length = length - at;
        std::memcpy(s.kept, in + at, s.kept_length);
        return;
      }
      if (!emit(s, d, out, capacity, result)) return;
      at += d.length;
    }
  }
  static void finish(void* stream, std::uint32_t* out, std::size_t capacity,
                     placemat_result* result) {
    *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
    auto& s = *static_cast<Stream*>(stream);
    if (s.failed) {
      report_failure(s, result);
    } else if (s.kept_length > 0) {
      const Decoded d = Decoded::incomplete(s.kept_length);
      if (!emit(s, d, out, capacity, result) && !s.lossy && tells_incomplete())
        result->status = PLACEMAT_INCOMPLETE;
    }
    reset(stream);
  }

 private:
  static void report_failure(const Stream& s, placemat_result* result) {
    result->status = PLACEMAT_ILL_FORMED;
    result->error_offset = s.error_offset;
    result->error_length = s.error_length;
  }
  static bool emit(Stream& s, const Decoded& d, std::uint32_t* out, std::size_t capacity,
                   placemat_result* result) {
    const bool good = d.kind == Decoded::Kind::kValue;
    if (!good && !s.lossy) {
      s.failed = true;
      s.error_offset = s.consumed;
      s.error_length = d.length;
      report_failure(s, result);
      return false;
    }
    const std::size_t times = good || !per_unit() ? 1 : d.length;
    for (std::size_t i = 0; i < times; ++i) {
      if (!put(out, capacity, result->written, good ? d.value : replacement())) {
        result->status = PLACEMAT_NO_CAPACITY;
        return false;
      }
    }
    s.consumed += d.length;
    return true;
  }
};

// A PerUnit decoder `D` is an automaton over single units:
//   using State = ...;
//   static constexpr State kAccept;   // between two sequences
//   static constexpr State kReject;   // absorbing: no step leaves it
//   static State step(State state, uint32_t unit);
//   static uint32_t accumulate(State before, uint32_t value, uint32_t unit);
// `accumulate` gets the state before the unit's step, and is called only for
// units that the step did not reject. An ill-formed subsequence is the units
// between kAccept and kReject without the rejected unit, or the rejected unit
// when there are no others; it becomes one U+FFFD.
template <class D>
struct PerUnit {
  using State = typename D::State;

  // The state that a decoder of this shape keeps between two units.
  struct Cursor {
    State state = D::kAccept;
    std::uint32_t value = 0;
    std::size_t consumed = 0;  // units before the open sequence
    std::size_t open = 0;      // units of that sequence
  };
  enum class Stop : std::uint8_t { kAtEnd, kIllFormed, kNoRoom };

  // What a unit does to the sequence before it.
  enum class Taken : std::uint8_t {
    kOpen,           // it continues or begins a sequence
    kValue,          // it completes one
    kRejected,       // it ends one that is ill-formed, and is not part of it
    kRejectedAlone,  // it begins no sequence
  };
  // In words of any kind, because the prover takes this step too.
  template <class Value, class Unit>
  static Taken take_unit(State& state, Value& value, Unit unit) {
    const State before = state;
    state = D::step(before, unit);
    if (state == D::kReject) return before == D::kAccept ? Taken::kRejectedAlone : Taken::kRejected;
    value = D::accumulate(before, value, unit);
    return state == D::kAccept ? Taken::kValue : Taken::kOpen;
  }

  // Consumes every unit of the input, or stops after the first rejected one.
  // `sink` takes a value and returns whether there was room for it.
  template <bool kLossy, class Sink>
  static Stop walk(Cursor& cursor, const std::uint8_t* in, std::size_t length, Sink sink) {
    // Local variables can live in registers. `open_from` is where the open
    // sequence began: before this input when it began in an earlier chunk.
    State state = cursor.state;
    std::uint32_t value = cursor.value;
    const auto size = static_cast<std::ptrdiff_t>(length);
    std::ptrdiff_t at = 0, open_from = -static_cast<std::ptrdiff_t>(cursor.open);
    Stop stop = Stop::kAtEnd;
    while (at < size) {
      const Taken taken = take_unit(state, value, std::uint32_t{in[at]});
      if (taken == Taken::kRejected || taken == Taken::kRejectedAlone) {
        if (!kLossy) {
          stop = Stop::kIllFormed;
          break;
        }
        if (!sink(0xFFFD)) {
          stop = Stop::kNoRoom;
          break;
        }
        // The rejected unit does not belong to the sequence that it ended;
        // without this condition it would be dropped.
        if (taken == Taken::kRejectedAlone) ++at;
        state = D::kAccept;
        open_from = at;
        continue;
      }
      ++at;
      if (taken == Taken::kOpen) continue;
      if (!sink(value)) {
        stop = Stop::kNoRoom;
        break;
      }
      open_from = at;
    }
    const auto prelude_input = static_cast<std::ptrdiff_t>(cursor.consumed + cursor.open);
    cursor = {state, value, static_cast<std::size_t>(prelude_input + open_from),
              static_cast<std::size_t>(at - open_from)};
    return stop;
  }

  template <class Out>
  static void strict(const std::uint8_t* in, std::size_t length, Out* out, std::size_t capacity,
                     placemat_result* result) {
    Cursor cursor;
    take<false>(cursor, in, length, out, capacity, result);
    if (result->status == PLACEMAT_OK) end<false>(cursor, out, capacity, result);
  }

  template <class Out>
  static void lossy(const std::uint8_t* in, std::size_t length, Out* out, std::size_t capacity,
                    placemat_result* result) {
    Cursor cursor;
    take<true>(cursor, in, length, out, capacity, result);
    if (result->status == PLACEMAT_OK) end<true>(cursor, out, capacity, result);
  }

  static int validate(const std::uint8_t* in, std::size_t length) {
    State state = D::kAccept;
    for (std::size_t at = 0; at < length; ++at) state = D::step(state, in[at]);
    return state == D::kAccept ? 1 : 0;
  }

  template <int kBits>
  static std::size_t length_of(const std::uint8_t* in, std::size_t length) {
    Cursor cursor;
    std::size_t count = 0;
    walk<true>(cursor, in, length, [&count](std::uint32_t value) {
      count += units_of<kBits>(value);
      return true;
    });
    return count + (cursor.open > 0 ? 1 : 0);
  }

  struct Stream {
    bool lossy;
    bool failed;
    Cursor cursor;
  };
  static void* open(int lossy) { return new (std::nothrow) Stream{lossy != 0, false, {}}; }
  static void close(void* stream) { delete static_cast<Stream*>(stream); }
  static void reset(void* stream) {
    auto& s = *static_cast<Stream*>(stream);
    s = Stream{s.lossy, false, {}};
  }
  static void push(void* stream, const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                   std::size_t capacity, placemat_result* result) {
    auto& s = *static_cast<Stream*>(stream);
    if (s.failed) return report_error(s.cursor, PLACEMAT_ILL_FORMED, result);
    if (s.lossy) return take<true>(s.cursor, in, length, out, capacity, result);
    take<false>(s.cursor, in, length, out, capacity, result);
    s.failed = result->status == PLACEMAT_ILL_FORMED;
  }
  static void finish(void* stream, std::uint32_t* out, std::size_t capacity,
                     placemat_result* result) {
    auto& s = *static_cast<Stream*>(stream);
    *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
    if (s.failed)
      report_error(s.cursor, PLACEMAT_ILL_FORMED, result);
    else if (s.lossy)
      end<true>(s.cursor, out, capacity, result);
    else
      end<false>(s.cursor, out, capacity, result);
    reset(stream);
  }

 private:
  // One chunk, or the whole input.
  template <bool kLossy, class Out>
  static void take(Cursor& cursor, const std::uint8_t* in, std::size_t length, Out* out,
                   std::size_t capacity, placemat_result* result) {
    *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
    std::size_t written = 0;
    const Stop stop =
        walk<kLossy>(cursor, in, length, [out, capacity, &written](std::uint32_t value) {
          return put_value(out, capacity, written, value);
        });
    if (stop == Stop::kIllFormed) report_error(cursor, PLACEMAT_ILL_FORMED, result);
    if (stop == Stop::kNoRoom) result->status = PLACEMAT_NO_CAPACITY;
    result->written = written;
  }
  // The end of the input: an open sequence is incomplete.
  template <bool kLossy, class Out>
  static void end(const Cursor& cursor, Out* out, std::size_t capacity, placemat_result* result) {
    if (cursor.open == 0) return;
    if (!kLossy) {
      const std::size_t written = result->written;
      report_error(cursor, PLACEMAT_INCOMPLETE, result);
      result->written = written;
    } else if (!put_value(out, capacity, result->written, 0xFFFD)) {
      result->status = PLACEMAT_NO_CAPACITY;
    }
  }
  static void report_error(const Cursor& cursor, std::uint32_t status, placemat_result* result) {
    *result = {status, 0, cursor.consumed, std::max<std::size_t>(cursor.open, 1)};
  }
};

// `encode` of a decoder's table, from that of a decoder in words:
//   static Size encode(U64 value, const Out& out);
// `out` takes a place and a unit, of which the lower eight bits are written.
template <class D>
std::size_t encode_by(std::uint64_t value, std::uint8_t* out) {
  return D::encode(value, [out](std::size_t place, std::uint64_t unit) {
    out[place] = static_cast<std::uint8_t>(unit);
  });
}

inline constexpr std::uint32_t kAllClaims =
    PLACEMAT_CLAIM_OFFSET | PLACEMAT_CLAIM_LENGTH | PLACEMAT_CLAIM_INCOMPLETE;

// The metadata of a decoder. The functions of its table follow from its shape.
struct DecoderIdentity {
  const char* name;
  const char* version = "in-tree";
  const char* origin;
  const char* dialect = "utf-8";
  const char* policy = "maximal-subpart";
  const char* bom = "keep";
  std::uint32_t claims = kAllClaims;
  std::size_t (*encode)(std::uint64_t value, std::uint8_t* out) = nullptr;
};

// A table with no function but `encode`, for a decoder that supplies its own.
constexpr placemat_decoder described(const DecoderIdentity& identity) {
  placemat_decoder table{};
  table.abi_version = PLACEMAT_ABI_VERSION;
  table.struct_size = sizeof(placemat_decoder);
  table.name = identity.name;
  table.version = identity.version;
  table.origin = identity.origin;
  table.dialect = identity.dialect;
  table.policy = identity.policy;
  table.bom = identity.bom;
  table.claims = identity.claims;
  table.encode = identity.encode;
  return table;
}

enum class OutputWidth : std::uint8_t { k16And32, k32, k64 };

// The table of `D`, which has one of the two shapes. A dialect beyond U+10FFFF
// has no UTF-16, and one beyond 32 bits has no stream either.
template <class D, OutputWidth kWidth = OutputWidth::k16And32>
constexpr placemat_decoder adapted(const DecoderIdentity& identity) {
  using Shape = std::conditional_t<requires { typename D::State; }, PerUnit<D>, PerCharacter<D>>;
  placemat_decoder table = described(identity);
  table.validate = Shape::validate;
  if constexpr (kWidth == OutputWidth::k64) {
    table.strict64 = Shape::template strict<std::uint64_t>;
    table.lossy64 = Shape::template lossy<std::uint64_t>;
  } else {
    table.strict32 = Shape::template strict<std::uint32_t>;
    table.lossy32 = Shape::template lossy<std::uint32_t>;
    table.length32 = Shape::template length_of<32>;
    table.stream_open = Shape::open;
    table.stream_push = Shape::push;
    table.stream_finish = Shape::finish;
    table.stream_reset = Shape::reset;
    table.stream_close = Shape::close;
  }
  if constexpr (kWidth == OutputWidth::k16And32) {
    table.strict16 = Shape::template strict<std::uint16_t>;
    table.lossy16 = Shape::template lossy<std::uint16_t>;
    table.length16 = Shape::template length_of<16>;
  }
  return table;
}

}  // namespace placemat
