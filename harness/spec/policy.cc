#include "harness/spec/policy.h"

#include <algorithm>
#include <array>

namespace placemat {
namespace {

constexpr std::uint64_t kFffd = 0xFFFD;

// The id of a row is its place.
template <std::size_t kCount>
consteval std::array<Policy, kCount> in_place(std::array<Policy, kCount> rows) {
  for (std::size_t i = 0; i < kCount; ++i) rows[i].id = static_cast<PolicyId>(i);
  return rows;
}

constexpr auto kPolicies = in_place(std::to_array<Policy>({
    {"reject", "stop at the first ill-formed maximal subpart; say its offset and length", true,
     kFffd, Policy::Count::kNone, Swallow::kNothing},
    {"maximal-subpart",
     "one U+FFFD for each maximal subpart (Unicode 3.9 D93b; WHATWG Encoding 8.1.1)", false, kFffd,
     Policy::Count::kPerSubpart, Swallow::kNothing},
    {"per-byte", "one U+FFFD for each code unit of a maximal subpart", false, kFffd,
     Policy::Count::kPerUnit, Swallow::kNothing},
    {"per-declared-length",
     "one U+FFFD for each sequence as a lead of the dialect announces it, trailing units swallowed",
     false, kFffd, Policy::Count::kPerSubpart, Swallow::kAnnounced},
    {"legacy-trail",
     "one U+FFFD for each lead C0..FD with the continuation units its bit pattern announces, as "
     "ICU did before release 60",
     false, kFffd, Policy::Count::kPerSubpart, Swallow::kAnnouncedOf1993},
    {"per-run", "one U+FFFD for each maximal run of ill-formed subparts", false, kFffd,
     Policy::Count::kPerRun, Swallow::kNothing},
    {"skip", "nothing is emitted for an ill-formed subpart", false, kFffd, Policy::Count::kNone,
     Swallow::kNothing},
    {"runeerror-80", "U+0080 for each code unit of a maximal subpart (Plan 9, 1992)", false, 0x80,
     Policy::Count::kPerUnit, Swallow::kNothing},
}));

}  // namespace

std::span<const Policy> policies() { return kPolicies; }

const Policy& policy(PolicyId id) { return kPolicies[static_cast<std::size_t>(id)]; }

const Policy* find_policy(std::string_view name) {
  const auto* found = std::ranges::find(kPolicies, name, &Policy::name);
  return found == kPolicies.end() ? nullptr : found;
}

}  // namespace placemat
