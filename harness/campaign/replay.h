// replay.h: repeats one check of one decoder, as the replay line of a finding states it. It must
// not know how the result is shown.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/campaign/any_decoder.h"
#include "harness/judge/check.h"

namespace placemat {

struct Replayed {
  std::string judged_as;           // the profile
  std::vector<std::string> words;  // what it does not claim of that; see report/described.h
  std::string right;               // the answer that the law requires
  std::optional<Failure> failure;  // none: the decoder gives that answer
};

// The check of `units`, in case notation, in that presentation. Throws InputError when they do not
// fit each other.
Check replayed_check(std::string_view units, const Presentation& how);

// Judges the decoder as the profile `as`, else as it claims. `limit_ms` is for a decoder of this
// tree. Throws InputError when it does not claim the operation.
Replayed replay(const AnyDecoder& named, const std::optional<std::string>& as, const Check& check,
                unsigned limit_ms);

// The decoder's encoder, given one value, in hex. Throws InputError when it has none.
Replayed replay_encoder(const AnyDecoder& named, const std::optional<std::string>& as,
                        const std::string& value, unsigned limit_ms);

}  // namespace placemat
