// expectation.h: what the law states about one input, in the forms in which decoders
// answer, and whether an observation agrees with it.
#pragma once

#include <string>

#include "harness/call/caller.h"
#include "harness/spec/machine.h"

namespace placemat {

// The values under the policy, the first error and its error class in the judged dialect,
// and whatever else decoders state.
struct Expectation : Walker::View {
  std::span<const std::uint16_t> utf16;  // the values as UTF-16
  std::size_t utf16_before = 0;          // units of it before the first error
  bool has_utf16 = false;                // every value has a UTF-16 form
  bool stops = false;                    // the profile has no lossy policy
  bool joins = false;                    // a surrogate pair and its code point are equivalent
  std::uint64_t replacement = kReplacement;

  bool is_well_formed() const { return !error.has_value(); }
};

// Queries the law; the expectation is valid until the next query.
class Law {
 public:
  // With `wants_utf16`, computes UTF-16 too.
  Law(const Profile& profile, bool wants_utf16);
  const Expectation& about(ByteView bytes);
  // The same without the UTF-16 form. Most operations do not need it; add_utf16() adds it.
  const Expectation& values_of(ByteView bytes);
  void add_utf16();
  const Machine& machine() const { return machine_; }

 private:
  void fill_utf16();
  bool lacks_utf16_ = false;
  const Machine& machine_;
  Walker walker_;
  bool wants_utf16_;
  Expectation expectation_;
  std::vector<std::uint16_t> utf16_;
};

// The values that `operation` must write for an input, and so the capacity that must
// suffice.
inline std::size_t needed(Operation operation, const Expectation& law) {
  if (is_strict(operation)) {
    return is_utf16(operation) ? law.utf16_before : law.values_before_error;
  }
  if (is_lossy(operation)) return is_utf16(operation) ? law.utf16.size() : law.values.size();
  return 0;
}

// The i-th of the values that `operation` must write.
inline std::uint64_t due_value(Operation operation, const Expectation& law, std::size_t i) {
  return is_utf16(operation) ? std::uint64_t{law.utf16[i]} : law.values[i];
}

// True when the two can be compared at all. A length function without a lossy policy
// states nothing about ill-formed input; UTF-16 has no values above 10FFFF.
inline bool is_comparable(Operation operation, const Expectation& law, const Observation& seen) {
  if (seen.outcome == Observation::Outcome::kUnsupported) return false;
  if (is_utf16(operation) && !law.has_utf16) return false;
  return !(is_length(operation) && law.stops && !law.is_well_formed());
}

// True when the observation agrees with the law in everything that the decoder claims,
// given a capacity of `capacity` values.
bool agrees(const Decoder& decoder, Operation operation, std::size_t capacity,
            const Expectation& law, const Observation& seen);

// "well-formed: 41 20AC", "ill-formed at 1, length 2", "FFFD 41", "3 values".
std::string describe(const Decoder& decoder, Operation operation, const Expectation& law);
std::string describe(Operation operation, const Observation& seen);
// The two for a reader who compares them: of two long lists, the part where they differ.
struct BothAnswers {
  std::string expected, seen;
};
BothAnswers describe_both(const Decoder& decoder, Operation operation, const Expectation& law,
                          const Observation& seen);

}  // namespace placemat
