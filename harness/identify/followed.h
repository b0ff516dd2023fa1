// followed.h: the replacement policy and the BOM rule that a decoder follows, where its claims
// leave them out. Several are right, so they are described and not judged; a dozen inputs suffice.
// The dialect is never taken from what a decoder does: then every decoder would be right.
#pragma once

#include <optional>
#include <vector>

#include "harness/identify/observer.h"
#include "harness/spec/profile.h"

namespace placemat {

// The inputs that tell policies and BOM rules apart, for the operation of the decoder that shows
// most; none where none shows any.
std::vector<SingleQuestion> questions_of_policy(const Decoder& decoder);

// The parts of a profile that a decoder claims.
struct ClaimedParts {
  DialectId dialect = DialectId::kUtf8;
  std::optional<PolicyId> policy = {};
  std::optional<Bom> bom = {};
};

struct FollowedProfile {
  Profile profile;
  bool has_policy = true;  // false: it follows none of the table; U+FFFD is expected for each
                           // maximal subpart, as the standard recommends (Unicode 3.9)
};

// The claimed parts, with the policy and BOM rule that predict most of what was `seen` of those
// questions; of equal ones the first of the table, and `keep`. A policy must predict every answer
// to an error that is no form of any dialect.
FollowedProfile followed_profile(const ClaimedParts& claimed,
                                 const std::vector<SingleQuestion>& questions,
                                 const std::vector<InputObservation>& seen);

}  // namespace placemat
