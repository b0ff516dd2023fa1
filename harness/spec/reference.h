// reference.h: the reference decoder. It is written to be compared by eye with
// Unicode 3.9, Table 3-7 and definition D93b, and is never optimised; the fast
// implementations are proven equal to it.
#pragma once

#include <optional>
#include <vector>

#include "harness/spec/profile.h"

namespace placemat {

// The first ill-formed maximal subpart of an input (D93b).
struct IllFormed {
  std::size_t offset;
  std::size_t length;
  bool at_end;  // the input ends inside a sequence that more units could complete

  friend bool operator==(const IllFormed&, const IllFormed&) = default;
};

// The answer of a correct decoder.
struct Answer {
  std::vector<std::uint64_t> values;    // under the policy
  std::optional<IllFormed> error;       // the first; none when well-formed
  std::size_t values_before_error = 0;  // values.size() when well-formed

  friend bool operator==(const Answer&, const Answer&) = default;
};

Answer reference_decode(ByteView bytes, const Profile& profile);

// The same into `answer`, whose storage is reused.
void reference_decode(ByteView bytes, const Profile& profile, Answer& answer);

}  // namespace placemat
