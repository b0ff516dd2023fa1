#include "harness/prove/mutants.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

#include "harness/prove/explorer.h"

namespace placemat::prove {
namespace {

// The shorter name first, so that u9 stands before u10.
using Name = std::pair<std::size_t, std::string>;

bool is_variable(const z3::expr& formula) {
  return formula.is_const() && formula.decl().decl_kind() == Z3_OP_UNINTERPRETED;
}

bool is_commutative(const z3::expr& formula) {
  switch (formula.decl().decl_kind()) {
    case Z3_OP_AND:
    case Z3_OP_OR:
    case Z3_OP_XOR:
    case Z3_OP_EQ:
    case Z3_OP_BAND:
    case Z3_OP_BOR:
    case Z3_OP_BXOR:
    case Z3_OP_BADD:
    case Z3_OP_BMUL:
      return true;
    default:
      return false;
  }
}

std::vector<z3::expr> pieces_of(const Difference& difference) {
  constexpr std::size_t kMost = 32;
  std::vector<z3::expr> all;
  std::set<std::pair<unsigned, unsigned>> known;
  const std::function<void(const z3::expr&, const z3::expr&)> add = [&](const z3::expr& changed,
                                                                        const z3::expr& source) {
    if (all.size() > kMost || changed.id() == source.id()) return;
    if (!known.emplace(changed.id(), source.id()).second) return;
    if (changed.is_ite() && source.is_ite()) {
      for (unsigned i = 0; i < 3; ++i) add(changed.arg(i), source.arg(i));
      return;
    }
    all.push_back(changed != source);
  };
  add(difference.changed, difference.source);
  return all.size() <= kMost ? all : std::vector{difference.whole};
}

}  // namespace

OfAnyMutant::OfAnyMutant(z3::expr formula, const z3::expr& number)
    : formula_(std::move(formula)),
      number_(number.ctx().bv_const("any_mutant", number.get_sort().bv_size())) {
  if (number.is_numeral()) return;
  z3::expr_vector from(number.ctx()), to(number.ctx());
  from.push_back(number);
  to.push_back(number_);
  formula_ = formula_.substitute(from, to);
}

// What the text leaves of the formula is about the number alone, and small.
std::vector<std::uint64_t> OfAnyMutant::holding(const z3::model& text,
                                                const std::vector<std::uint64_t>& mutants) const {
  std::vector<std::uint64_t> all;
  z3::expr left = text.eval(formula_, false);
  if (left.is_false()) return all;
  const unsigned bits = number_.get_sort().bv_size();
  z3::expr_vector number(text.ctx());
  number.push_back(number_);
  for (const std::uint64_t mutant : mutants) {
    z3::expr_vector chosen(text.ctx());
    chosen.push_back(text.ctx().bv_val(mutant & ((std::uint64_t{1} << bits) - 1), bits));
    if (text.eval(left.substitute(number, chosen), true).is_true()) all.push_back(mutant);
  }
  return all;
}

z3::expr CommonForms::of(const z3::expr& formula) {
  z3::context& context = formula.ctx();
  const std::vector<z3::expr> parts = parts_of(formula);
  std::map<Name, z3::expr> variables;
  for (const z3::expr& part : parts) {
    if (!is_variable(part) || part.id() == kept_.id()) continue;
    const std::string name = part.decl().name().str();
    variables.emplace(Name{name.size(), name}, part);
  }
  std::unordered_map<unsigned, z3::expr> common;
  for (const auto& [name, variable] : variables) {
    const std::string other = "common" + std::to_string(common.size());
    common.emplace(variable.id(), context.constant(other.c_str(), variable.get_sort()));
  }
  for (const z3::expr& part : parts) {
    if (common.contains(part.id())) continue;
    std::vector<z3::expr> operands;
    for (unsigned i = 0; i < part.num_args(); ++i) operands.push_back(common.at(part.arg(i).id()));
    if (is_commutative(part))
      std::ranges::sort(operands, {}, [](const z3::expr& e) { return e.id(); });
    z3::expr_vector arguments(context);
    for (const z3::expr& operand : operands) arguments.push_back(operand);
    common.emplace(part.id(), operands.empty() ? part : part.decl()(arguments));
  }
  for (const auto& [number, part] : common) all_.push_back(part);
  return common.at(formula.id());
}

std::vector<std::vector<z3::expr>> pieces_of(const std::vector<Difference>& differences) {
  std::vector<z3::expr> all;
  std::vector<std::size_t> counts;
  for (const Difference& difference : differences) {
    const std::vector<z3::expr> pieces = pieces_of(difference);
    all.insert(all.end(), pieces.begin(), pieces.end());
    counts.push_back(pieces.size());
  }
  all = simplified(all);
  std::vector<std::vector<z3::expr>> each;
  auto next = all.begin();
  for (const std::size_t count : counts) {
    each.emplace_back(next, next + static_cast<std::ptrdiff_t>(count));
    next += static_cast<std::ptrdiff_t>(count);
    std::erase_if(each.back(), [](const z3::expr& piece) { return piece.is_false(); });
  }
  return each;
}

}  // namespace placemat::prove
