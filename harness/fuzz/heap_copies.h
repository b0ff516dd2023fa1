// heap_copies.h: a decoder's calls with input and output on the heap, each
// exactly as large as it must be. Guard pages see what lies within a page of a
// buffer; the address sanitizer also sees a stray pointer, and a stream that
// still reads a chunk that was taken back. Without the sanitizer these calls
// find nothing. The answers are not looked at.
#pragma once

#include "harness/judge/expectation.h"

namespace placemat {

// The call that is being made, for whoever has to say where an error was.
struct CallAtHand {
  const Decoder* decoder = nullptr;
  Operation operation = Operation::kValidate;
  ByteView units;
};
const CallAtHand& call_at_hand();

// Calls `operation` with room for exactly what the law writes. Not fenced: the
// sanitizer ends the process.
void call_on_heap(const Decoder& decoder, Operation operation, const Expectation& law,
                  ByteView units, std::span<const std::size_t> cuts);

}  // namespace placemat
