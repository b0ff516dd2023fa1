// plugin.cc: the saboteurs, and the honest decoder that they differ from, as one plug-in. The
// environment variable PLACEMAT_DECODER names one; "honest" is right.
#include <cstdlib>
#include <string_view>

#include "impls/saboteurs/saboteur.h"

extern "C" {
const placemat_decoder* const* placemat_registry_saboteurs();
const placemat_decoder* placemat_decoder_v1();
}

const placemat_decoder* placemat_decoder_v1() {
  const char* const value = std::getenv("PLACEMAT_DECODER");
  const std::string_view wanted = value == nullptr ? "honest" : value;
  static placemat_decoder honest = placemat::saboteur::filled<placemat::saboteur::Honest>();
  if (wanted == "honest") {
    honest.name = "honest";
    honest.origin = "the saboteurs without their faults";
    return &honest;
  }
  for (const auto* const* row = placemat_registry_saboteurs(); *row != nullptr; ++row) {
    if ((*row)->name == wanted) return *row;
  }
  return nullptr;
}
