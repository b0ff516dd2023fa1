// Steps of a scalar decoder that look at several units at once, and what they must do. SOUNDNESS.md
// says how its loops use them.
#include <fmt/format.h>

#include "harness/prove/kernel_text.h"

namespace placemat::prove {
namespace {

constexpr unsigned kEight = 8;
// So many units of an incomplete sequence are kept at most.
constexpr unsigned kMostKept = 3;

Lemma shortcut_lemma(std::string name, std::string claim, z3::expr negated) {
  return {std::move(name), "lemma", std::move(claim), false, std::move(negated)};
}

// One without units, or with those of a number.
Lemma without_text(Lemma lemma) {
  lemma.has_text = false;
  return lemma;
}

z3::expr is_ascii(const z3::expr& unit) { return z3::ult(unit, unit.ctx().bv_val(0x80, 8)); }

}  // namespace

void Proof::add_shortcut_steps() {
  add_sequence_step();
  add_take_step();
  add_ascii_steps();
  add_early_step();
  add_unfinished_steps();
}

SymbolicWords::Text Proof::text_of_size(const z3::expr& size) const {
  return SymbolicWords::Text(units_, size);
}

void Proof::add_sequence_step() {
  const Shortcuts& own = *subject_.shortcuts;
  steps_.push_back(
      {z3::uge(size_, context_.bv_val(4, 64)) && !is_ascii(units_.at(0)),
       [this, &own] { return own.sequence(text_of_size(size_)); },
       [this](const Computed& computed) {
         const LawItem law = law_item(dialect(profile_.dialect), units_, size_);
         const z3::expr &length = computed.words[0], &value = computed.words[1];
         const z3::expr is_there = length != 0;
         return std::vector{
             shortcut_lemma("four_reads", "four units are read, and they are units of the text",
                            computed.broken),
             shortcut_lemma("four_verdict",
                            "four units that do not begin with ASCII begin with a sequence "
                            "exactly where the law has one",
                            is_there != law.is_value),
             shortcut_lemma("four_value", "it has the law's value",
                            is_there && law.is_value && z3::zext(value, 32) != law.value),
             shortcut_lemma("four_consumed", "it takes the law's units",
                            is_there && law.is_value && z3::zext(length, 32) != law.length)};
       }});
}

// Eight units as one number; places behind the end hold NUL. The law has the sequence there that it
// has in a text that ends with the eighth unit, because NUL goes on with none.
void Proof::add_take_step() {
  const Shortcuts& own = *subject_.shortcuts;
  z3::expr word = units_.at(0), is_any = !is_ascii(units_.at(0));
  for (unsigned i = 1; i < kEight; ++i) {
    word = z3::concat(units_.at(i), word);
    is_any = is_any || !is_ascii(units_.at(i));
  }
  steps_.push_back(
      {is_any, [&own, word] { return own.take(word); },
       [this, word](const Computed& computed) {
         z3::expr is_there = context_.bool_val(false), rest = context_.bv_val(0, 64);
         for (unsigned i = kEight; i-- > 0;) {
           const LawItem law = law_item(dialect(profile_.dialect), units_.behind(i),
                                        context_.bv_val(kEight - i, 64));
           const z3::expr bits = (law.length + context_.bv_val(i, 64)) * context_.bv_val(8, 64);
           is_there = z3::ite(is_ascii(units_.at(i)), is_there, law.is_value);
           // A shift by the width leaves nothing.
           rest = z3::ite(is_ascii(units_.at(i)), rest, z3::lshr(word, bits));
         }
         return std::vector{
             without_text(shortcut_lemma(
                 "eight_verdict",
                 "behind the ASCII at the start of eight units a sequence is found exactly where "
                 "the law has one",
                 computed.broken || computed.words[0] != is_there)),
             without_text(shortcut_lemma(
                 "eight_rest", "what stands behind it is left, with NUL behind the end",
                 computed.words[0] && is_there && computed.words[1] != rest))};
       }});
  for (unsigned size = 1; size <= kEight; ++size) {
    z3::expr due = units_.at(0);
    for (unsigned i = 1; i < size; ++i) due = z3::concat(units_.at(i), due);
    if (size < kEight) due = z3::zext(due, 8 * (kEight - size));
    steps_.push_back(
        {context_.bool_val(true),
         [this, &own, size] { return own.one_to_eight(text_of_size(context_.bv_val(size, 64))); },
         [size, due](const Computed& computed) {
           return std::vector{without_text(
               shortcut_lemma(fmt::format("units_{}", size),
                              fmt::format("{} units become one number, with NUL behind them", size),
                              computed.broken || computed.words[0] != due))};
         }});
  }
}

void Proof::add_ascii_steps() {
  const Shortcuts& own = *subject_.shortcuts;
  steps_.push_back({z3::uge(size_, context_.bv_val(kEight, 64)),
                    [this, &own] { return own.ascii(text_of_size(size_)); },
                    [this](const Computed& computed) {
                      z3::expr due = context_.bv_val(kEight, 64);
                      for (unsigned i = kEight; i-- > 0;)
                        due = z3::ite(is_ascii(units_.at(i)), due, context_.bv_val(i, 64));
                      return std::vector{shortcut_lemma(
                          "ascii", "of eight units, those before the first other one are ASCII",
                          computed.broken || computed.words[0] != due)};
                    }});
  constexpr unsigned kShortest = 9, kLongest = 17;
  for (unsigned size = kShortest; size <= kLongest; ++size) {
    z3::expr due = context_.bool_val(true);
    for (unsigned i = 0; i < size; ++i) due = due && is_ascii(units_.at(i));
    steps_.push_back(
        {context_.bool_val(true),
         [this, &own, size] { return own.is_ascii(text_of_size(context_.bv_val(size, 64))); },
         [size, due](const Computed& computed) {
           return std::vector{without_text(shortcut_lemma(
               fmt::format("is_ascii_{}", size),
               fmt::format("a text of {} units is called ASCII exactly where it is", size),
               computed.broken || computed.words[0] != due))};
         }});
  }
}

// Where no error is seen, another path decodes the text, so that only an error that is seen counts.
void Proof::add_early_step() {
  const Shortcuts& own = *subject_.shortcuts;
  steps_.push_back(
      {z3::ugt(size_, context_.bv_val(kEight, 64)),
       [this, &own] { return own.early(text_of_size(size_)); },
       [this](const Computed& computed) {
         const z3::expr &fails = computed.words[0], &at = computed.words[1];
         z3::expr is_error = context_.bool_val(false), before = context_.bool_val(true);
         for (unsigned i = 0; i < kEight; ++i) {
           const z3::expr place = context_.bv_val(i, 64);
           const LawItem law = law_item(dialect(profile_.dialect), units_.behind(i), size_ - place);
           is_error = is_error || (at == place && before && !law.is_value && law.length == 1 &&
                                   !law.is_incomplete);
           before = before && is_ascii(units_.at(i));
         }
         return std::vector{
             shortcut_lemma("early_reads",
                            "only units of the text and entries of the table are "
                            "read",
                            computed.broken),
             shortcut_lemma("early",
                            "an error that is seen early is one of the law, of one unit, behind "
                            "ASCII",
                            fails && !is_error)};
       },
       0});
}

void Proof::add_unfinished_steps() {
  const Shortcuts& own = *subject_.shortcuts;
  const Machine& law = machine(profile_);
  for (unsigned size = 0; size <= kMostKept; ++size) {
    const SymbolicText last(units_.behind(0), context_.bv_val(SymbolicText::kBefore, 64), size_);
    const z3::expr state = context_.bv_const("state", kStateBits);
    const z3::expr hypothesis =
        size == kMostKept ? is_a_state(law, state)
                          : state == context_.bv_val(unsigned{Machine::kStart}, kStateBits);
    const z3::expr behind =
        law_run(law, last, -SymbolicText::kBefore, static_cast<int>(size)).state;
    steps_.push_back(
        {hypothesis,
         [this, &own, size] { return own.unfinished(text_of_size(context_.bv_val(size, 64))); },
         [this, size, behind, &law](const Computed& computed) {
           std::vector<z3::expr> any{computed.broken};
           for (unsigned units = 0; units <= kMostKept; ++units) {
             any.push_back(is_pending(law, behind, units) &&
                           computed.words[0] != context_.bv_val(units, 64));
           }
           return std::vector{without_text(shortcut_lemma(
               fmt::format("unfinished_{}", size),
               fmt::format("{}, so many units are kept at the end as the law leaves open",
                           size == kMostKept ? "whatever stands before the last three units"
                                             : fmt::format("in a text of {} units", size)),
               any_of(any, context_)))};
         }});
  }
}

}  // namespace placemat::prove
