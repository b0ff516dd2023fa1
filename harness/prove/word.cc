#include "harness/prove/word.h"

#include <fmt/format.h>

namespace placemat::prove {

Word<32> SymbolicWords::Text::operator[](const Operand<64>& index) const {
  Explorer& explorer = Explorer::current();
  explorer.require(z3::ult(index.expr, size_), "a unit is read within the text");
  const z3::expr place = (first_ + index.expr).simplify();
  std::uint64_t number = 0;
  if (place.is_numeral_u64(number)) {
    return Word<32>(z3::zext(units_.at(static_cast<unsigned>(number)), 24));
  }
  if (explorer.has_mutants(place)) explorer.cut();
  // A unit that no name reaches may be any.
  z3::expr found = units_.any(explorer.branches());
  for (unsigned i = 0; i < SymbolicUnits::kNamed; ++i)
    found = z3::ite(place == static_cast<int>(i), units_.at(i), found);
  return Word<32>(z3::zext(found, 24));
}

SymbolicWords::Text SymbolicWords::Text::behind(const Operand<64>& index) const {
  Explorer::current().require(z3::ule(index.expr, size_), "a text begins within the text");
  return {units_, (size_ - index.expr).simplify(), (first_ + index.expr).simplify()};
}

z3::expr SymbolicWords::units_from(const Text& text, const Operand<64>& index, unsigned count) {
  const auto unit = [&](unsigned i) {
    const z3::expr place = index.expr + index.expr.ctx().bv_val(i, 64);
    return text[Word<64>(place)].expr().extract(7, 0);
  };
  z3::expr units = unit(0);
  for (unsigned i = 1; i < count; ++i) units = z3::concat(unit(i), units);
  return units;
}

Word<64> SymbolicWords::trailing_zeros(const Word<64>& word) {
  z3::context& context = word.expr().ctx();
  z3::expr zeros = context.bv_val(64, 64);
  for (unsigned i = 64; i-- > 0;) {
    const z3::expr is_set = word.expr().extract(i, i) == context.bv_val(1, 1);
    zeros = z3::ite(is_set, context.bv_val(i, 64), zeros);
  }
  return Word<64>(zeros);
}

}  // namespace placemat::prove
