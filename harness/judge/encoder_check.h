// encoder_check.h: compares the forms that a decoder's encoder writes with the shortest
// forms of its dialect.
#pragma once

#include <optional>
#include <span>

#include "harness/call/fence.h"
#include "harness/call/guarded.h"
#include "harness/judge/target.h"
#include "harness/spec/encode.h"

namespace placemat {

// The encoder's output for a value.
struct EncoderCheck {
  bool agrees = true;
  Kind kind = Kind::kWrongEncoding;
  std::string expected, seen;  // units, or "refused"
  std::size_t expected_length = 0, seen_length = 0;
};

// Compares an encoder with the dialect's shortest forms, one value after the other. Its output lies
// at a guard page.
class EncoderChecker {
 public:
  EncoderChecker(const Decoder& decoder, const Profile& profile, FencedThread& thread);

  // The difference without its text: nothing is formatted or allocated for the millions of values
  // that are right.
  struct WrongForm {
    Kind kind;
    std::size_t expected_length, seen_length;
    friend auto operator<=>(const WrongForm&, const WrongForm&) = default;
  };
  std::optional<WrongForm> difference(std::uint64_t value) const;
  EncoderCheck check(std::uint64_t value) const;

 private:
  bool starts_with(const Sequence& expected) const;

  const Decoder& decoder_;
  const Dialect& dialect_;
  FencedThread& thread_;
  GuardedBuffer room_;
  std::uint8_t* out_;
};

// Encodes `values`, at least one, in turn, and compares the form of the last one.
EncoderCheck check_encoded(const Decoder& decoder, const Profile& profile,
                           std::span<const std::uint64_t> values, FencedThread& thread);

// Checks every form that the decoder's encoder writes against the dialect's shortest
// form: all values up to 10FFFF, and the limits above; then some values, each behind each.
std::vector<Finding> check_encoder(const Target& subject, FencedThread& thread,
                                   std::uint64_t& checks);

}  // namespace placemat
