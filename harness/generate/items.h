// items.h: one of each kind of item that a text of a dialect can contain,
// well-formed and ill-formed. Decoders fail after a particular item; sequences
// of items show after which.
#pragma once

#include <vector>

#include "harness/spec/machine.h"

namespace placemat {

// In a fixed order, without duplicates: the lowest and the highest sequence of
// every form, every unfinished sequence that is a state of the machine, both
// ends of every class of units that begin no sequence, U+FEFF, U+FFFD and
// U+FDD0. Then the classic ill-formed items of UTF-8 (overlong, surrogates,
// beyond U+10FFFF), whole and truncated where they become ill-formed, and
// sequences that another unit interrupts.
std::vector<Bytes> items(const Machine& machine);

// One ordered pair of `items` in this many keeps a quick run quick. It is 1 where few items are, as
// in UTF-8, and has no factor in common with `items`, which is not 0: every item stands in either
// place.
std::size_t quick_step_of_pairs(std::size_t items);

// The first and last unit of each run of each class, ascending.
std::vector<std::uint8_t> class_ends(const Machine& machine);
// The first unit of each class, ascending.
std::vector<std::uint8_t> class_firsts(const Machine& machine);

// The ends of the items of a string: its well-formed sequences and its
// ill-formed maximal subparts. The policy of `machine` must swallow nothing and
// continue after an error.
std::vector<std::size_t> item_ends(const Machine& machine, ByteView bytes);

}  // namespace placemat
