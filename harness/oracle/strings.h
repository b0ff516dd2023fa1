// strings.h: the enumerations that the tests of this directory share. Each
// visits its strings in an order in which neighbours share their prefix, which
// is fast for the law's walker. It must not know what is compared.
#pragma once

#include "harness/bytes/bytes.h"

namespace placemat::testing_strings {

// Every string of up to `longest` of `units`, after `prefix`.
template <class Visit>
void for_each_string(const Bytes& units, std::size_t longest, Bytes& prefix, Visit&& visit) {
  visit(ByteView(prefix));
  if (longest == 0) return;
  for (const std::uint8_t unit : units) {
    prefix.push_back(unit);
    for_each_string(units, longest - 1, prefix, visit);
    prefix.pop_back();
  }
}

inline Bytes all_units() {
  Bytes units;
  for (int unit = 0; unit <= 0xFF; ++unit) units.push_back(static_cast<std::uint8_t>(unit));
  return units;
}

}  // namespace placemat::testing_strings
