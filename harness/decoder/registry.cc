#include "harness/decoder/registry.h"

#include <algorithm>

extern "C" {
extern const placemat_decoder* const placemat_registry_decoders[];
const placemat_decoder* const* placemat_registry_saboteurs();
extern const char* const placemat_registry_absent[];
}

namespace placemat {
namespace {

std::span<const Decoder* const> until_null(const Decoder* const* rows) {
  std::size_t n = 0;
  while (rows[n] != nullptr) ++n;
  return {rows, n};
}

// False where the decoder says of an ASCII unit that it does not take it: so does vector code that
// this processor lacks the instructions for.
bool runs_here(const Decoder& decoder) {
  const std::uint8_t unit = 'A';
  if (decoder.validate != nullptr) return decoder.validate(&unit, 1) != -1;
  if (decoder.strict32 == nullptr) return true;
  std::uint32_t value = 0;
  placemat_result result{};
  decoder.strict32(&unit, 1, &value, 1, &result);
  return result.status != PLACEMAT_UNSUPPORTED;
}

struct Built {
  std::vector<const Decoder*> running, others;
  Built() {
    for (const Decoder* row : until_null(placemat_registry_decoders)) {
      (runs_here(*row) ? running : others).push_back(row);
    }
  }
};
const Built& built() {
  static const Built all;
  return all;
}

}  // namespace

std::span<const Decoder* const> decoders() { return built().running; }
std::span<const Decoder* const> saboteurs() { return until_null(placemat_registry_saboteurs()); }

std::vector<AbsentDecoder> absent_decoders() {
  std::vector<AbsentDecoder> absent;
  for (const char* const* row = placemat_registry_absent; *row != nullptr; ++row) {
    const std::string_view text(*row);
    const std::size_t colon = std::min(text.find(':'), text.size());
    absent.push_back({std::string(text.substr(0, colon)),
                      std::string(text.substr(std::min(colon + 1, text.size())))});
  }
  for (const Decoder* other : built().others)
    absent.push_back({other->name, "a processor of another kind"});
  return absent;
}

const Decoder* find_decoder(std::string_view name) {
  for (const auto rows : {decoders(), saboteurs()}) {
    const auto found =
        std::ranges::find_if(rows, [&](const Decoder* d) { return d->name == name; });
    if (found != rows.end()) return *found;
  }
  return nullptr;
}

}  // namespace placemat
