// heap_copies.h: a decoder's calls with input and output on the heap, each of
// exact size. Guard pages detect accesses within a page of a buffer; the
// address sanitizer also detects a stray pointer, and a stream that reads a
// chunk after it was freed. Without the sanitizer these calls find nothing. The
// answers are not compared.
#pragma once

#include <span>

#include "harness/bytes/bytes.h"
#include "harness/decoder/operation.h"

namespace placemat {

// The current call, for the report of a sanitizer error.
struct CallAtHand {
  const Decoder* decoder = nullptr;
  Operation operation = Operation::kValidate;
  ByteView units;
};
const CallAtHand& call_at_hand();
// To standard error, in one line; nothing where no call is in progress. It allocates nothing,
// because the sanitizer calls it in the middle of an error.
void print_call_at_hand();

// True in a program with the address sanitizer.
bool has_address_sanitizer();

// Calls `operation` with room for `exact` values, and with ample room. Not fenced:
// the sanitizer ends the process.
void call_on_heap(const Decoder& decoder, Operation operation, std::size_t exact, ByteView units,
                  std::span<const std::size_t> cuts);

}  // namespace placemat
