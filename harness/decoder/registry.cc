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

}  // namespace

std::span<const Decoder* const> decoders() { return until_null(placemat_registry_decoders); }
std::span<const Decoder* const> saboteurs() { return until_null(placemat_registry_saboteurs()); }

std::vector<AbsentDecoder> absent_decoders() {
  std::vector<AbsentDecoder> absent;
  for (const char* const* row = placemat_registry_absent; *row != nullptr; ++row) {
    const std::string_view text(*row);
    const std::size_t colon = std::min(text.find(':'), text.size());
    absent.push_back({std::string(text.substr(0, colon)),
                      std::string(text.substr(std::min(colon + 1, text.size())))});
  }
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
