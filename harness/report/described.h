// described.h: what a report says of a decoder that is neither right nor wrong: by what it is
// judged where it does not claim a whole profile, and what its own documents state. Every place
// that shows a judgement uses these words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/judge/finding.h"

namespace placemat {

// Stands in `described` for a policy that is none of the table.
inline constexpr std::string_view kNoPolicy = "no-policy";

// One phrase each; none when it is judged as it claims, or as the caller asked.
std::vector<std::string> described_in_words(const DecoderResult& subject);

// False: it is judged as UTF-8, because neither it nor the caller names a dialect.
bool claims_a_dialect(const DecoderResult& subject);

// How the reason of an expected finding begins that an option or a manual of the product states,
// which it names. Such a finding is true, and what the product promises.
inline constexpr std::string_view kDocumented = "documented: ";
bool is_documented(const Finding& finding);

}  // namespace placemat
