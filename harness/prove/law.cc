#include "harness/prove/law.h"

#include <algorithm>

namespace placemat::prove {
z3::expr value_of(const Form& form, const SymbolicUnits& units, z3::context& context) {
  z3::expr value = context.bv_val(form.lowest, 64);
  for (unsigned i = 0; i < form.length; ++i) {
    const z3::expr steps =
        z3::zext(units.at(i), 56) - context.bv_val(std::uint64_t{form.units[i].first}, 64);
    value = value + steps * context.bv_val(form.weights[i], 64);
  }
  return value;
}

bool has_formulas(const Dialect& dialect) {
  return !dialect.joins_surrogates && std::ranges::all_of(dialect.forms, [](const Form& form) {
    return form.context == Context::kNone && form.length < SymbolicUnits::kNamed;
  });
}

z3::expr begins(const Form& form, unsigned length, const SymbolicUnits& units,
                const z3::expr& size) {
  z3::expr all = z3::uge(size, size.ctx().bv_val(length, 64));
  for (unsigned i = 0; i < length; ++i) {
    const Range range = form.units[i];
    all = all && z3::uge(units.at(i), size.ctx().bv_val(range.first, 8)) &&
          z3::ule(units.at(i), size.ctx().bv_val(range.last, 8));
  }
  return all;
}

LawItem law_item(const Dialect& dialect, const SymbolicUnits& units, const z3::expr& size) {
  z3::context& context = size.ctx();
  LawItem item{context.bool_val(false), context.bool_val(false), context.bv_val(0, 64),
               context.bv_val(0, 64)};
  // The longest prefix of a form, where no form matches.
  std::size_t longest = 0;
  for (const Form& form : dialect.forms) longest = std::max<std::size_t>(longest, form.length);
  for (unsigned length = 1; length < longest; ++length) {
    for (const Form& form : dialect.forms) {
      if (form.length <= length) continue;
      item.length =
          z3::ite(begins(form, length, units, size), context.bv_val(length, 64), item.length);
    }
  }
  item.is_incomplete = item.length == size;
  item.length = z3::ite(item.length == 0, context.bv_val(1, 64), item.length);
  for (const Form& form : dialect.forms) {
    const z3::expr matches = begins(form, form.length, units, size);
    item.is_value = item.is_value || matches;
    item.length = z3::ite(matches, context.bv_val(form.length, 64), item.length);
    item.value = z3::ite(matches, value_of(form, units, context), item.value);
  }
  item.is_incomplete = item.is_incomplete && !item.is_value;
  return item;
}

z3::expr is_one_sequence(const Dialect& dialect, const SymbolicUnits& units, const z3::expr& size) {
  z3::expr any = size.ctx().bool_val(false);
  for (const Form& form : dialect.forms) {
    any = any ||
          (size == size.ctx().bv_val(form.length, 64) && begins(form, form.length, units, size));
  }
  return any;
}

z3::expr sequence_count(const Dialect& dialect, z3::context& context) {
  z3::expr all = context.bv_val(0, 64);
  for (const Form& form : dialect.forms) {
    z3::expr of_form = context.bv_val(1, 64);
    for (unsigned i = 0; i < form.length; ++i)
      of_form = of_form * context.bv_val(form.units[i].last - form.units[i].first + 1, 64);
    all = all + of_form;
  }
  return all;
}

std::string name_of(const Form& form, unsigned length) {
  std::string name;
  for (unsigned i = 0; i < length; ++i) {
    const Range range = form.units[i];
    name += (name.empty() ? "" : " ") + range_in_hex(range.first, range.last);
  }
  return name;
}

}  // namespace placemat::prove
