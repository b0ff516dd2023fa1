// dfa_hoehrmann_2010: Bjoern Hoehrmann's automaton in the form of 2010: states
// are kept multiplied by the length of a row, which saves the multiplication
// in each step. It must not know the law; its table does (see
// hoehrmann_tables.h).
//
// Provenance: B. Hoehrmann, "Flexible and Economical UTF-8 Decoder", version
// of 2010 (the change is due to Rich Felker): ACCEPT is 0, REJECT is 12, the
// cell is 256 + state + class.
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

extern "C" const placemat_decoder placemat_decoder_dfa_hoehrmann_2010;

namespace {

using placemat::hoehrmann::kTable2010;

template <class Words>
struct Automaton {
  using State = typename Words::U32;
  using U32 = typename Words::U32;
  static constexpr std::uint32_t kAccept = 0;
  static constexpr std::uint32_t kReject = 12;

  static State step(State state, U32 unit) {
    return Words::cell(kTable2010, 256 + state + Words::cell(kTable2010, unit));
  }
  static U32 accumulate(State before, U32 value, U32 unit) {
    return before != kAccept ? value << 6 | (unit & 0x3F)
                             : 0xFFu >> Words::cell(kTable2010, unit) & unit;
  }
};

}  // namespace

constinit const placemat_decoder placemat_decoder_dfa_hoehrmann_2010 =
    placemat::adapted<Automaton<placemat::MachineWords>>({
        .name = "dfa_hoehrmann_2010",
        .origin = "Hoehrmann's automaton of 2010: unit classes and transitions, states times 12",
    });
