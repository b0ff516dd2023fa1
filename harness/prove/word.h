// word.h: symbolic words, the second instance of the operations in harness/decoder/words.h. Each
// constant and operator tells the explorer where it stands in the source. It must not know any
// decoder or law.
#pragma once

#include <array>
#include <concepts>
#include <string>

#include "harness/prove/explorer.h"

namespace placemat::prove {

// What a comparison gives. As a condition it becomes a branch of the path.
class Truth {
 public:
  explicit Truth(z3::expr condition) : condition_(std::move(condition)) {}
  explicit operator bool() const { return Explorer::current().decide(condition_); }
  const z3::expr& condition() const { return condition_; }
  // Without a branch.
  friend Truth operator|(const Truth& a, const Truth& b) {
    return Truth(a.condition_ || b.condition_);
  }

 private:
  z3::expr condition_;
};

template <unsigned kBits>
class Word;

// An operand with the place where it stands: a word, a narrower one, or a constant.
template <unsigned kBits>
struct Operand {
  using Place = std::source_location;
  template <unsigned kNarrow>
    requires(kNarrow <= kBits)
  Operand(const Word<kNarrow>& word, Place place = Place::current())
      : expr(kNarrow == kBits ? word.expr() : z3::zext(word.expr(), kBits - kNarrow)),
        where(place) {}
  template <std::integral T>
  Operand(T value, Place place = Place::current())
      : expr(Explorer::current().constant(static_cast<std::uint64_t>(value), kBits, place)),
        where(place) {}

  z3::expr expr;
  Place where;
};

// An unsigned word. The result of an operator has the width of its wider operand, as in C++.
template <unsigned kBits>
class Word {
 public:
  static constexpr unsigned kWidth = kBits;
  using Place = std::source_location;
  using In = const Operand<kBits>&;
  explicit Word(z3::expr value) : expr_(std::move(value)) {}
  template <std::integral T>
  Word(T value, Place place = Place::current())
      : expr_(Explorer::current().constant(static_cast<std::uint64_t>(value), kBits, place)) {}
  template <unsigned kNarrow>
    requires(kNarrow < kBits)
  Word(const Word<kNarrow>& word) : expr_(z3::zext(word.expr(), kBits - kNarrow)) {}

  // A number that is no part of the proved source.
  static Word exactly(std::uint64_t number) {
    return Word(Explorer::current().context().bv_val(number, kBits));
  }

  const z3::expr& expr() const { return expr_; }

  friend Word operator&(In a, In b) {
    return pick({{"&", a.expr & b.expr}, {"|", a.expr | b.expr}, {"^", a.expr ^ b.expr}}, b);
  }
  friend Word operator|(In a, In b) {
    return pick({{"|", a.expr | b.expr}, {"&", a.expr & b.expr}, {"^", a.expr ^ b.expr}}, b);
  }
  friend Word operator^(In a, In b) {
    return pick({{"^", a.expr ^ b.expr}, {"&", a.expr & b.expr}, {"|", a.expr | b.expr}}, b);
  }
  friend Word operator+(In a, In b) {
    return pick({{"+", a.expr + b.expr}, {"-", a.expr - b.expr}, {"|", a.expr | b.expr}}, b);
  }
  friend Word operator-(In a, In b) {
    return pick({{"-", a.expr - b.expr}, {"+", a.expr + b.expr}, {"^", a.expr ^ b.expr}}, b);
  }
  friend Word operator*(In a, In b) {
    return pick({{"*", a.expr * b.expr}, {"+", a.expr + b.expr}}, b);
  }
  friend Word operator~(In a) { return pick({{"~", ~a.expr}, {"no ~", a.expr}}, a); }
  friend Word operator<<(In a, In b) {
    require_shift(b);
    return pick({{"<<", z3::shl(a.expr, b.expr)}, {">>", z3::lshr(a.expr, b.expr)}}, b);
  }
  friend Word operator>>(In a, In b) {
    require_shift(b);
    return pick({{">>", z3::lshr(a.expr, b.expr)}, {"<<", z3::shl(a.expr, b.expr)}}, b);
  }
  friend Truth operator<(In a, In b) { return compare("<", a, b); }
  friend Truth operator<=(In a, In b) { return compare("<=", a, b); }
  friend Truth operator>(In a, In b) { return compare(">", a, b); }
  friend Truth operator>=(In a, In b) { return compare(">=", a, b); }
  friend Truth operator==(In a, In b) { return compare("==", a, b); }
  friend Truth operator!=(In a, In b) { return compare("!=", a, b); }
  Word& operator++() {
    expr_ = expr_ + 1;
    return *this;
  }

 private:
  using Choice = Explorer::Choice;
  static Word pick(const std::vector<Choice>& choices, In at) {
    return Word(Explorer::current().chosen(choices, at.where));
  }
  static Truth compare(std::string_view op, In a, In b) {
    std::vector<Choice> all = {{"<", z3::ult(a.expr, b.expr)}, {"<=", z3::ule(a.expr, b.expr)},
                               {">", z3::ugt(a.expr, b.expr)}, {">=", z3::uge(a.expr, b.expr)},
                               {"==", a.expr == b.expr},       {"!=", a.expr != b.expr}};
    for (Choice& choice : all) {
      if (choice.op == op) std::swap(choice, all.front());
    }
    return Truth(Explorer::current().chosen(all, b.where));
  }
  // A shift by the width or more is undefined.
  static void require_shift(In amount) {
    Explorer::current().require(z3::ult(amount.expr, kBits), "a shift is less than the width");
  }

  z3::expr expr_;
};

// C++ gives a shift the width of its left operand, which these words do not.
template <unsigned kLeft, unsigned kRight>
  requires(kLeft < kRight)
void operator<<(const Word<kLeft>&, const Word<kRight>&) = delete;
template <unsigned kLeft, unsigned kRight>
  requires(kLeft < kRight)
void operator>>(const Word<kLeft>&, const Word<kRight>&) = delete;

// The units of an input of any length: unit i is a variable of its own.
class SymbolicUnits {
 public:
  // Those that a symbolic index can name; the law needs no more.
  static constexpr unsigned kNamed = 16;
  explicit SymbolicUnits(z3::context& context) : context_(&context) {}
  z3::expr at(unsigned index) const {
    return context_->bv_const(("u" + std::to_string(first_ + index)).c_str(), 8);
  }
  // Those behind the first `count` ones.
  SymbolicUnits behind(unsigned count) const {
    SymbolicUnits rest = *this;
    rest.first_ += count;
    return rest;
  }
  // One that no name reaches.
  z3::expr any(std::size_t number) const {
    return context_->bv_const(("far" + std::to_string(number)).c_str(), 8);
  }

 private:
  z3::context* context_;
  unsigned first_ = 0;
};

struct SymbolicWords {
  using U32 = Word<32>;
  using U64 = Word<64>;
  using Size = Word<64>;

  class Text {
   public:
    Text(SymbolicUnits units, const z3::expr& size) : Text(units, size, size.ctx().bv_val(0, 64)) {}
    Word<64> size() const { return Word<64>(size_); }
    Word<32> operator[](const Operand<64>& index) const;
    Text behind(const Operand<64>& index) const;

   private:
    Text(SymbolicUnits units, z3::expr size, z3::expr first)
        : units_(units), size_(std::move(size)), first_(std::move(first)) {}
    SymbolicUnits units_;
    z3::expr size_, first_;  // of the units, this one is the first of the text
  };

  template <class Entry, std::size_t kCount>
  static auto cell(const std::array<Entry, kCount>& table, const Operand<64>& index) {
    constexpr unsigned kWidth = sizeof(Entry) == 8 ? 64 : 32, kEntry = 8 * sizeof(Entry);
    const z3::expr found = Explorer::current().entry(
        &table, [&](std::size_t i) { return std::uint64_t{table[i]}; }, kCount, kEntry, index.expr,
        index.where);
    return Word<kWidth>(kEntry < kWidth ? z3::zext(found, kWidth - kEntry) : found);
  }
  static Word<32> four(const Text& text, const Operand<64>& index) {
    return Word<32>(units_from(text, index, 4));
  }
  static Word<64> eight(const Text& text, const Operand<64>& index) {
    return Word<64>(units_from(text, index, 8));
  }
  static Word<64> trailing_zeros(const Word<64>& word);
  struct Divided {
    Word<64> quotient, remainder;
  };
  static Divided divide(const Word<64>& number, const Operand<64>& by);
  template <class T>
  static T select(const Truth& condition, const T& yes, const T& no) {
    return T(z3::ite(condition.condition(), yes.expr(), no.expr()));
  }
  static Word<32> low(const Word<64>& word) { return Word<32>(word.expr().extract(31, 0)); }

 private:
  static z3::expr units_from(const Text& text, const Operand<64>& index, unsigned count);
};

}  // namespace placemat::prove
