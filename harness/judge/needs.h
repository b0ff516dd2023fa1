// needs.h: what a failing check needs beside its units, found by asking for the check without it.
// It does not know findings.
#pragma once

#include <string>

#include "harness/judge/check.h"

namespace placemat {

// True when the failure goes away at another offset.
bool needs_its_offset(Judge& judge, const Check& check);

// True when the failure goes away with room to spare.
bool needs_a_full_output(Judge& judge, const Check& check);

// True when the failure goes away with text behind.
bool needs_the_end(Judge& judge, const Check& check);

// Where a check fails, in words: at which offsets of its unusual unit, at which lengths, or at
// which addresses, whichever of them it is.
std::string pattern_of_position(Judge& judge, const Check& check);

// What of the place of an error is wrong where its offset is right, in words; empty where the
// offset is wrong.
std::string pattern_of_error(Judge& judge, const Check& check);

// How often a check fails when it is repeated, in words.
std::string pattern_of_chance(Judge& judge, const Check& check);

}  // namespace placemat
