// The length functions of a vector kernel: a value is counted at each place where the law ends an
// item. Each place has a lemma of its own; SOUNDNESS.md has the sum over them, by induction.
#include <fmt/format.h>

#include "harness/prove/kernel_text.h"

namespace placemat::prove {
namespace {

using Words = VectorKernel::Words;

// What a step gives for UTF-32, and again for UTF-16: places and carry.
constexpr std::size_t kAnswer = 1 + VectorKernel::kCarried;
constexpr unsigned kWidths[] = {32, 16};

// Of an edge: the places of its units. Nothing is behind them that would use the carry.
Words places_of(const Words& answer, unsigned units) {
  const z3::expr inside = answer.front().ctx().bv_val(~std::uint64_t{0} >> (64 - units),
                                                      answer.front().get_sort().bv_size());
  return {answer[0] & inside, answer[kAnswer] & inside};
}

}  // namespace

// Each place of a block, and the carry behind it.
void Proof::add_kernel_places() {
  const Machine& law = machine(profile_);
  const VectorKernel& kernel = *subject_.kernel;
  const auto inside = std::make_shared<KernelText>(units_, context_);
  const z3::expr before = law_run(law, inside->text, 1 - kWindow).state;
  const Words carry = law_carry(law, before, inside->text.named(0), kernel.place_bits);
  steps_.push_back(
      {inside->is_inside(kernel.block) && inside->has_more_than(kernel.block) &&
           is_a_state(law, context_.bv_const("state", kStateBits)),
       [&kernel, inside, carry] { return kernel.places(inside->place(0), carry); },
       [this, inside](const Computed& computed) { return place_lemmas(computed, inside->text); }});
}

// Places behind the third do not see the carry. They are all one function of five units, so that
// the law is asked of one of them, and no formula has a sum.
std::vector<Lemma> Proof::place_lemmas(const Computed& computed, const SymbolicText& text) const {
  std::vector<Lemma> all{
      kernel_lemma("length_reads", "marks read only units of the text and entries of their tables",
                   computed.broken)};
  for (const unsigned width : kWidths) {
    const z3::expr& places = computed.words[width == 32 ? 0 : kAnswer];
    for (int i = 0; i < kWindow; ++i) all.push_back(place_lemma(i, width, places, text));
    all.push_back(kernel_lemma(
        fmt::format("length{}_alike", width),
        "from the fourth on, all places of a block are the same function of their own unit, the "
        "three before it and the next one",
        are_unlike(bits_of(places, subject_.kernel->block), text)));
  }
  all.push_back(carry_lemma(computed, text));
  return all;
}

Lemma Proof::place_lemma(int place, unsigned width, const z3::expr& places,
                         const SymbolicText& text) const {
  const Machine& law = machine(profile_);
  const PlaceText here(law, text, place);
  return here.lemma(
      fmt::format("length{}_place_{}", width, place),
      fmt::format("in every state, place {} of a block counts a value of UTF-{} exactly where the "
                  "law writes one",
                  place, width),
      bit(places, static_cast<unsigned>(place)) !=
          law_counts(law, here.behind, text.named(place + 1), width));
}

Lemma Proof::carry_lemma(const Computed& computed, const SymbolicText& text) const {
  const Machine& law = machine(profile_);
  const int block = static_cast<int>(subject_.kernel->block);
  const z3::expr behind = law_run(law, text, block + 1 - kWindow).state;
  const Words due = law_carry(law, behind, text.named(block), subject_.kernel->place_bits);
  const auto carry_of = [&](std::size_t answer) {
    const auto begin = computed.words.begin() + static_cast<std::ptrdiff_t>(answer);
    return Words(begin + 1, begin + kAnswer);
  };
  return kernel_lemma("length_carry",
                      "the carry behind a block stands for the state of the law there",
                      any_differ(carry_of(0), due) || any_differ(carry_of(kAnswer), due));
}

// The blocks of a text. Each counts what a block counts whose units outside of the text are NUL.
// They do so whatever a place counts.
void Proof::add_kernel_counts(std::size_t places) {
  const VectorKernel& kernel = *subject_.kernel;
  const unsigned block = kernel.block;
  const Words carry = free_carry(context_, kernel.place_bits);
  const auto add = [&](const z3::expr& hypothesis, const std::shared_ptr<KernelText>& text,
                       const std::string& name, const std::string& claim, auto due, bool is_edge) {
    steps_.push_back({hypothesis,
                      [=, &kernel] {
                        const Words step = kernel.count(text->in, text->size, text->at, carry);
                        return Words{is_edge ? any_differ(places_of(step, kernel.place_bits), due())
                                             : any_differ(step, due())};
                      },
                      [=](const Computed& computed) {
                        return std::vector{
                            kernel_lemma(name, claim, computed.broken || computed.words[0])};
                      }});
    steps_.back().parts = {places};
  };
  const auto padded = [=, &kernel](const KernelText& text, unsigned rest, bool is_start) {
    const SymbolicCells memory(text.padded(block, rest, 0, is_start));
    return kernel.places(SymbolicIn(memory, text.number(kWindow - 1)), carry);
  };

  const auto inside = std::make_shared<KernelText>(units_, context_);
  add(
      inside->is_inside(block) && inside->has_more_than(block), inside, "length_inside",
      "a block inside of the text counts what its places count",
      [=, &kernel] { return kernel.places(inside->place(0), carry); }, false);
  for (unsigned rest = 1; rest <= block; ++rest) {
    const auto last =
        std::make_shared<KernelText>(units_, inside->at + inside->number(rest), inside->at);
    add(
        last->is_inside(block), last, fmt::format("length_last_{}", rest),
        fmt::format("the last block, with {} units, counts what their places count before NUL, "
                    "and nothing behind the end",
                    rest),
        [=] { return places_of(padded(*last, rest, false), rest); }, true);
  }
  for (unsigned size = 1; size <= block + 1; ++size) {
    // The last one stands for all longer texts.
    const bool is_longer = size > block;
    const auto first = std::make_shared<KernelText>(
        units_, is_longer ? size_ : inside->number(size), inside->number(0));
    add(
        first->is_possible() && z3::uge(first->size, first->number(size)), first,
        fmt::format("length_first_{}", size),
        fmt::format("the first block of a text of {}{} units counts what its places count "
                    "behind NUL, and nothing behind the end",
                    size, is_longer ? " or more" : ""),
        [=] {
          const Words all = padded(*first, size, true);
          return is_longer ? all : places_of(all, size);
        },
        !is_longer);
  }
}

// In each state of the law a place counts a value and does not.
void Proof::add_length_vacuity(std::size_t places) {
  const Machine& law = machine(profile_);
  const KernelText text(units_, context_);
  const z3::expr before = law_run(law, text.text, 0).state;
  const auto add = [this, places](const std::string& name, const std::string& claim,
                                  const z3::expr& formula) {
    lemmas_.push_back(
        {name, "vacuity", claim, true, (steps_[places].hypothesis && formula).simplify()});
  };
  const z3::expr counts32 = bit(computed_[places].words[0], kWindow - 1),
                 counts16 = bit(computed_[places].words[kAnswer], kWindow - 1);
  for (std::size_t state = 0; state < law.state_count(); ++state) {
    const z3::expr is_here = before == context_.bv_val(static_cast<unsigned>(state), kStateBits);
    const std::string& name = law.name(static_cast<Machine::State>(state));
    add(fmt::format("length_{}_counts", state), name + ", some place counts a value",
        is_here && counts32);
    add(fmt::format("length_{}_does_not", state), name + ", some place does not",
        is_here && !counts32);
  }
  add("length_pair", "some place counts a value of UTF-16 only", counts16 && !counts32);
}

}  // namespace placemat::prove
