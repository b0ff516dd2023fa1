// fixture.h: small decoders in symbolic words for the tests of the prover: one that is right, one
// that is right in another way, and some with one fault each.
#pragma once

#include <array>

#include "harness/prove/subject.h"

namespace placemat::prove {

enum class Fault : std::uint8_t {
  kNone,
  kOtherwise,   // none: written in another way
  kFarAhead,    // a wrong value when 61 stands before eleven units, the last of which is 41
  kOverRead,    // the second unit is read before the size is known
  kOverlong,    // E0 80 80 is a value
  kLostValue,   // one value of a million is wrong: F1 9A 8B 8C
  kShortError,  // an error of two units spans one
  kNeverE0,     // no sequence begins with E0
  kForgetsCut,  // what is incomplete is an error
  kOneCut,      // that is so of one sequence at one cut only: F1 9A 8B
};

template <class Words, Fault kFault>
struct FaultyOf {
  using U32 = typename Words::U32;
  using Text = typename Words::Text;
  using Decoded = DecodedAs<Words>;

  static Decoded open(U32 length) {
    if (kFault == Fault::kForgetsCut) return Decoded::ill_formed(length);
    return Decoded::incomplete(length);
  }
  static Decoded decode_one(Text text) {
    const U32 lead = text[0];
    if (kFault == Fault::kFarAhead) {
      if (lead == 0x61 && text.size() >= 12 && text[11] == 0x41) return Decoded::of(0x62, 1);
    }
    if (kFault == Fault::kOtherwise ? bool(lead < 0x80) : bool(lead <= 0x7F)) {
      return Decoded::of(lead, 1);
    }
    if (lead < 0xC2 || lead > 0xF4) return Decoded::ill_formed(1);
    if (lead < 0xE0) return tail(text, lead & 0x1F, 2, 0x80, 0xBF);
    if (lead == 0xE0) {
      if (kFault == Fault::kNeverE0) return Decoded::ill_formed(1);
      return tail(text, 0, 3, kFault == Fault::kOverlong ? 0x80 : 0xA0, 0xBF);
    }
    if (lead == 0xED) return tail(text, 13, 3, 0x80, 0x9F);
    if (lead < 0xF0) return tail(text, lead & 0x0F, 3, 0x80, 0xBF);
    if (lead == 0xF0) return tail(text, 0, 4, 0x90, 0xBF);
    if (lead == 0xF4) return tail(text, 4, 4, 0x80, 0x8F);
    return tail(text, lead & 0x07, 4, 0x80, 0xBF);
  }
  static Decoded tail(Text text, U32 value, unsigned length, U32 first, U32 last) {
    if (kFault == Fault::kOverRead) {
      if (text[1] == 0xFF) return Decoded::ill_formed(1);
    }
    if (text.size() == 1) return open(1);
    if (text[1] < first || text[1] > last) return Decoded::ill_formed(1);
    value = value << 6 | (text[1] & 0x3F);
    for (unsigned i = 2; i < length; ++i) {
      if (kFault == Fault::kOneCut && i == 3 && text.size() == 3 && value == 0x168B)
        return Decoded::ill_formed(i);
      if (text.size() == i) return open(i);
      const bool is_short = kFault == Fault::kShortError;
      if (text[i] < 0x80 || text[i] > 0xBF) return Decoded::ill_formed(is_short ? 1 : i);
      value = value << 6 | (text[i] & 0x3F);
    }
    if (kFault == Fault::kLostValue) {
      if (value == 0x5A2CC) return Decoded::of(0x5A2CD, length);
    }
    return Decoded::of(value, length);
  }
};

// An error takes one unit, and each unit of it is replaced.
enum class UnitFault : std::uint8_t {
  kNone,
  kDividesOtherwise,  // none: an error takes the maximal subpart
  kSwallows,          // an error of two units takes the unit behind it, too
};
template <class Words, UnitFault kFault>
struct UnitwiseOf {
  using Decoded = DecodedAs<Words>;
  static constexpr bool kPerUnit = true;
  static Decoded decode_one(typename Words::Text text) {
    const Decoded plain = FaultyOf<Words, Fault::kNone>::decode_one(text);
    if (plain.kind != DecodedKind::kIllFormed) return plain;
    if (kFault == UnitFault::kNone) return Decoded::ill_formed(1);
    if (kFault == UnitFault::kSwallows && plain.length == 2) return Decoded::ill_formed(3);
    return plain;
  }
};

// A block path that takes four units, or has an error.
enum class BlockFault : std::uint8_t {
  kNone,
  kTakesSurrogates,
  kLosesBit,    // of a value that three units make
  kReadsFive,   // units, where four are promised
  kNeverMoves,  // behind an error
};
template <class Words, BlockFault kFault>
struct BlockOf : FaultyOf<Words, Fault::kNone> {
  using U32 = typename Words::U32;
  using Base = FaultyOf<Words, Fault::kNone>;
  static constexpr std::size_t kAhead = 4;
  struct Sequence {
    U32 error, length, value;
  };
  static Sequence sequence_ahead(typename Words::Text text) {
    if (kFault == BlockFault::kReadsFive && text[4] == 0) return {1, 1, 0};
    if (kFault == BlockFault::kTakesSurrogates && text[0] == 0xED) {
      const U32 tail = (text[1] & 0x3F) << 6 | (text[2] & 0x3F);
      const bool continues = (text[1] & 0xC0) == 0x80 && (text[2] & 0xC0) == 0x80;
      if (continues) return {0, 3, tail | 0xD000};
    }
    const auto plain = Base::decode_one(text);
    if (plain.kind != DecodedKind::kValue) {
      return {1, kFault == BlockFault::kNeverMoves ? 0 : 1, 0};
    }
    const U32 value = Words::low(plain.value);
    const bool is_cut = kFault == BlockFault::kLosesBit && plain.length == 3;
    return {0, as_u32(plain.length), is_cut ? U32(value & 0xFFFE) : value};
  }
  static U32 as_u32(typename Words::U64 length) { return Words::low(length); }
};

// Steps that look at several units at once, written in another way than those of this tree.
enum class ShortcutFault : std::uint8_t {
  kNone,
  kSurrogate,   // ED A0 80 is a sequence of four units that are looked at
  kRest,        // what stands behind a sequence of four units begins one unit late
  kNumber,      // of seven units, the sixth is lost
  kAscii,       // 80 counts as ASCII in the eighth place
  kIsAscii,     // of twelve units, the tenth is not looked at
  kEarly,       // ED 80 is an error
  kUnfinished,  // of F0 90 80 two units are kept
  kBlind,       // none: no error is seen early
};
template <class Words, ShortcutFault kFault>
struct ShortcutsOf : FaultyOf<Words, Fault::kNone> {
  using U32 = typename Words::U32;
  using U64 = typename Words::U64;
  using Size = typename Words::Size;
  using Text = typename Words::Text;
  using F = ShortcutFault;
  using Base = FaultyOf<Words, Fault::kNone>;
  struct Sequence {
    U32 length, value;
  };
  struct Early {
    Size at;
    bool fails;
  };
  static bool continues(U32 unit) { return unit >= 0x80 && unit < 0xC0; }
  static unsigned length_of(U32 a, U32 b, U32 c, U32 d) {
    if (!continues(b) || a < 0xC2 || a > 0xF4) return 0;
    if (a < 0xE0) return 2;
    if ((a == 0xE0 && b < 0xA0) || (a == 0xED && b > 0x9F) || !continues(c)) return 0;
    if (a < 0xF0) return 3;
    if ((a == 0xF0 && b < 0x90) || (a == 0xF4 && b > 0x8F)) return 0;
    return continues(d) ? 4 : 0;
  }
  static Sequence sequence_in(Text text) {
    if (kFault == F::kSurrogate && text[0] == 0xED && text[1] == 0xA0 && text[2] == 0x80)
      return {3, 0xD800};
    const auto plain = Base::decode_one(text);
    if (plain.kind != DecodedKind::kValue) return {0, 0};
    return {Words::low(plain.length), Words::low(plain.value)};
  }
  static U32 unit_of(U64 units, unsigned i) {
    return i < 8 ? U32(Words::low(units >> 8 * i) & 0xFF) : U32(0);
  }
  static bool take_sequence(U64& units) {
    for (unsigned i = 0; i < 8; ++i) {
      if (unit_of(units, i) < 0x80) continue;
      unsigned length = length_of(unit_of(units, i), unit_of(units, i + 1), unit_of(units, i + 2),
                                  unit_of(units, i + 3));
      if (length == 0) return false;
      if (kFault == F::kRest && length == 4) ++length;
      units = i + length >= 8 ? U64(0) : U64(units >> 8 * (i + length));
      return true;
    }
    return true;
  }
  static U64 one_to_eight(Text text) {
    U64 units = 0;
    for (unsigned i = 0; i < 8 && text.size() > i; ++i) {
      const bool is_lost = kFault == F::kNumber && i == 5 && text.size() == 7;
      if (!is_lost) units = units | U64(text[i]) << 8 * i;
    }
    return units;
  }
  static Size ascii_of_eight(Text text) {
    for (unsigned i = 0; i < 8; ++i)
      if (text[i] > (kFault == F::kAscii && i == 7 ? 0x80u : 0x7Fu)) return i;
    return 8;
  }
  static bool is_ascii(Text text) {
    for (unsigned i = 0; text.size() > i; ++i) {
      if (kFault == F::kIsAscii && i == 9 && text.size() == 12) continue;
      if (text[i] > 0x7F) return false;
    }
    return true;
  }
  static Early early(Text text) {
    if (kFault == F::kBlind || text[0] < 0x80) return {0, false};
    if (kFault == F::kEarly && text[0] == 0xED && text[1] == 0x80) return {0, true};
    return {0, bool(text[0] < 0xC2)};
  }
  static Size unfinished(Text last) {
    for (unsigned back = 1; back <= 3 && last.size() >= back; ++back) {
      const auto rest = last.behind(last.size() - back);
      if (rest[0] < 0xC0) continue;
      if (Base::decode_one(rest).kind != DecodedKind::kIncomplete) return 0;
      return kFault == F::kUnfinished && back == 3 ? back - 1 : back;
    }
    return 0;
  }
};

// States: 0 accepts, 1 rejects, 2 and 3 need one and two more units, the others are behind a lead.
enum class TableFault : std::uint8_t { kNone, kRecovers, kPayload };
constexpr std::uint8_t next_state(unsigned state, unsigned unit, TableFault fault) {
  const bool continues = unit >= 0x80 && unit <= 0xBF;
  const auto within = [unit](unsigned first, unsigned last) {
    return unit >= first && unit <= last;
  };
  switch (state) {
    case 0:
      if (unit <= 0x7F) return 0;
      if (within(0xC2, 0xDF)) return 2;
      if (unit == 0xE0) return 4;
      if (unit == 0xED) return 5;
      if (within(0xE1, 0xEF)) return 3;
      if (unit == 0xF0) return 6;
      if (within(0xF1, 0xF3)) return 7;
      return unit == 0xF4 ? 8 : 1;
    case 1:
      return fault == TableFault::kRecovers && unit == 0x41 ? 0 : 1;
    case 2:
      return continues ? 0 : 1;
    case 3:
      return continues ? 2 : 1;
    case 4:
      return within(0xA0, 0xBF) ? 2 : 1;
    case 5:
      return within(0x80, 0x9F) ? 2 : 1;
    case 6:
      return within(0x90, 0xBF) ? 3 : 1;
    case 7:
      return continues ? 3 : 1;
    default:
      return within(0x80, 0x8F) ? 3 : 1;
  }
}
// Counts of a decoder whose decoding is right.
enum class CountFault : std::uint8_t {
  kNone,
  kErrors,  // an error of two units counts two
  kPairs,   // FFFF counts two code units of UTF-16
};
template <CountFault kFault, int kBits>
z3::expr counted_by(const SymbolicDecoded& item) {
  using Size = Word<64>;
  if (kFault == CountFault::kErrors && item.kind == DecodedKind::kIllFormed)
    return Size(item.length).expr();
  if (item.kind != DecodedKind::kValue) return Size(1).expr();
  const bool is_pair = kBits == 16 && item.value > (kFault == CountFault::kPairs ? 0xFFFE : 0xFFFF);
  return Size(is_pair ? 2 : 1).expr();
}

// Rows of 256; the tenth one is of a state that nothing reaches.
template <TableFault kFault>
inline constexpr std::array<std::uint8_t, 2560> kNextState = [] {
  std::array<std::uint8_t, 2560> table{};
  for (unsigned i = 0; i < 2304; ++i) table[i] = next_state(i / 256, i % 256, kFault);
  return table;
}();

template <class Words, TableFault kFault>
struct TabledOf {
  using State = typename Words::U32;
  using U32 = typename Words::U32;
  static constexpr std::uint32_t kAccept = 0;
  static constexpr std::uint32_t kReject = 1;
  static State step(State state, U32 unit) {
    return Words::cell(kNextState<kFault>, state << 8 | unit);
  }
  static U32 accumulate(State before, U32 value, U32 unit) {
    if (before != kAccept)
      return value << 6 | (unit & (kFault == TableFault::kPayload ? 0x1F : 0x3F));
    if (unit < 0x80) return unit;
    if (unit < 0xE0) return unit & 0x1F;
    return unit < 0xF0 ? unit & 0x0F : unit & 0x07;
  }
};

// A decoder of machine words and its subject, from one template.
template <template <class> class Method>
struct Both {
  static constexpr placemat_decoder kDecoder =
      adapted<Method<MachineWords>>({.name = "fixture", .origin = "a test"});
  static Subject subject() { return subject_of<Method>(kDecoder); }
};
template <Fault kFault>
struct FaultyBoth {
  template <class Words>
  using Method = FaultyOf<Words, kFault>;
  using Type = Both<Method>;
};
template <CountFault kFault>
Subject counting() {
  Subject subject = FaultyBoth<Fault::kNone>::Type::subject();
  subject.counts = {counted_by<kFault, 32>, counted_by<kFault, 16>};
  return subject;
}
// Encoders of a decoder whose decoding is right.
enum class EncodeFault : std::uint8_t {
  kNone,
  kSurrogate,  // D812 has a sequence
  kLong,       // 7F has two units
  kLost,       // one value of a million is wrong: 5A2CC
  kBehind,     // writes behind the room
  kRefuses,    // 10FFFF
};
template <EncodeFault kFault>
struct EncodeOf {
  using F = EncodeFault;
  template <class Out>
  static Word<64> encode(Word<64> value, const Out& out) {
    if (value > 0x10FFFF || (kFault == F::kRefuses && value == 0x10FFFF)) return 0;
    const bool is_kept = kFault == F::kSurrogate && value == 0xD812;
    if (value >= 0xD800 && value < 0xE000 && !is_kept) return 0;
    if (kFault == F::kLost && value == 0x5A2CC) value = value + 1;
    if (kFault == F::kBehind) out(PLACEMAT_MAX_SEQUENCE, 0);
    if (value < (kFault == F::kLong ? 0x7F : 0x80)) {
      out(0, value);
      return 1;
    }
    const unsigned more = value < 0x800 ? 1 : value < 0x10000 ? 2 : 3;
    out(0, (value >> 6 * more) + (more == 1 ? 0xC0u : more == 2 ? 0xE0u : 0xF0u));
    for (unsigned i = 1; i <= more; ++i) out(i, (value >> 6 * (more - i) & 0x3F) + 0x80);
    return more + 1;
  }
};
template <EncodeFault kFault>
Subject encoding() {
  Subject subject = FaultyBoth<Fault::kNone>::Type::subject();
  subject.encode = encode_by_words<EncodeOf<kFault>>;
  return subject;
}

// Writes of a decoder whose decoding is right.
enum class PutFault : std::uint8_t {
  kNone,
  kBehind,   // the last place of the room is taken for two
  kHalf,     // a high surrogate is written where the low one has no room
  kPartial,  // a value without room is written in part, and not counted
  kLow,      // the low surrogate loses a bit
};
template <PutFault kFault>
bool put_faulty(SymbolicRoom& room, const Word<64>& capacity, Word<64>& written,
                const Word<64>& value) {
  if (written >= capacity) return false;
  if (value < 0x10000) {
    room(written, value);
    written = written + 1;
    return true;
  }
  const bool is_last = bool(written + 1 == capacity);
  const Word<64> above = value - 0x10000;
  if (is_last && kFault != PutFault::kBehind) {
    if (kFault == PutFault::kHalf || kFault == PutFault::kPartial)
      room(written, (above >> 10) + 0xD800);
    if (kFault == PutFault::kHalf) written = written + 1;
    return kFault == PutFault::kHalf;
  }
  room(written, (above >> 10) + 0xD800);
  room(written + 1, (above & (kFault == PutFault::kLow ? 0x1FF : 0x3FF)) + 0xDC00);
  written = written + 2;
  return true;
}
template <PutFault kFault>
Subject writing() {
  Subject subject = FaultyBoth<Fault::kNone>::Type::subject();
  subject.puts[1] = [](const z3::expr& capacity, const z3::expr& written, const z3::expr& value) {
    return put_by(put_faulty<kFault>, capacity, written, value);
  };
  return subject;
}
template <UnitFault kFault>
struct UnitwiseBoth {
  template <class Words>
  using Method = UnitwiseOf<Words, kFault>;
  using Type = Both<Method>;
};
template <BlockFault kFault>
struct BlockBoth {
  template <class Words>
  using Method = BlockOf<Words, kFault>;
  using Type = Both<Method>;
};
template <ShortcutFault kFault>
struct ShortcutsBoth {
  template <class Words>
  using Method = ShortcutsOf<Words, kFault>;
  using Type = Both<Method>;
};
template <TableFault kFault>
struct TabledBoth {
  template <class Words>
  using Method = TabledOf<Words, kFault>;
  using Type = Both<Method>;
};

}  // namespace placemat::prove
