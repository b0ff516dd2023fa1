// The conversion of a vector kernel: what each place of a block writes, that eight places are
// written together and in their order, and what the steps around a block do. SOUNDNESS.md says how
// they give texts of every length.
#include "harness/prove/kernel_conversion.h"

#include <fmt/format.h>

#include "harness/prove/kernel_text.h"

namespace placemat::prove {
namespace {

using Words = Conversion::Words;

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

namespace {

// What is wrong, whatever is due.
std::vector<z3::expr> any_stores(const std::vector<z3::expr>& due) {
  std::vector<z3::expr> words{due.front().ctx().bool_val(true)};
  words.insert(words.end(), due.begin(), due.end());
  return words;
}

}  // namespace

std::vector<z3::expr> stores_of(const SymbolicOutput& output, const z3::expr& written,
                                const std::vector<z3::expr>& due, const z3::expr& count) {
  z3::context& context = Explorer::current().context();
  std::vector<std::optional<z3::expr>> stored(due.size());
  std::vector<z3::expr> wrong;
  for (const SymbolicOutput::Store& store : output.stores()) {
    std::uint64_t first = 0;
    const bool is_known = (store.place - written).simplify().is_numeral_u64(first);
    if (!is_known || first > due.size() || store.values.size() > due.size() - first)
      return any_stores(due);
    for (std::size_t i = 0; i < store.values.size(); ++i) stored[first + i] = store.values[i];
  }
  std::vector<z3::expr> words{context.bool_val(false)};
  const z3::expr nothing = context.bv_val(0, due.front().get_sort().bv_size());
  for (std::size_t i = 0; i < due.size(); ++i) {
    const z3::expr is_due = z3::ult(context.bv_val(std::uint64_t{i}, 64), count);
    wrong.push_back(stored[i] ? is_due && *stored[i] != due[i] : is_due);
    words.push_back(z3::ite(is_due, stored[i].value_or(nothing), nothing));
  }
  words[0] = any_of(wrong, context).simplify();
  return words;
}

void Proof::add_conversion(const Conversion& conversion) {
  const std::size_t values = steps_.size();
  add_conversion_values(conversion);
  conversions_.push_back({.values = values});
  const std::size_t write = steps_.size() - 1;
  const std::size_t blocks = steps_.size();
  add_conversion_blocks(conversion);
  for (std::size_t i = blocks; i < steps_.size(); ++i) {
    steps_[i].parts = {places_};
    for (std::size_t part = values; part <= write; ++part) steps_[i].parts.push_back(part);
  }
  conversions_.back().blocks = blocks;
  conversions_.back().ascii = steps_.size();
  add_conversion_of_ascii(conversion);
  add_conversion_boundary(conversion);
  for (const Conversion::Run& run : conversion.runs) {
    add_run(conversion, run);
    conversions_.back().runs.push_back(steps_.size() - 1);
  }
  if (conversion.kind != nullptr) {
    add_run_kind(conversion);
    conversions_.back().kind = steps_.size() - 1;
  }
  if (conversion.masked.write == nullptr) return;
  const std::size_t masked = steps_.size();
  conversions_.back().masked = masked;
  add_conversion_by_masks(conversion);
  for (std::size_t i = masked; i < steps_.size(); ++i) steps_[i].parts = steps_[blocks].parts;
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
  const Conversion& conversion = subject_.kernel->conversions[number];
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
  if (conversion.kind == nullptr) return;
  for (std::size_t i = 0; i < conversion.runs.size(); ++i) {
    const char* name = conversion.runs[i].units == 3 ? "threes" : "fours";
    both(name, steps.runs[i], 0);
  }
  const std::vector<z3::expr>& begun = computed_[steps.kind].words;
  add("threes_begun", "some run of three units is begun", steps.kind, begun[1]);
  add("fours_begun", "some run of four units is begun", steps.kind, begun[2]);
  if (conversion.masked.write == nullptr) return;
  both("ascii_one", steps.ascii + 2, 0);
  enum : std::size_t { kLossyLast, kLossyWhole, kStrictLast, kStrictWhole };
  both("lossy_last", steps.masked + kLossyLast, 1);
  both("lossy_whole", steps.masked + kLossyWhole, 1);
  both("strict_last", steps.masked + kStrictLast, 1);
  both("strict_whole", steps.masked + kStrictWhole, 1);
}

void Proof::add_conversion_values(const Conversion& conversion) {
  const Machine& law = machine(profile_);
  const unsigned block = subject_.kernel->block, width = conversion.width;
  const auto inside = std::make_shared<KernelText>(units_, context_);
  const z3::expr before = law_run(law, inside->text, 1 - kWindow).state;
  const Words carry = law_carry(law, before, inside->text.named(0), subject_.kernel->place_bits);
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
             kernel_lemma(
                 fmt::format("convert{}_values_alike", width),
                 "from the fourth on, what all places of a block write is the same function "
                 "of their own unit, the three before it and the next one",
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
  const unsigned bits = subject_.kernel->place_bits;
  // What the marks are and what the values: the step before.
  const std::size_t values_step = steps_.size() - 1;
  const z3::expr emit = context_.bv_const("emit", bits);
  const auto fits = [&](unsigned places) {
    return z3::ule(emit, context_.bv_val(~std::uint64_t{0} >> (64 - places), bits));
  };
  if (conversion.compress != nullptr && width == 32) {
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
  const bool is_masked = conversion.masked.write != nullptr;
  steps_.push_back(
      {is_block && fits(block) && room_at_least(context_, block),
       [&conversion, inside, emit] { return conversion.write(inside->place(0), emit); },
       [width, is_masked](const Computed& computed) {
         return std::vector{kernel_lemma(
             fmt::format("convert{}_write", width),
             fmt::format("the values of {} places that are to be written are stored {}, whatever "
                         "the marks are, and nothing outside of the room",
                         is_masked ? "all" : "each eight",
                         is_masked ? "one behind the other" : "behind those of the places before"),
             computed.broken || computed.words[0])};
       }});
  steps_.back().parts = {values_step};
  if (!is_masked) return;
  steps_.push_back(
      {is_block && room_at_least(context_, 0),
       [&conversion, inside, emit] { return conversion.masked.write(inside->place(0), emit); },
       [width](const Computed& computed) {
         return std::vector{
             kernel_lemma(fmt::format("convert{}_write_within", width),
                          "the same is so under a mask, in any room that suffices for these values",
                          computed.broken || computed.words[0])};
       }});
  steps_.back().parts = {values_step};
}

// The steps of a kernel with masks that others do not have.
void Proof::add_conversion_by_masks(const Conversion& conversion) {
  const unsigned block = subject_.kernel->block, width = conversion.width;
  const Conversion::Masked& masked = conversion.masked;
  const auto add = [this](const z3::expr& hypothesis, auto run, std::string name,
                          std::string claim) {
    steps_.push_back({hypothesis, run, [=](const Computed& computed) {
                        return std::vector{
                            kernel_lemma(name, claim, computed.broken || computed.words[0])};
                      }});
  };
  const auto inside = std::make_shared<KernelText>(units_, context_);
  const Words carry = free_carry(context_, subject_.kernel->place_bits);
  const auto text = std::make_shared<KernelText>(units_, size_, context_.bv_val(0, 64));
  const z3::expr is_short = z3::uge(size_, text->number(1)) && z3::ule(size_, text->number(block));
  for (const std::size_t strict : {std::size_t{0}, std::size_t{1}}) {
    const char* how = strict == 1 ? "strict" : "lossy";
    add(
        inside->is_inside(block) && inside->has_more_than(block) && room_at_least(context_, 0),
        [&masked, strict, inside, carry] {
          return masked.block[strict](inside->in, inside->size, inside->at, carry);
        },
        fmt::format("convert{}_last_{}", width, how),
        fmt::format("a block inside of the text, for which the room may not suffice, is refused {} "
                    "or where it does not; otherwise the values of its marks are written, and the "
                    "text goes on behind it",
                    strict == 1 ? "only where an ill-formed place is marked" : "only"));
    add(
        is_short && room_at_least(context_, 0),
        [&masked, strict, text] { return masked.whole[strict](text->in, text->size); },
        fmt::format("convert{}_whole_{}", width, how),
        fmt::format("of a text of at most {} units{} the values of its marks are written, or its "
                    "units where all are ASCII, and so many are told; where the room does not "
                    "suffice, nothing is",
                    block, strict == 1 ? ", as far as it is convertible," : ""));
  }
  if (width != 32) return;
  add(
      is_short, [&masked, text] { return masked.units(text->in, text->size); }, "convert_units",
      fmt::format("the block of a text of at most {} units has them, with NUL before and behind "
                  "them",
                  block));
  Words marks;
  for (const char* name : {"ends", "ill_formed", "fourth", "fourth_here"})
    marks.push_back(context_.bv_const(name, block));
  steps_.push_back(
      {is_short, [&masked, text, marks] { return masked.convertible(text->in, text->size, marks); },
       [this, text, marks, block](const Computed& computed) {
         z3::expr is_before = context_.bool_val(true), due = text->number(0);
         for (unsigned i = 0; i < block; ++i) {
           is_before = is_before && !(bit(marks[1], i) && z3::ult(text->number(i), size_));
           due = z3::ite(is_before && bit(marks[0], i), text->number(i + 1), due);
         }
         due = z3::ite(is_before, size_, due);
         return std::vector{
             kernel_lemma("convert_convertible",
                          "a strict one converts all units where no place of the text is "
                          "ill-formed, and otherwise those up to the last place that ends a "
                          "subpart before the first ill-formed one",
                          computed.broken || computed.words[0] != due)};
       }});
}

// The steps of one block, with any marks.
void Proof::add_conversion_blocks(const Conversion& conversion) {
  const unsigned block = subject_.kernel->block, width = conversion.width;
  const auto inside = std::make_shared<KernelText>(units_, context_);
  const z3::expr is_block = inside->is_inside(block) && inside->has_more_than(block);
  const auto first = std::make_shared<KernelText>(units_, size_, context_.bv_val(0, 64));
  const Words carry = free_carry(context_, subject_.kernel->place_bits);
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
  // A kernel with masks has such steps from the start of the text on.
  const bool is_masked = conversion.masked.write != nullptr;
  const auto is_place = [&](const KernelText& one) {
    return is_masked ? one.is_possible() && z3::ule(one.at, one.size) : one.is_inside(block);
  };
  steps_.push_back(
      {is_place(*text) && z3::ule(rest, longest) && z3::ule(free, longest) &&
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
  const auto add_run = [&](unsigned blocks, auto take) {
    steps_.push_back(
        {is_place(*inside) && room_at_least(context_, 0) &&
             z3::ule(left, context_.bv_const("room", 64)) &&
             z3::ule(left, context_.bv_const("rest", 64)) &&
             z3::ule(left, inside->number(kLongest)),
         [take, inside, at, left] { return take(inside->in, at, at + left); },
         [=](const Computed& computed) {
           const z3::expr &is_taken = computed.words[0], &wrong = computed.words[1];
           const unsigned units = blocks * block;
           const z3::expr moved = z3::ite(is_taken, inside->number(units), inside->number(0));
           return std::vector{kernel_lemma(
               fmt::format("convert{}_ascii_{}", width, blocks == 2 ? "run" : "one"),
               fmt::format("{} taken only where all units are ASCII and lie in the run; then they "
                           "are written, and nothing else ever",
                           blocks == 2 ? "two blocks are" : "one block is"),
               computed.broken || wrong || computed.words[2] != at + moved ||
                   computed.words[3] != written + moved ||
                   (is_taken &&
                    !(inside->are_ascii(0, static_cast<int>(units)) && z3::ule(moved, left))))};
         }});
    // The lemma leaves open whether the step is taken, as the next loop takes what it leaves.
    steps_.back().seen = 0;
  };
  add_run(2, conversion.ascii_blocks);
  if (is_masked) add_run(1, conversion.masked.ascii_block);
}

namespace {

// What stands before `at`, behind the last block, where the text goes on.
struct OpenSequence {
  z3::expr state, units, half;  // open units, and whether a value of them is written: 1 or 0
  Words carry;
  z3::expr hypothesis;
  OpenSequence(const Machine& law, const KernelText& inside, const VectorKernel& kernel,
               unsigned width)
      : state(law_run(law, inside.text, -kWindow, kWindow).state),
        units(inside.number(0)),
        half(inside.number(0)),
        carry(law_carry(law, state, inside.text.named(0), kernel.place_bits)),
        hypothesis(state.ctx().bool_val(true)) {
    z3::context& context = state.ctx();
    const z3::expr goes_on = !law_step(law, state, inside.text.named(0)).rejects;
    for (unsigned open = 1; open <= VectorKernel::kCarried; ++open)
      units = z3::ite(goes_on && is_pending(law, state, open), inside.number(open), units);
    if (width == 16) half = z3::ite(units == 3, inside.number(1), half);
    hypothesis = inside.is_inside(kernel.block) && inside.has_more_than(0) &&
                 room_at_least(context, 0) && z3::uge(context.bv_const("written", 64), half) &&
                 is_a_state(law, context.bv_const("state", kStateBits));
  }
};

// What the law makes of a sequence of `units` units that begins `first` units behind `at`.
struct LawSequence {
  z3::expr is_there, value;
  LawSequence(const Profile& profile, const SymbolicUnits& text_units, const SymbolicText& text,
              int first, unsigned units)
      : is_there(text.named(0).ctx().bool_val(true)), value(is_there) {
    z3::context& context = is_there.ctx();
    const Machine& law = machine(profile);
    const z3::expr start = context.bv_val(unsigned{Machine::kStart}, kStateBits);
    z3::expr state = start;
    for (unsigned i = 0; i < units; ++i) {
      const LawStep step = law_step(law, state, text.named(first + static_cast<int>(i)));
      state = step.next;
      const bool is_last = i + 1 == units;
      is_there = is_there && !step.rejects && (is_last ? state == start : state != start);
    }
    const LawValue item = law_value(dialect(profile.dialect), text_units,
                                    first + static_cast<int>(units) - 1, units - 1, units, context);
    // One that the forms have no value for is written nowhere.
    is_there = is_there && item.is_value;
    value = item.value;
  }
};

// A lane of 32 bits, as run.lanes and run.take give it.
struct RunLane {
  z3::expr is_faulty, value;
};
std::vector<RunLane> lanes_in(const Words& words, std::size_t first) {
  std::vector<RunLane> lanes;
  for (std::size_t i = first; i < words.size(); i += 2) lanes.push_back({words[i], words[i + 1]});
  return lanes;
}
// The values of a sequence of so many units.
z3::expr is_in_range(const z3::expr& value, unsigned units) {
  z3::context& context = value.ctx();
  const auto number = [&](std::uint64_t one) {
    return context.bv_val(one, value.get_sort().bv_size());
  };
  return z3::uge(value, number(units == 3 ? 0x800 : 0x10000)) &&
         z3::ule(value, number(units == 3 ? 0xFFFF : 0x10FFFF));
}
// What such values become in the output.
Words written_for(const std::vector<RunLane>& lanes, unsigned units, unsigned width) {
  Words written;
  for (const RunLane& lane : lanes) {
    if (width == 32 || units == 3) {
      written.push_back(of_width(lane.value, width));
      continue;
    }
    z3::context& context = lane.value.ctx();
    const auto number = [&](unsigned value) { return context.bv_val(value, 32); };
    const z3::expr above = lane.value - number(0x10000);
    written.push_back(of_width(number(0xD800) + z3::lshr(above, number(10)), width));
    written.push_back(of_width(number(0xDC00) + (above & number(0x3FF)), width));
  }
  return written;
}

std::string name_of_run(unsigned width, const Conversion::Run& run) {
  return fmt::format("convert{}_{}", width, run.units == 3 ? "threes" : "fours");
}

}  // namespace

void Proof::add_conversion_boundary(const Conversion& conversion) {
  const unsigned width = conversion.width;
  const auto inside = std::make_shared<KernelText>(units_, context_);
  const z3::expr at = inside->at, written = context_.bv_const("written", 64);
  const OpenSequence open(machine(profile_), *inside, *subject_.kernel, width);
  steps_.push_back(
      {open.hypothesis,
       [&conversion, inside, carry = open.carry] {
         return conversion.boundary(inside->in, inside->at, carry);
       },
       [=](const Computed& computed) {
         return std::vector{kernel_lemma(
             fmt::format("convert{}_boundary", width),
             "scalar code goes on where the sequence that is open behind the last block begins, "
             "and a high surrogate of it does not count as written",
             computed.broken || computed.words[0] != at - open.units ||
                 computed.words[1] != written - open.half)};
       }});
}

// Where a run begins, what its lanes are, and one step of it.
void Proof::add_run(const Conversion& conversion, const Conversion::Run& run) {
  const unsigned width = conversion.width;
  const auto inside = std::make_shared<KernelText>(units_, context_);
  const z3::expr at = inside->at, written = context_.bv_const("written", 64);
  const OpenSequence open(machine(profile_), *inside, *subject_.kernel, width);
  steps_.push_back(
      {open.hypothesis && (run.units == 4 || open.units != 3),
       [&run, at, carry = open.carry] { return run.start(at, carry); },
       [=, &run](const Computed& computed) {
         return std::vector{kernel_lemma(
             name_of_run(width, run) + "_start",
             fmt::format("a run of sequences of {} units begins where the sequence that is open "
                         "behind the last block begins, and nothing of it counts as written",
                         run.units),
             computed.broken || computed.words[0] != at - open.units ||
                 computed.words[1] != written - open.half)};
       }});
  if (width == 32) add_run_lanes(run);
  add_run_step(run, width);
}

// They are the same ones for both widths.
void Proof::add_run_lanes(const Conversion::Run& run) {
  const auto inside = std::make_shared<KernelText>(units_, context_);
  const z3::expr has_units =
      z3::uge(context_.bv_const("rest", 64), inside->number(std::uint64_t{run.read}));
  steps_.push_back(
      {inside->is_possible() && z3::ule(inside->at, inside->size) && has_units,
       [&run, inside] { return run.lanes(inside->place(0)); },
       [this, &run, inside](const Computed& computed) {
         const std::string name = run.units == 3 ? "threes" : "fours";
         std::vector<Lemma> all{kernel_lemma(
             name + "_reads", "lanes of sequences read only units of the text", computed.broken)};
         const std::vector<RunLane> lanes = lanes_in(computed.words, 0);
         for (std::size_t i = 0; i < lanes.size(); ++i) {
           const LawSequence law(profile_, units_, inside->text, static_cast<int>(i * run.units),
                                 run.units);
           const z3::expr value = of_width(law.value, 32);
           all.push_back(kernel_lemma(
               fmt::format("{}_lane_{}", name, i),
               fmt::format("lane {} of a run of {} units is faultless exactly where the law has "
                           "a sequence there, and has its value, which such a sequence can have",
                           i, run.units),
               law.is_there == lanes[i].is_faulty ||
                   (law.is_there && (lanes[i].value != value || !is_in_range(value, run.units)))));
         }
         return all;
       }});
  (run.units == 3 ? lanes_of_threes_ : lanes_of_fours_) = steps_.size() - 1;
}

// With any lanes.
void Proof::add_run_step(const Conversion::Run& run, unsigned width) {
  const auto inside = std::make_shared<KernelText>(units_, context_);
  const z3::expr at = inside->at, written = context_.bv_const("written", 64);
  const z3::expr rest = context_.bv_const("rest", 64), room = context_.bv_const("room", 64);
  const auto number = [inside](std::size_t value) { return inside->number(value); };
  const std::size_t stored = std::size_t{run.sequences} * (width == 16 && run.units == 4 ? 2 : 1);
  Step step{
      inside->is_possible() && z3::ule(at, inside->size) && z3::ule(rest, number(kLongest)) &&
          room_at_least(context_, 0),
      [&run, inside] { return run.take(inside->in, inside->size, inside->at); },
      [=, this, &run](const Computed& computed) {
        const z3::expr& is_taken = computed.words[0];
        const std::vector<RunLane> lanes = lanes_in(computed.words, 4 + stored);
        z3::expr is_due = z3::uge(rest, number(run.read)) && z3::uge(room, number(stored));
        z3::expr are_possible = context_.bool_val(true);
        for (const RunLane& lane : lanes) {
          is_due = is_due && !lane.is_faulty;
          are_possible = are_possible && is_in_range(lane.value, run.units);
        }
        const auto moved = [&](std::size_t count) {
          return z3::ite(is_taken, number(count), number(0));
        };
        const auto first = computed.words.begin() + 4;
        const Words values(first, first + static_cast<std::ptrdiff_t>(stored));
        const std::string name = name_of_run(width, run);
        return std::vector{
            kernel_lemma(
                name,
                fmt::format("{} sequences of {} units are taken exactly where no lane is "
                            "faulty, {} units are left, and there is room; otherwise "
                            "nothing changes",
                            run.sequences, run.units, run.read),
                computed.broken || is_taken != is_due ||
                    computed.words[2] != at + moved(std::size_t{run.units} * run.sequences) ||
                    computed.words[3] != written + moved(stored)),
            kernel_lemma(
                name + "_values",
                "what is written then are the values of the lanes, one behind the other, "
                "and nothing else",
                computed.words[1] || (is_taken && are_possible &&
                                      any_differ(values, written_for(lanes, run.units, width))))};
      }};
  // The lemmas of the lanes are about the others.
  step.is_reached = [this, &run, stored](const Computed& computed) {
    z3::expr are_possible = context_.bool_val(true);
    for (const RunLane& lane : lanes_in(computed.words, 4 + stored))
      are_possible = are_possible && is_in_range(lane.value, run.units);
    return are_possible;
  };
  step.parts = {run.units == 3 ? lanes_of_threes_ : lanes_of_fours_};
  steps_.push_back(std::move(step));
}

// Which run is tried changes how fast text is converted, and nothing else.
void Proof::add_run_kind(const Conversion& conversion) {
  const unsigned block = subject_.kernel->block;
  const z3::expr count = context_.bv_const("count", 64), fours = context_.bv_const("fours", 64);
  const Words carry = free_carry(context_, subject_.kernel->place_bits);
  const auto at_most = [&](const z3::expr& word, unsigned most) {
    return z3::ule(word, context_.bv_val(std::uint64_t{most}, word.get_sort().bv_size()));
  };
  z3::expr hypothesis = at_most(count, 2 * block) && at_most(fours, block);
  for (const z3::expr& one : carry) hypothesis = hypothesis && at_most(one, 1);
  Step step{hypothesis,
            [&conversion, count, fours, carry] { return conversion.kind(count, fours, carry); },
            [width = conversion.width](const Computed& computed) {
              return std::vector{kernel_lemma(
                  fmt::format("convert{}_run_kind", width),
                  "a run of three units is never begun where a sequence of four is open",
                  computed.broken || computed.words[0])};
            }};
  step.seen = 1;
  steps_.push_back(std::move(step));
}

}  // namespace placemat::prove
