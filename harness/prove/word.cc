#include "harness/prove/word.h"

#include <fmt/format.h>

namespace placemat::prove {

Word<32> SymbolicWords::Text::operator[](const Operand<64>& index) const {
  Explorer& explorer = Explorer::current();
  explorer.require(z3::ult(index.expr, size_), "a unit is read within the text");
  const z3::expr place = index.expr.simplify();
  std::uint64_t number = 0;
  if (place.is_numeral_u64(number)) {
    return Word<32>(z3::zext(units_.at(static_cast<unsigned>(number)), 24));
  }
  // A unit that no name reaches may be any.
  z3::expr found = units_.any(explorer.branches());
  for (unsigned i = 0; i < SymbolicUnits::kNamed; ++i)
    found = z3::ite(place == static_cast<int>(i), units_.at(i), found);
  return Word<32>(z3::zext(found, 24));
}

}  // namespace placemat::prove
