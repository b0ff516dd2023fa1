// encoder_check.h: compares the forms that a decoder's encoder writes with the shortest
// forms of its dialect.
#pragma once

#include "harness/call/fence.h"
#include "harness/judge/target.h"

namespace placemat {

// The encoder's output for one value.
struct EncoderCheck {
  bool agrees = true;
  Kind kind = Kind::kWrongEncoding;
  std::string expected, seen;  // units, or "refused"
  std::size_t expected_length = 0, seen_length = 0;
};
EncoderCheck check_encoded(const Decoder& decoder, const Profile& profile, std::uint64_t value,
                           FencedThread& thread);

// Checks every form that the decoder's encoder writes against the dialect's shortest
// form: all values up to 10FFFF, and the limits above.
std::vector<Finding> check_encoder(const Target& subject, FencedThread& thread,
                                   std::uint64_t& checks);

}  // namespace placemat
