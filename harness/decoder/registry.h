// registry.h: the decoders that are built into this program. They are determined by the rows in
// impls/ alone, and by the processor: one that it cannot run is absent.
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

// A decoder whose library was absent when this program was built, or whose instructions this
// processor lacks.
struct AbsentDecoder {
  std::string name;
  std::string subject;
};
std::vector<AbsentDecoder> absent_decoders();

// Finds a decoder or saboteur by name; nullptr when there is none.
const Decoder* find_decoder(std::string_view name);

// The profile that a decoder claims. Throws InputError when it names a dialect,
// policy or BOM rule that does not exist, or leaves one out.
Profile claimed_profile(const Decoder& decoder);

// "verdict", "scalars", "utf-16", "lossy", ... in a fixed order.
std::vector<std::string> capabilities(const Decoder& decoder);

// The defect of the table itself (a missing name, an incomplete streaming
// interface, another ABI version); empty when there is none.
std::string defect(const Decoder& decoder);

}  // namespace placemat
