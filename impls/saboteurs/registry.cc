// registry.cc: the saboteurs of all classes in one list, for the registry of the harness.
#include <vector>

#include "impls/saboteurs/saboteur.h"

extern "C" {
extern const placemat::saboteur::Class* const placemat_saboteur_classes[];
const placemat_decoder* const* placemat_registry_saboteurs();
}

const placemat_decoder* const* placemat_registry_saboteurs() {
  static const std::vector<const placemat_decoder*> all = [] {
    std::vector<const placemat_decoder*> pointers;
    for (const auto* const* row = placemat_saboteur_classes; *row != nullptr; ++row) {
      const placemat::saboteur::Class& members = **row;
      for (std::size_t i = 0; i < members.rows.size(); ++i)
        pointers.push_back(&members.decoders[i]);
    }
    pointers.push_back(nullptr);
    return pointers;
  }();
  return all.data();
}
