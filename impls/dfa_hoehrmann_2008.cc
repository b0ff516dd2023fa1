// dfa_hoehrmann_2008: Bjoern Hoehrmann's automaton as first published in 2008:
// a unit is mapped to one of twelve classes, and state and class index one
// transition table. It must not know the law; its table does (see
// hoehrmann_tables.h).
//
// Provenance: B. Hoehrmann, "Flexible and Economical UTF-8 Decoder", first
// version: ACCEPT is 0, REJECT is 1, the cell is 256 + 16 * state + class.
//
// Deviations from its source:
//   1. The table is computed from Table 3-7 and the class definitions, not
//      pasted; states other than ACCEPT and REJECT are numbered differently.
//   2. The source leaves recovery to its caller. Here the caller is PerUnit: it
//      resets the state, and offers the rejected unit again when the state
//      before was not ACCEPT (D93b; otherwise a unit is swallowed).
//
// Bound: reads at most 0 units past the end.
#include "harness/decoder/adapt.h"
#include "impls/hoehrmann_tables.h"

extern "C" const placemat_decoder placemat_decoder_dfa_hoehrmann_2008;

namespace {

using placemat::hoehrmann::kTable2008;

struct Automaton {
  using State = std::uint32_t;
  static constexpr State kAccept = 0;
  static constexpr State kReject = 1;

  static State step(State state, std::uint8_t unit) {
    return kTable2008[256 + 16 * state + kTable2008[unit]];
  }
  static std::uint32_t accumulate(State before, std::uint32_t value, std::uint8_t unit) {
    return before != kAccept ? value << 6 | (unit & 0x3Fu) : (0xFFu >> kTable2008[unit]) & unit;
  }
};

}  // namespace

constinit const placemat_decoder placemat_decoder_dfa_hoehrmann_2008 =
    placemat::adapted<Automaton>({
        .name = "dfa_hoehrmann_2008",
        .origin = "Hoehrmann's automaton of 2008: unit classes and transitions, plain states",
    });
