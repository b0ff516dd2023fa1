// The formulas say what the reference decoder says, and Table 3-7 as printed is the dialect's.
#include "harness/prove/law.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "harness/bytes/hash.h"
#include "harness/prove/proof.h"
#include "harness/spec/reference.h"

namespace placemat::prove {
namespace {

// A text that is mostly well-formed at its start.
Bytes some_text(const Dialect& dialect, SplitMix64& random) {
  const Form& form = dialect.forms[random.below(dialect.forms.size())];
  Bytes text;
  for (unsigned i = 0; i < form.length; ++i) {
    const Range range = form.units[i];
    text.push_back(
        static_cast<std::uint8_t>(range.first + random.below(range.last - range.first + 1u)));
  }
  if (random.below(2) == 0)
    text[random.below(text.size())] = static_cast<std::uint8_t>(random.next());
  if (random.below(3) == 0) text.resize(1 + random.below(text.size()));
  return text;
}

TEST(LawFormulas, AreTheReferenceDecoder) {
  SplitMix64 random(7);
  for (const Dialect& dialect : dialects()) {
    if (!has_formulas(dialect)) continue;
    z3::context context;
    const SymbolicUnits units(context);
    const z3::expr size = context.bv_const("n", 64);
    const LawItem law = law_item(dialect, units, size);
    for (int round = 0; round < 60; ++round) {
      const Bytes text = some_text(dialect, random);
      z3::expr_vector from(context), to(context);
      from.push_back(size);
      to.push_back(context.bv_val(std::uint64_t{text.size()}, 64));
      for (unsigned i = 0; i < SymbolicUnits::kNamed; ++i) {
        from.push_back(units.at(i));
        to.push_back(context.bv_val(i < text.size() ? unsigned{text[i]} : 0u, 8));
      }
      const auto exactly = [&](z3::expr formula) {
        return formula.substitute(from, to).simplify();
      };
      const Answer answer = reference_decode(text, {dialect.id, PolicyId::kReject, Bom::kKeep});
      const bool is_value = !answer.values.empty();
      EXPECT_EQ(exactly(law.is_value).is_true(), is_value) << to_hex(text);
      if (is_value) {
        EXPECT_EQ(exactly(law.value).get_numeral_uint64(), answer.values[0]) << to_hex(text);
      } else {
        EXPECT_EQ(exactly(law.length).get_numeral_uint64(), answer.error->length) << to_hex(text);
        EXPECT_EQ(exactly(law.is_incomplete).is_true(), answer.error->at_end) << to_hex(text);
      }
    }
  }
}

TEST(LawFormulas, CountTheSequencesOfADialect) {
  z3::context context;
  const auto count = [&](const Dialect& dialect) {
    return sequence_count(dialect, context).simplify().get_numeral_uint64();
  };
  EXPECT_EQ(count(dialect(DialectId::kUtf8)), 0x110000u - 0x800u);
  EXPECT_EQ(count(dialect(DialectId::kUtf1)), std::uint64_t{1} << 31);
  Dialect fewer = dialect(DialectId::kUtf1);
  fewer.forms.pop_back();
  EXPECT_LT(count(fewer), std::uint64_t{1} << 31);
}

Lemma::Result printed_table_is(DialectId id) {
  std::ifstream in(PLACEMAT_SOURCE_DIR "/harness/prove/table_3_7.smt2");
  std::stringstream printed;
  printed << in.rdbuf();
  z3::context context;
  Lemma lemma = table_3_7_lemma(context, dialect(id), printed.str());
  check_lemma(lemma);
  return lemma.result;
}

TEST(Table37, AsPrintedIsTheDialect) {
  EXPECT_EQ(printed_table_is(DialectId::kUtf8), Lemma::Result::kHolds);
}

TEST(Table37, IsNoOtherDialect) {
  EXPECT_EQ(printed_table_is(DialectId::kUtf8Lenient21), Lemma::Result::kRefuted);
  EXPECT_EQ(printed_table_is(DialectId::kUtf8mb3), Lemma::Result::kRefuted);
}

}  // namespace
}  // namespace placemat::prove
