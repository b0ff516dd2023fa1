// The conversion of a vector kernel: what each place of a block writes, that eight places are
// written together and in their order, and what the steps around a block do. SOUNDNESS.md says how
// they give texts of every length.
#include "harness/prove/kernel_conversion.h"

#include <fmt/format.h>

#include "harness/prove/kernel_text.h"

namespace placemat::prove {
namespace {

using Words = Conversion::Words;

constexpr unsigned kPlaceBits = 32;
constexpr unsigned kGroup = 8;  // places that are written together

// What the law writes behind a unit, where it writes anything.
struct LawWrite {
  z3::expr is_value;  // and no replacement
  z3::expr value;     // of `width` bits
};

// The value of the law's item that begins `back` units before a place, and whether it ends there.
struct LawValue {
  z3::expr is_value, value;
};
LawValue law_value(const Dialect& dialect, const SymbolicUnits& units, int place, unsigned back,
                   unsigned length, z3::context& context) {
  // Behind a text that is long enough any units may stand.
  const z3::expr size = context.bv_val(std::uint64_t{kMaxForm}, 64);
  const auto first = static_cast<unsigned>(place + SymbolicText::kBefore) - back;
  const LawItem item = law_item(dialect, units.behind(first), size);
  return {item.is_value && item.length == context.bv_val(length, 64), item.value};
}

z3::expr of_width(const z3::expr& value, unsigned width) { return value.extract(width - 1, 0); }

LawWrite law_write(const Profile& profile, const SymbolicUnits& units, const SymbolicText& text,
                   const PlaceText& here, unsigned width) {
  const Machine& law = machine(profile);
  z3::context& context = here.before.ctx();
  const Dialect& forms = dialect(profile.dialect);
  const LawStep own = law_step(law, here.before, text.named(here.place));
  // Of the item that ends here: a unit that the law rejects begins anew.
  LawValue item = law_value(forms, units, here.place, 0, 1, context);
  for (unsigned back = 1; back <= VectorKernel::kCarried; ++back) {
    const z3::expr is_here = is_pending(law, here.before, back) && !own.rejects;
    const LawValue other = law_value(forms, units, here.place, back, back + 1, context);
    item = {z3::ite(is_here, other.is_value, item.is_value),
            z3::ite(is_here, other.value, item.value)};
  }
  const auto number = [&](std::uint64_t value) { return context.bv_val(value, 64); };
  z3::expr value = z3::ite(item.is_value, item.value, number(law.replacement()));
  if (width == 32) return {item.is_value, of_width(value, width)};
  const z3::expr low = number(0xDC00) | (item.value & number(0x3FF));
  value = z3::ite(item.is_value && z3::ugt(item.value, number(0xFFFF)), low, value);
  // Between the third unit and the fourth: the high surrogate.
  const LawStep next = law_step(law, here.behind, text.named(here.place + 1));
  const z3::expr is_high = is_pending(law, here.behind, 3) && !next.rejects;
  const LawValue whole = law_value(forms, units, here.place, 2, 4, context);
  const z3::expr high = number(0xD800) + z3::lshr(whole.value - number(0x10000), number(10));
  return {item.is_value || is_high, of_width(z3::ite(is_high, high, value), width)};
}

z3::expr room_at_least(z3::context& context, std::uint64_t values) {
  const z3::expr longest = context.bv_val(kLongest, 64);
  const z3::expr room = context.bv_const("room", 64);
  return z3::ule(context.bv_const("written", 64), longest) && z3::ule(room, longest) &&
         z3::uge(room, context.bv_val(values, 64));
}

Words free_carry(z3::context& context) {
  Words carry;
  for (const char* name : {"second", "third", "fourth"})
    carry.push_back(context.bv_const(name, kPlaceBits));
  return carry;
}

z3::expr number_of_ones(const z3::expr& bits, unsigned width) {
  z3::expr count = bits.ctx().bv_val(0, 8);
  for (unsigned i = 0; i < width; ++i) count = count + z3::zext(bits.extract(i, i), 7);
  return count;
}

// Some value whose place is set is not where those before it leave it.
z3::expr is_misplaced(const Words& stored, const Words& values, const z3::expr& emit) {
  z3::context& context = emit.ctx();
  std::vector<z3::expr> any;
  for (unsigned i = 0; i < kGroup; ++i) {
    const z3::expr to = number_of_ones(emit, i);
    for (unsigned j = 0; j <= i; ++j)
      any.push_back(bit(emit, i) && to == context.bv_val(j, 8) && stored[j] != values[i]);
  }
  return any_of(any, context);
}

}  // namespace

z3::expr stores_differ(const SymbolicOutput& a, const SymbolicOutput& b) {
  z3::context& context = Explorer::current().context();
  if (a.stores().size() != b.stores().size()) return context.bool_val(true);
  std::vector<z3::expr> any;
  for (std::size_t i = 0; i < a.stores().size(); ++i) {
    const SymbolicOutput::Store &x = a.stores()[i], &y = b.stores()[i];
    if (x.values.size() != y.values.size()) return context.bool_val(true);
    any.push_back(x.place.simplify() != y.place.simplify());
    for (std::size_t value = 0; value < x.values.size(); ++value)
      any.push_back(x.values[value].simplify() != y.values[value].simplify());
  }
  return any_of(any, context).simplify();
}

void append_stores(std::vector<z3::expr>& words, const SymbolicOutput& output) {
  for (const SymbolicOutput::Store& store : output.stores()) {
    words.push_back(store.place);
    words.insert(words.end(), store.values.begin(), store.values.end());
  }
}

void Proof::add_conversion(const Conversion& conversion) {
  const std::size_t values = steps_.size();
  add_conversion_values(conversion);
  const std::size_t write = steps_.size() - 1;
  const std::size_t blocks = steps_.size();
  add_conversion_blocks(conversion);
  for (std::size_t i = blocks; i < steps_.size(); ++i) {
    steps_[i].parts = {places_};
    for (std::size_t part = values; part <= write; ++part) steps_[i].parts.push_back(part);
  }
  conversions_.push_back({values, blocks, steps_.size()});
  add_conversion_of_ascii(conversion);
  add_conversion_boundary(conversion);
}

// In each state the law writes a value and a replacement, and each step of the loops has both
// outcomes.
void Proof::add_conversion_vacuity(std::size_t number) {
  const Machine& law = machine(profile_);
  const ConversionSteps& steps = conversions_[number];
  const unsigned width = subject_.kernel->conversions[number].width;
  const auto add = [&](const std::string& name, const std::string& claim, std::size_t step,
                       const z3::expr& formula) {
    lemmas_.push_back({fmt::format("convert{}_{}", width, name), "vacuity", claim, true,
                       (steps_[step].hypothesis && formula).simplify()});
  };
  const KernelText text(units_, context_);
  const PlaceText here(law, text.text, kWindow - 1);
  const LawWrite due = law_write(profile_, units_, text.text, here, width);
  const z3::expr writes = law_counts(law, here.behind, text.text.named(kWindow), width);
  for (std::size_t state = 0; state < law.state_count(); ++state) {
    const z3::expr is_here =
        here.before == context_.bv_val(static_cast<unsigned>(state), kStateBits);
    const std::string& name = law.name(static_cast<Machine::State>(state));
    add(fmt::format("values_{}_value", state), name + ", some place writes a value", steps.values,
        is_here && writes && due.is_value);
    add(fmt::format("values_{}_replacement", state), name + ", some place writes a replacement",
        steps.values, is_here && writes && !due.is_value);
  }
  const auto both = [&](const std::string& name, std::size_t step, std::size_t word) {
    const z3::expr& is_done = computed_[step].words[word];
    add(name + "_done", "some step is done: " + name, step, is_done);
    add(name + "_refused", "some step is not: " + name, step, !is_done);
  };
  enum : std::size_t { kLossyBlock, kLossyFirst, kStrictBlock, kStrictFirst };
  add("lossy_block_done", "some block is converted", steps.blocks + kLossyBlock,
      computed_[steps.blocks + kLossyBlock].words[1]);
  both("lossy_first", steps.blocks + kLossyFirst, 1);
  both("strict_block", steps.blocks + kStrictBlock, 1);
  both("strict_first", steps.blocks + kStrictFirst, 1);
  both("ascii_block", steps.ascii, 0);
  both("ascii_blocks", steps.ascii + 1, 0);
}

void Proof::add_conversion_values(const Conversion& conversion) {
  const Machine& law = machine(profile_);
  const unsigned block = subject_.kernel->block, width = conversion.width;
  const auto inside = std::make_shared<KernelText>(units_, context_);
  const z3::expr before = law_run(law, inside->text, 1 - kWindow).state;
  const Words carry = law_carry(law, before, inside->text.named(0));
  const z3::expr is_block = inside->is_inside(block) && inside->has_more_than(block);
  steps_.push_back(
      {is_block && is_a_state(law, context_.bv_const("state", kStateBits)),
       [&conversion, inside, carry] { return conversion.values(inside->place(0), carry); },
       [this, &law, inside, width, block](const Computed& computed) {
         const SymbolicText& text = inside->text;
         const Words values(computed.words.begin() + 1, computed.words.end());
         const Words ill_formed = bits_of(computed.words[0], block);
         std::vector<Lemma> all{
             kernel_lemma(fmt::format("convert{}_reads", width),
                          "values read only units of the text and entries of their tables",
                          computed.broken),
             kernel_lemma(fmt::format("convert{}_values_alike", width),
                          "from the fourth on, the values of all places of a block are the same "
                          "function of their own unit, the three before it and the next one",
                          are_unlike(values, text)),
             kernel_lemma(fmt::format("convert{}_ill_formed_alike", width),
                          "and so is whether they are ill-formed", are_unlike(ill_formed, text))};
         for (int i = 0; i < kWindow; ++i) {
           const auto at = static_cast<std::size_t>(i);
           const PlaceText here(law, text, i);
           const LawWrite due = law_write(profile_, units_, text, here, width);
           const z3::expr writes = law_counts(law, here.behind, text.named(i + 1), width);
           all.push_back(here.lemma(
               fmt::format("convert{}_place_{}", width, i),
               fmt::format("in every state, where the law writes at place {} of a block, the "
                           "value there is what it writes in UTF-{}",
                           i, width),
               writes && values[at] != due.value));
           all.push_back(here.lemma(
               fmt::format("convert{}_ill_formed_{}", width, i),
               fmt::format("in every state, place {} of a block is called ill-formed exactly "
                           "where the law writes a replacement there",
                           i),
               ill_formed[at] != (writes && !due.is_value)));
         }
         return all;
       }});
  add_conversion_writes(conversion);
}

// What holds of any values.
void Proof::add_conversion_writes(const Conversion& conversion) {
  const unsigned block = subject_.kernel->block, width = conversion.width;
  const auto inside = std::make_shared<KernelText>(units_, context_);
  const z3::expr is_block = inside->is_inside(block) && inside->has_more_than(block);
  const z3::expr emit = context_.bv_const("emit", kPlaceBits);
  const auto fits = [&](unsigned places) {
    return z3::ule(emit, context_.bv_val((std::uint64_t{1} << places) - 1, kPlaceBits));
  };
  if (width == 32) {
    Words values;
    for (unsigned i = 0; i < kGroup; ++i)
      values.push_back(context_.bv_const(fmt::format("value{}", i).c_str(), 16));
    steps_.push_back(
        {fits(kGroup), [&conversion, values, emit] { return conversion.compress(values, emit); },
         [=](const Computed& computed) {
           return std::vector{kernel_lemma(
               "convert_compress",
               "of eight values those that are to be written come together in their order, "
               "whichever they are",
               computed.broken || is_misplaced(computed.words, values, emit))};
         }});
  }
  steps_.push_back(
      {is_block && fits(block) && room_at_least(context_, block),
       [&conversion, inside, emit] { return conversion.write(inside->place(0), emit); },
       [width](const Computed& computed) {
         return std::vector{kernel_lemma(
             fmt::format("convert{}_write", width),
             "the values of each eight places that are to be written are stored behind those of "
             "the places before, whatever the marks are, and nothing outside of the room",
             computed.broken || computed.words[0])};
       }});
}

// The steps of one block, with any marks.
void Proof::add_conversion_blocks(const Conversion& conversion) {
  const unsigned block = subject_.kernel->block, width = conversion.width;
  const auto inside = std::make_shared<KernelText>(units_, context_);
  const z3::expr is_block = inside->is_inside(block) && inside->has_more_than(block);
  const auto first = std::make_shared<KernelText>(units_, size_, context_.bv_val(0, 64));
  const Words carry = free_carry(context_);
  const auto lemma = [](std::string name, const std::string& claim) {
    return [=](const Computed& computed) {
      return std::vector{kernel_lemma(name, claim, computed.broken || computed.words[0])};
    };
  };
  for (const std::size_t strict : {std::size_t{0}, std::size_t{1}}) {
    const char* how = strict == 1 ? "strict" : "lossy";
    const char* refused = strict == 1 ? "only where an ill-formed place is marked" : "never";
    steps_.push_back(
        {is_block && room_at_least(context_, block),
         [&conversion, strict, inside, carry] {
           return conversion.block[strict](inside->in, inside->at, carry);
         },
         lemma(fmt::format("convert{}_block_{}", width, how),
               fmt::format("a block inside of the text is refused {}; otherwise the values of its "
                           "marks are written, and the text goes on behind it",
                           refused))});
    steps_.push_back(
        {first->is_possible() && first->has_more_than(block) && room_at_least(context_, 0),
         [&conversion, strict, first, block] {
           const SymbolicCells cells(first->padded(block, block + 1, 0, true));
           const SymbolicIn padded(cells, first->number(kWindow - 1));
           return conversion.edge[strict]({first->in, padded, first->size});
         },
         lemma(fmt::format("convert{}_first_{}", width, how),
               fmt::format("the first block of a longer text is refused {} or where the room does "
                           "not suffice; otherwise the values of its marks are written, with NUL "
                           "before the text",
                           strict == 1 ? refused : "only"))});
  }
}

void Proof::add_conversion_of_ascii(const Conversion& conversion) {
  const unsigned block = subject_.kernel->block, width = conversion.width;
  const auto inside = std::make_shared<KernelText>(units_, context_);
  const z3::expr at = inside->at, written = context_.bv_const("written", 64);
  // Text and room as sums, so that no solver has to subtract.
  const z3::expr units = context_.bv_const("to_aligned", 64),
                 rest = context_.bv_const("more_text", 64),
                 free = context_.bv_const("more_room", 64);
  const auto text = std::make_shared<KernelText>(units_, at + units + rest, at);
  const z3::expr longest = text->number(kLongest);
  steps_.push_back(
      {text->is_inside(block) && z3::ule(rest, longest) && z3::ule(free, longest) &&
           z3::uge(units, text->number(1)) && z3::ule(units, text->number(block)) &&
           z3::ugt(units + rest, text->number(block)) &&
           z3::uge(units + free, text->number(block)) && z3::ule(written, longest),
       [&conversion, text, units, free] {
         return conversion.ascii_block(text->in, text->size, text->at, units + free);
       },
       [=](const Computed& computed) {
         const z3::expr &is_taken = computed.words[0], &wrong = computed.words[1];
         const z3::expr is_right =
             !wrong && computed.words[2] == at + units && computed.words[3] == written + units &&
             computed.words[4] == at + units + z3::ite(z3::ult(rest, free), rest, free);
         return std::vector{kernel_lemma(
             fmt::format("convert{}_ascii_block", width),
             "a block is taken for ASCII exactly where it is; then its units are written, one to "
             "all of them count as read and written, and the run ends where text or room does",
             computed.broken || is_taken != text->are_ascii(0, static_cast<int>(block)) ||
                 (is_taken && !is_right))};
       }});
  const z3::expr left = context_.bv_const("left", 64);
  steps_.push_back(
      {inside->is_inside(block) && room_at_least(context_, 0) &&
           z3::ule(left, context_.bv_const("room", 64)) &&
           z3::ule(left, context_.bv_const("rest", 64)) && z3::ule(left, inside->number(kLongest)),
       [&conversion, inside, at, left] {
         return conversion.ascii_blocks(inside->in, at, at + left);
       },
       [=](const Computed& computed) {
         const z3::expr &is_taken = computed.words[0], &wrong = computed.words[1];
         const z3::expr moved =
             z3::ite(is_taken, inside->number(2 * std::uint64_t{block}), inside->number(0));
         return std::vector{kernel_lemma(
             fmt::format("convert{}_ascii_run", width),
             "two blocks are taken only where both are ASCII and lie in the run; then their units "
             "are written, and nothing else ever",
             computed.broken || wrong || computed.words[2] != at + moved ||
                 computed.words[3] != written + moved ||
                 (is_taken &&
                  !(inside->are_ascii(0, static_cast<int>(2 * block)) && z3::ule(moved, left))))};
       }});
}

void Proof::add_conversion_boundary(const Conversion& conversion) {
  const Machine& law = machine(profile_);
  const unsigned block = subject_.kernel->block, width = conversion.width;
  const auto inside = std::make_shared<KernelText>(units_, context_);
  const z3::expr at = inside->at, written = context_.bv_const("written", 64);
  const z3::expr state = law_run(law, inside->text, -kWindow, kWindow).state;
  const z3::expr next = inside->text.named(0);
  const Words carry = law_carry(law, state, next);
  const z3::expr goes_on = !law_step(law, state, next).rejects;
  z3::expr open = inside->number(0);
  for (unsigned units = 1; units <= VectorKernel::kCarried; ++units)
    open = z3::ite(goes_on && is_pending(law, state, units), inside->number(units), open);
  const z3::expr half =
      z3::ite(open == 3 && context_.bool_val(width == 16), inside->number(1), inside->number(0));
  steps_.push_back(
      {inside->is_inside(block) && inside->has_more_than(0) && room_at_least(context_, 0) &&
           z3::uge(written, half) && is_a_state(law, context_.bv_const("state", kStateBits)),
       [&conversion, inside, carry] { return conversion.boundary(inside->in, inside->at, carry); },
       [=](const Computed& computed) {
         return std::vector{kernel_lemma(
             fmt::format("convert{}_boundary", width),
             "scalar code goes on where the sequence that is open behind the last block begins, "
             "and a high surrogate of it does not count as written",
             computed.broken || computed.words[0] != at - open ||
                 computed.words[1] != written - half)};
       }});
}

}  // namespace placemat::prove
