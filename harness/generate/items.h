// items.h: one of each kind of thing that can stand in a text of a dialect,
// well-formed and ill-formed. Decoders go wrong after something; sequences of
// items show after what.
#pragma once

#include <vector>

#include "harness/spec/machine.h"

namespace placemat {

// In a fixed order, none twice: the lowest and the highest sequence of every
// form, every unfinished sequence that is a state of the machine, both ends of
// every class of units that begin nothing, U+FEFF, U+FFFD and U+FDD0, and the
// classic ill-formed items of UTF-8 (overlong, surrogates, beyond U+10FFFF)
// with all their units and cut off where they are ill-formed, and sequences
// that another unit interrupts.
std::vector<Bytes> items(const Machine& machine);

// The first and last unit of each run of each class, ascending.
std::vector<std::uint8_t> class_ends(const Machine& machine);
// The first unit of each class, ascending.
std::vector<std::uint8_t> class_firsts(const Machine& machine);

// Where the items of a string end: its well-formed sequences and its
// ill-formed maximal subparts. `machine` is one of a policy that swallows
// nothing and goes on.
std::vector<std::size_t> item_ends(const Machine& machine, ByteView bytes);

}  // namespace placemat
