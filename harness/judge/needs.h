// needs.h: what a failing check needs beside its units, found by asking for the check without it.
// It does not know findings.
#pragma once

#include <functional>
#include <string>

#include "harness/judge/check.h"

namespace placemat {

// True when the failure goes away at another offset.
bool needs_its_offset(Judge& judge, const Check& check);

// True when the failure goes away with room to spare.
bool needs_a_full_output(Judge& judge, const Check& check);

// True when the failure goes away with text after it.
bool needs_the_end(Judge& judge, const Check& check);

// Where a check fails, in words: at which offsets of its unusual unit, at which lengths, or at
// which addresses, whichever of them it is.
std::string pattern_of_position(Judge& judge, const Check& check);

// A clock, in seconds.
using ReadClock = std::function<double()>;

// From how many equal parts on a check fails, and passes with fewer, in words: with what a crash
// and the time of a hang tell of the reason. Empty where the number does not matter. `now` measures
// calls; without it, the clock of the processor does.
std::string pattern_of_number(Judge& judge, const Check& check, Kind kind, ReadClock now = {});

// That a check fails at the end of the input only, in words; empty where it fails elsewhere too.
std::string pattern_of_end(Judge& judge, const Check& check);

// A check that is near to the length from which it fails, with a tenth more; one of a time, with
// twice the length. The limit of a stack or of a time is not the same in another process. Any other
// check as it is.
Check with_margin(Judge& judge, const Check& check, const Failure& failure);

// What of the place of an error is wrong where its offset is right, in words; empty where the
// offset is wrong.
std::string pattern_of_error(Judge& judge, const Check& check);

// How often a check fails when it is repeated, in words.
std::string pattern_of_chance(Judge& judge, const Check& check);

}  // namespace placemat
