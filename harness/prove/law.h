// law.h: the law of one item as formulas, made from the forms of a dialect (harness/spec) and from
// nothing else. It must not know any decoder.
#pragma once

#include "harness/prove/word.h"
#include "harness/spec/dialect.h"

namespace placemat::prove {

// Of the first item of a text of `size` units, at least one.
struct LawItem {
  z3::expr is_value, is_incomplete;  // neither: ill-formed
  z3::expr length;                   // 64 bits; the maximal subpart where it is no value (D93b)
  z3::expr value;                    // 64 bits; where it is one
};

// Has the dialect only what these formulas say? No form looks back, no values are joined.
bool has_formulas(const Dialect& dialect);

LawItem law_item(const Dialect& dialect, const SymbolicUnits& units, const z3::expr& size);

// The text begins with the first `length` units of the form.
z3::expr begins(const Form& form, unsigned length, const SymbolicUnits& units,
                const z3::expr& size);

// The value of a text that begins with the whole form; 64 bits.
z3::expr value_of(const Form& form, const SymbolicUnits& units, z3::context& context);

// The text is one sequence of the dialect.
z3::expr is_one_sequence(const Dialect& dialect, const SymbolicUnits& units, const z3::expr& size);

// How many sequences the forms have, as a sum over them; 64 bits.
z3::expr sequence_count(const Dialect& dialect, z3::context& context);

// "E0 A0..BF 80..BF"
std::string name_of(const Form& form, unsigned length);

}  // namespace placemat::prove
