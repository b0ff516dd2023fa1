#include "harness/report/views/machine_sentence.h"

#include <gtest/gtest.h>

namespace placemat {
namespace {

// A hand-made machine for the two-unit sequences of UTF-8 only: a start, and a state after a lead
// that takes a letter for a continuation unit.
MachineRecord two_states() {
  MachineRecord machine{"some", "utf-8/reject/keep", {}};
  machine.learned.finite = true;
  machine.learned.classes = 3;
  machine.learned.law_states = 2;
  machine.learned.questions = 99;
  machine.learned.differences = {"C2 41: differs"};
  machine.learned.states = {{"start",
                             false,
                             {{"00..7F", 0, "well-formed", ""},
                              {"80..C1 E0..FF", 0, "ill-formed", ""},
                              {"C2..DF", 1, "ill-formed", ""}}},
                            {"C2",
                             false,
                             {{"80..BF", 0, "well-formed", ""},
                              {"00..7F", 0, "well-formed", "ill-formed"},
                              {"C0..FF", 0, "ill-formed", ""}}}};
  return machine;
}

TEST(MachineSentence, AnInvalidMachineIsDescribedInWords) {
  MachineRecord machine;
  machine.learned.questions = 1000;
  EXPECT_EQ(machine_sentence(machine),
            "not a finite machine over single units, as far as was asked (1,000 strings)");
  EXPECT_EQ(
      machine_sentence(two_states()),
      "a machine of 2 states (that of utf-8/reject/keep has 2) over 3 classes of units, learnt "
      "from 99 strings; 1 difference");
}

}  // namespace
}  // namespace placemat
