// branchless: UTF-8 four units at a time. The length comes from a table over
// the lead's top five bits, the value from shifts, and all errors are or-ed
// into one word that is tested once for a block. In a block no branch depends
// on the text. It must not know anything but the interface.
//
// Provenance: the idea of Christopher Wellons' "A Branchless UTF-8 Decoder"
// (2017); written from scratch.
//
// Deviations from its source:
//   1. The source reads four units at each character and asks for three units
//      of padding behind the text. Here a block takes only characters that
//      have four units of text, and the last one to three units go through a
//      copy that is padded with zeros (a zero is no continuation unit, so a
//      truncated sequence is an error there).
//   2. Wrong continuation units are found by xor with 80 and a mask for the
//      length; the source collects their top bits and shifts.
//   3. The source only counts a character as wrong. Here a block with an error
//      is decoded again, one sequence at a time, and the maximal subpart (D93b)
//      is the longest prefix that all 80 or all BF would complete: in Table 3-7
//      every range of a second unit touches one of these two ends.
//   4. A stream decodes one sequence at a time, not blocks.
//
// Bound: reads at most 0 units past the end.
#include <algorithm>
#include <array>
#include <cstring>

#include "harness/decoder/adapt.h"

extern "C" const placemat_decoder placemat_decoder_branchless;

namespace {

constexpr std::array<std::uint8_t, 32> kLength{
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,  // 0xxxx
    0, 0, 0, 0, 0, 0, 0, 0,                          // 10xxx
    2, 2, 2, 2,                                      // 110xx
    3, 3,                                            // 1110x
    4,                                               // 11110
    0,                                               // 11111
};
// By length. No value reaches the minimum of length 0, so that length 0 is an
// error.
constexpr std::array<std::uint8_t, 5> kPayload{0x00, 0x7F, 0x1F, 0x0F, 0x07};
constexpr std::array<std::uint8_t, 5> kShift{0, 18, 12, 6, 0};
constexpr std::array<std::uint32_t, 5> kMinimum{0xFFFFFFFF, 0x0, 0x80, 0x800, 0x10000};
// Which of the second, third and fourth unit have to continue.
constexpr std::array<std::uint32_t, 5> kContinues{0, 0, 0xC00000, 0xC0C000, 0xC0C0C0};

template <class Words>
struct Branchless {
  using U32 = typename Words::U32;
  using Text = typename Words::Text;
  using Decoded = placemat::DecodedAs<Words>;
  using Four = std::array<U32, 4>;

  struct Sequence {
    U32 value;
    U32 error;   // 0 when well-formed
    U32 length;  // at least 1
  };
  static U32 as_bit(auto condition) { return Words::template select<U32>(condition, 1, 0); }

  static Sequence sequence_of(U32 lead, U32 second, U32 third, U32 fourth) {
    const U32 length = Words::cell(kLength, lead >> 3);
    const U32 tail = (second << 16 | third << 8 | fourth) ^ 0x808080;
    const U32 bits = (lead & Words::cell(kPayload, length)) << 18 | (tail >> 4 & 0x3F000) |
                     (tail >> 2 & 0xFC0) | (tail & 0x3F);
    const U32 value = bits >> Words::cell(kShift, length);
    const U32 error = (tail & Words::cell(kContinues, length)) |
                      as_bit(value < Words::cell(kMinimum, length)) |  // overlong, or no lead
                      as_bit((value >> 11) == 0x1B) |                  // D800..DFFF
                      as_bit(value > 0x10FFFF);
    return {value, error, length + as_bit(length == 0)};
  }
  static Sequence sequence_of(const Four& units) {
    return sequence_of(units[0], units[1], units[2], units[3]);
  }

  // One sequence of a block; its text has these many units.
  static constexpr std::size_t kAhead = 4;
  static Sequence sequence_ahead(Text text) {
    return sequence_of(text[0], text[1], text[2], text[3]);
  }

  static Decoded decode_one(Text text) {
    const Four units = padded(text);
    const Sequence found = sequence_of(units);
    if (found.error == 0) return Decoded::of(found.value, found.length);
    return subpart(units, text);
  }

  static Four padded(Text text) {
    if (text.size() >= 4) return {text[0], text[1], text[2], text[3]};
    if (text.size() == 3) return {text[0], text[1], text[2], 0};
    if (text.size() == 2) return {text[0], text[1], 0, 0};
    return {text[0], 0, 0, 0};
  }

  static bool completable(const Four& units, unsigned length) {
    Four low = units, high = units;
    for (unsigned i = length; i < 4; ++i) {
      low[i] = 0x80;
      high[i] = 0xBF;
    }
    return sequence_of(low).error == 0 || sequence_of(high).error == 0;
  }

  static Decoded subpart(const Four& units, Text text) {
    unsigned length = 0;
    while (length < 3 && text.size() > length && completable(units, length + 1)) ++length;
    if (length == 0) return Decoded::ill_formed(1);
    if (text.size() == length) return Decoded::incomplete(length);
    return Decoded::ill_formed(length);
  }
};

using Careful = Branchless<placemat::MachineWords>;
using placemat::Decoded;

constexpr std::size_t kBlock = 64;

// The main path: `count` sequences, each of which has four units to read.
inline std::uint32_t decode_block(const std::uint8_t*& at, std::size_t count,
                                  std::uint32_t* values) {
  std::uint32_t errors = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const Careful::Sequence next = Careful::sequence_ahead({at, at + Careful::kAhead});
    values[i] = next.value;
    errors |= next.error;
    at += next.length;
  }
  return errors;
}

// Passes blocks to `sink.block(values, count)`, and sequences decoded one at a
// time to `sink.one(decoded, offset)`; both return false to stop.
template <class Sink>
void walk(const std::uint8_t* in, std::size_t length, Sink& sink) {
  const std::uint8_t* const end = in + length;
  for (const std::uint8_t* at = in; at != end;) {
    std::uint32_t values[kBlock];
    const std::size_t count =
        std::min(kBlock, static_cast<std::size_t>(end - at) / Careful::kAhead);
    const std::uint8_t* behind = at;
    if (count > 0 && decode_block(behind, count, values) == 0) {
      if (!sink.block(values, count)) return;
      at = behind;
      continue;
    }
    // A block with an error, or the last three units.
    const std::uint8_t* const stop = count > 0 ? behind : end;
    while (at < stop) {
      const Decoded decoded = Careful::decode_one({at, end});
      if (!sink.one(decoded, static_cast<std::size_t>(at - in))) return;
      at += decoded.length;
    }
  }
}

template <class Out, bool kLossy>
struct Writer {
  Out* out;
  std::size_t capacity;
  placemat_result* result;

  bool put(std::uint64_t value) {
    if (placemat::put_value(out, capacity, result->written, value)) return true;
    result->status = PLACEMAT_NO_CAPACITY;
    return false;
  }
  bool block(const std::uint32_t* values, std::size_t count) {
    if constexpr (sizeof(Out) == 4) {
      if (count <= capacity - result->written) {
        std::memcpy(out + result->written, values, count * sizeof(Out));
        result->written += count;
        return true;
      }
    }
    for (std::size_t i = 0; i < count; ++i)
      if (!put(values[i])) return false;
    return true;
  }
  bool one(const Decoded& decoded, std::size_t offset) {
    if (decoded.kind == Decoded::Kind::kValue) return put(decoded.value);
    if (kLossy) return put(0xFFFD);
    result->status = decoded.kind == Decoded::Kind::kIncomplete
                         ? std::uint32_t{PLACEMAT_INCOMPLETE}
                         : std::uint32_t{PLACEMAT_ILL_FORMED};
    result->error_offset = offset;
    result->error_length = decoded.length;
    return false;
  }
};

template <class Out, bool kLossy>
void decode(const std::uint8_t* in, std::size_t length, Out* out, std::size_t capacity,
            placemat_result* result) {
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  Writer<Out, kLossy> writer{out, capacity, result};
  walk(in, length, writer);
}

struct Validator {
  int verdict = 1;
  bool block(const std::uint32_t*, std::size_t) { return true; }
  bool one(const Decoded& decoded, std::size_t) {
    if (decoded.kind != Decoded::Kind::kValue) verdict = 0;
    return verdict == 1;
  }
};

int validate(const std::uint8_t* in, std::size_t length) {
  Validator validator;
  walk(in, length, validator);
  return validator.verdict;
}

template <int kBits>
struct Counter {
  std::size_t total = 0;
  bool block(const std::uint32_t* values, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) total += placemat::units_of<kBits>(values[i]);
    return true;
  }
  bool one(const Decoded& decoded, std::size_t) {
    total += placemat::PerCharacter<Careful>::counted<kBits>(decoded);
    return true;
  }
};

template <int kBits>
std::size_t length_of(const std::uint8_t* in, std::size_t length) {
  Counter<kBits> counter;
  walk(in, length, counter);
  return counter.total;
}

}  // namespace

constinit const placemat_decoder placemat_decoder_branchless = [] {
  placemat_decoder table = placemat::adapted<Careful>({
      .name = "branchless",
      .origin = "length from a table, errors accumulated over a block (after Wellons, 2017)",
  });
  table.validate = validate;
  table.strict32 = decode<std::uint32_t, false>;
  table.lossy32 = decode<std::uint32_t, true>;
  table.strict16 = decode<std::uint16_t, false>;
  table.lossy16 = decode<std::uint16_t, true>;
  table.length32 = length_of<32>;
  table.length16 = length_of<16>;
  return table;
}();
