// dfa_shift: the automaton of Table 3-7 without a transition table in the
// usual sense. Each unit has one 64-bit word; a state is a bit offset into it,
// and the word shifted by the state is the next state. A step depends on
// nothing but the shift of the step before. It must not know the law; its table
// is derived from table_3_7.h.
//
// Provenance: the shift-based automata that Per Vognsen described.
//
// Deviations from its source:
//   1. The words are computed from Table 3-7.
//   2. The source only validates. Values are accumulated as in Hoehrmann's
//      decoder, with the payload of a lead in the bits of its word that no state
//      needs.
//   3. REJECT is offset 0, so that a cell that is not set rejects.
//
// Bound: reads at most 0 units past the end.
#include <bit>

#include "harness/decoder/adapt.h"
#include "impls/table_3_7.h"

extern "C" const placemat_decoder placemat_decoder_dfa_shift;

namespace {

namespace law = placemat::table_3_7;

constexpr unsigned kBitsPerState = 6;  // an offset below 64 needs six bits
static_assert(law::kStates * kBitsPerState <= 64);

constexpr std::uint64_t offset_of(std::size_t state) {
  const std::size_t place = state == law::kReject ? 0 : state == law::kAccept ? 1 : state;
  return place * kBitsPerState;
}

// The remaining bits of a word hold the payload of a lead.
constexpr unsigned kPayloadAt = 57;
static_assert(law::kStates * kBitsPerState <= kPayloadAt);

constexpr std::array<std::uint64_t, 256> packed_words() {
  std::array<std::uint64_t, 256> words{};
  for (unsigned unit = 0; unit < 256; ++unit) {
    const unsigned payload = unit & (0x7Fu >> std::countl_one(static_cast<std::uint8_t>(unit)));
    words[unit] = std::uint64_t{payload} << kPayloadAt;
    for (std::size_t state = 0; state < law::kStates; ++state)
      words[unit] |= offset_of(law::kAutomaton.next(state, static_cast<std::uint8_t>(unit)))
                     << offset_of(state);
  }
  return words;
}
constexpr std::array<std::uint64_t, 256> kWords = packed_words();

template <class Words>
struct Automaton {
  using State = typename Words::U64;
  using U32 = typename Words::U32;
  static constexpr std::uint64_t kAccept = offset_of(law::kAccept);
  static constexpr std::uint64_t kReject = offset_of(law::kReject);

  static State step(State state, U32 unit) { return Words::cell(kWords, unit) >> state & 63; }
  static U32 accumulate(State before, U32 value, U32 unit) {
    return before != kAccept ? value << 6 | (unit & 0x3F)
                             : Words::low(Words::cell(kWords, unit) >> kPayloadAt);
  }

  // Of `validate`, which lets the upper bits of a state be anything.
  static State next_dirty(State state, U32 unit) {
    return Words::cell(kWords, unit) >> (state & 63);
  }
  static State cleaned(State state) { return state & 63; }
};
using OnMachine = Automaton<placemat::MachineWords>;

// Only six bits of the state count, and a shift instruction ignores the others.
// A mask before each step, not behind it, therefore costs nothing.
int validate(const std::uint8_t* in, std::size_t length) {
  std::uint64_t state = OnMachine::kAccept;
  for (std::size_t at = 0; at < length; ++at) state = OnMachine::next_dirty(state, in[at]);
  return OnMachine::cleaned(state) == OnMachine::kAccept ? 1 : 0;
}

}  // namespace

constinit const placemat_decoder placemat_decoder_dfa_shift = [] {
  placemat_decoder table = placemat::adapted<OnMachine>({
      .name = "dfa_shift",
      .origin = "shift-based automaton after Vognsen: one 64-bit word for each unit",
  });
  table.validate = validate;
  return table;
}();
