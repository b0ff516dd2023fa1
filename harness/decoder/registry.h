// registry.h: the decoders that were built into this program. Which they are
// is decided by the rows in impls/ alone.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "harness/decoder/placemat_decoder.h"
#include "harness/spec/profile.h"

namespace placemat {

using Decoder = placemat_decoder;

std::span<const Decoder* const> decoders();
std::span<const Decoder* const> saboteurs();

// A third party whose library was not there when this program was built.
struct AbsentDecoder {
  std::string name;
  std::string subject;
};
std::vector<AbsentDecoder> absent_decoders();

// A decoder or saboteur by name; nullptr when there is none.
const Decoder* find_decoder(std::string_view name);

// The profile a decoder claims. Throws InputError when it names a dialect,
// policy or BOM rule that does not exist.
Profile claimed_profile(const Decoder& decoder);

// "verdict", "scalars", "utf-16", "lossy", ... in a fixed order.
std::vector<std::string> capabilities(const Decoder& decoder);

// What is wrong with the table itself (a missing name, half a streaming
// interface, another ABI version); empty when nothing is.
std::string defect(const Decoder& decoder);

}  // namespace placemat
