#include "harness/prove/word.h"

#include <fmt/format.h>

#include <map>
#include <optional>

namespace placemat::prove {
namespace {

// A number as a sum: what each term is multiplied by, and a constant. Modulo 2^64.
struct Sum {
  std::map<unsigned, std::pair<z3::expr, std::uint64_t>> terms = {};  // by their numbers
  std::uint64_t constant = 0;

  void add(const z3::expr& number, std::uint64_t factor) {
    std::uint64_t value = 0;
    const z3::expr* definition = Explorer::current().definition_of(number);
    if (definition != nullptr) {
      add(*definition, factor);
    } else if (number.is_numeral_u64(value)) {
      constant += factor * value;
    } else if (number.is_app() && number.decl().decl_kind() == Z3_OP_BADD) {
      for (unsigned i = 0; i < number.num_args(); ++i) add(number.arg(i), factor);
    } else if (number.is_app() && number.decl().decl_kind() == Z3_OP_BMUL &&
               number.num_args() == 2 &&
               (number.arg(0).is_numeral_u64(value) || number.arg(1).is_numeral_u64(value))) {
      add(number.arg(number.arg(0).is_numeral() ? 1 : 0), factor * value);
    } else {
      terms.try_emplace(number.id(), number, 0).first->second.second += factor;
    }
  }
  z3::expr as_expr(z3::context& context) const {
    z3::expr sum = context.bv_val(constant, 64);
    for (const auto& [_, term] : terms) {
      if (term.second != 0) sum = sum + context.bv_val(term.second, 64) * term.first;
    }
    return sum.simplify();
  }
};

// A solver divides slowly. Where the number is a sum of multiples of `by` and of less than that, no
// division is left.
std::optional<std::pair<z3::expr, z3::expr>> divided_term_by_term(const z3::expr& number,
                                                                  std::uint64_t by) {
  Explorer& explorer = Explorer::current();
  Sum quotient, remainder, whole;
  whole.add(number, 1);
  for (const auto& [id, term] : whole.terms) {
    const bool is_multiple = term.second % by == 0;
    (is_multiple ? quotient : remainder)
        .terms.emplace(id, std::pair{term.first, is_multiple ? term.second / by : term.second});
  }
  // The terms of the remainder may be more than `by`, and less with a negative constant.
  const auto constant = static_cast<std::int64_t>(whole.constant);
  const auto divisor = static_cast<std::int64_t>(by);
  const bool is_below = constant % divisor < 0;
  std::int64_t times = constant / divisor - (is_below ? 1 : 0);
  std::int64_t rest = constant % divisor + (is_below ? divisor : 0);
  constexpr int kMost = 3;
  for (int i = 0; i < kMost; ++i, ++times, rest -= divisor) {
    quotient.constant = static_cast<std::uint64_t>(times);
    remainder.constant = static_cast<std::uint64_t>(rest);
    z3::context& context = number.ctx();
    const z3::expr q = quotient.as_expr(context), r = remainder.as_expr(context);
    const z3::expr is_divided = z3::ult(r, context.bv_val(by, 64)) &&
                                z3::ule(q, context.bv_val((~std::uint64_t{0} - by + 1) / by, 64));
    if (!explorer.follows(is_divided)) continue;
    explorer.require(is_divided && number == q * context.bv_val(by, 64) + r,
                     "a quotient and a remainder are those of the number");
    return std::pair{q, r};
  }
  return std::nullopt;
}

}  // namespace

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

SymbolicWords::Divided SymbolicWords::divide(const Word<64>& number, const Operand<64>& by) {
  Explorer& explorer = Explorer::current();
  const z3::expr whole = explorer.simplified(number.expr()), divisor = by.expr.simplify();
  explorer.require(divisor != 0, "a divisor is not 0");
  std::uint64_t value = 0;
  if (divisor.is_numeral_u64(value) && value != 0 && value <= 0xFFFF) {
    if (const auto found = divided_term_by_term(whole, value))
      return {Word<64>(found->first), Word<64>(found->second)};
  }
  return {Word<64>(z3::udiv(whole, divisor)), Word<64>(z3::urem(whole, divisor))};
}

}  // namespace placemat::prove
