// heap_copies.h: a decoder's calls with input and output on the heap, each of
// exact size. Guard pages detect accesses within a page of a buffer; the
// address sanitizer also detects a stray pointer, and a stream that reads a
// chunk after it was freed. Without the sanitizer these calls find nothing. The
// answers are not compared.
#pragma once

#include "harness/judge/expectation.h"

namespace placemat {

// The current call, for the report of a sanitizer error.
struct CallAtHand {
  const Decoder* decoder = nullptr;
  Operation operation = Operation::kValidate;
  ByteView units;
};
const CallAtHand& call_at_hand();

// Calls `operation` with the exact capacity that the law needs. Not fenced: the
// sanitizer ends the process.
void call_on_heap(const Decoder& decoder, Operation operation, const Expectation& law,
                  ByteView units, std::span<const std::size_t> cuts);

}  // namespace placemat
