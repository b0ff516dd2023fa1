// block.h: the faults of vector code that depend on where in a block a unit
// stands, by the width of the block. A suite that tries the places of one width
// finds them in that width only; so each fault is planted in 16, 32 and 64.
// The files that plant them say what is wrong; must not know who looks for it.
#pragma once

#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {

// The error of a block's last unit is folded into the verdict with the next
// block, and at the end of the input nobody does.
template <std::size_t kBlock>
int validate_without_last_error(const std::uint8_t* in, std::size_t length) {
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    const bool pending_at_the_end = length % kBlock == 0 && at + 1 == length;
    if (is_ill_formed(d) && pending_at_the_end) return 1;
    if (!is_value(d)) return 0;
    at += d.length;
  }
  return 1;
}

// An unfinished sequence is looked for in a partial block only.
template <std::size_t kBlock>
int validate_without_last_check(const std::uint8_t* in, std::size_t length) {
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    if (is_ill_formed(d)) return 0;
    if (is_incomplete(d)) return length % kBlock == 0 ? 1 : 0;
    at += d.length;
  }
  return 1;
}

template <std::size_t kUnits>
bool are_ascii(const std::uint8_t* in) {
  for (std::size_t i = 0; i < kUnits; ++i)
    if (in[i] > 0x7F) return false;
  return true;
}

// A block is ASCII when all of it but the last unit is.
template <std::size_t kBlock>
int validate_by_partial_mask(const std::uint8_t* in, std::size_t length) {
  for (std::size_t at = 0; at < length;) {
    if (at % kBlock == 0 && length - at >= kBlock && are_ascii<kBlock - 1>(in + at)) {
      at += kBlock;
      continue;
    }
    const Decoded d = Honest::decode_one(in + at, in + length);
    if (!is_value(d)) return 0;
    at += d.length;
  }
  return 1;
}

// A block of ASCII does not look at what the one before carried over. Where the first
// block is of another width, the others begin behind it.
template <std::size_t kBlock, std::size_t kFirst = kBlock>
int validate_without_carry(const std::uint8_t* in, std::size_t length) {
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    const std::size_t next = at + d.length;
    const bool unfinished = is_ill_formed(d) && announced(in[at]) > 1;
    const bool at_edge = next >= kFirst && (next - kFirst) % kBlock == 0;
    const bool ascii_block = at_edge && length - next >= kBlock;
    const bool carry_forgotten = unfinished && ascii_block && are_ascii<kBlock>(in + next);
    if (!is_value(d) && !carry_forgotten) return 0;
    at = next;
  }
  return 1;
}

// The lead's payload is shifted by the number of units left in the block, which
// is the width of a register once.
template <std::size_t kBlock>
void strict32_shifted_out(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                          std::size_t capacity, placemat_result* result) {
  Base::strict(in, length, out, capacity, result);
  std::size_t at = 0;
  for (std::size_t i = 0; i < result->written; ++i) {
    const std::size_t units = announced(in[at]);
    if (units == 2 && at % kBlock == kBlock - 1) out[i] &= 0x3F;
    at += units;
  }
}

}  // namespace placemat::saboteur
