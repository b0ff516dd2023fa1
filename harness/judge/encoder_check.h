// encoder_check.h: compares the forms that a decoder's encoder writes with the shortest
// forms of its dialect.
#pragma once

#include <span>

#include "harness/call/fence.h"
#include "harness/judge/target.h"

namespace placemat {

// The encoder's output for a value.
struct EncoderCheck {
  bool agrees = true;
  Kind kind = Kind::kWrongEncoding;
  std::string expected, seen;  // units, or "refused"
  std::size_t expected_length = 0, seen_length = 0;
};
// Encodes `values`, at least one, in turn, and compares the form of the last one.
EncoderCheck check_encoded(const Decoder& decoder, const Profile& profile,
                           std::span<const std::uint64_t> values, FencedThread& thread);

// Checks every form that the decoder's encoder writes against the dialect's shortest
// form: all values up to 10FFFF, and the limits above; then some values, each behind each.
std::vector<Finding> check_encoder(const Target& subject, FencedThread& thread,
                                   std::uint64_t& checks);

}  // namespace placemat
