// reduce.h: the shortest input on which a decoder fails as it does on a given one. It must not know
// the origin of the input.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/campaign/any_decoder.h"
#include "harness/judge/check.h"

namespace placemat {

struct Reduction {
  Operation operation;
  std::string units;  // case notation
  Failure failure;
};

// One for each operation that fails on `bytes`, judged by `as` or by the decoder's claim. An input
// on which the decoder hangs is not minimised.
std::vector<Reduction> reduce(const AnyDecoder& named, const std::optional<std::string>& as,
                              const Bytes& bytes);

}  // namespace placemat
