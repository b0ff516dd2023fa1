// profile.h: what a decoder claims: dialect x policy x BOM rule.
#pragma once

#include <string>
#include <string_view>

#include "harness/spec/dialect.h"
#include "harness/spec/policy.h"

namespace placemat {

// The treatment of a sequence for U+FEFF at the very start of the input.
enum class Bom : std::uint8_t { kKeep, kStripLeading };

std::string_view name_of(Bom bom);

struct Profile {
  DialectId dialect = DialectId::kUtf8;
  PolicyId policy = PolicyId::kMaximalSubpart;
  Bom bom = Bom::kKeep;

  friend bool operator==(const Profile&, const Profile&) = default;
};

// "utf-8/maximal-subpart/keep"
std::string to_text(const Profile& profile);

// Reads "utf-8", "utf-8/per-byte" or "utf-8/per-byte/strip-leading";
// `otherwise` supplies missing parts. Throws InputError that lists the names.
Profile parse_profile(std::string_view text, const Profile& otherwise = {});

}  // namespace placemat
