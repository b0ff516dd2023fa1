#include "harness/prove/proof.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <set>
#include <utility>

#include "harness/prove/lemma_check.h"

namespace placemat::prove {
namespace {

// Of processor time of this program.
double seconds_since(std::clock_t begun) {
  return static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
}

constexpr unsigned kKindBits = 2;
constexpr const char* kCut = "cut";
// The words of an item; callers see those before kSeen.
enum : std::size_t { kValueWord = 2, kSeen = 5, kKindWord = 5, kLengthWord, kCount32, kCount16 };

z3::expr is_kind(const z3::expr& kind, DecodedKind which) {
  return kind == kind.ctx().bv_val(static_cast<unsigned>(which), kKindBits);
}

// The same formula with `other` in the place of a word.
z3::expr replaced(z3::expr formula, const z3::expr& word, const z3::expr& other) {
  z3::expr_vector from(word.ctx()), to(word.ctx());
  from.push_back(word);
  to.push_back(other);
  return formula.substitute(from, to);
}

// As PerUnit::Taken.
enum : unsigned { kOpen, kValue, kRejected, kRejectedAlone };

// What the law makes of each unit in one state: a Taken, and the state that stands for its next.
unsigned taken_by(const Machine& law, Machine::State state, std::size_t unit) {
  const Transition& t = law.at(state, unit);
  if (t.error_length > 0) return state == Machine::kStart ? kRejectedAlone : kRejected;
  return t.emits ? kValue : kOpen;
}

std::pair<z3::expr, z3::expr> law_step(const Machine& law, Machine::State state,
                                       const std::vector<std::uint64_t>& states,
                                       const z3::expr& unit, unsigned bits) {
  z3::context& context = unit.ctx();
  z3::expr taken = context.bv_val(0, 2), next = context.bv_val(0, bits);
  for (int i = 255; i >= 0; --i) {
    const auto u = static_cast<unsigned>(i);
    const unsigned now = taken_by(law, state, u);
    const Machine::State to = law.at(state, u).next;
    const bool is_same =
        u < 255 && now == taken_by(law, state, u + 1) && to == law.at(state, u + 1).next;
    if (is_same) continue;
    const z3::expr is_up_to = z3::ule(unit, context.bv_val(u, 8));
    taken = z3::ite(is_up_to, context.bv_val(now, 2), taken);
    next = z3::ite(is_up_to, context.bv_val(states[to], bits), next);
  }
  return {taken, next};
}

std::string file_name(const Form& form) {
  std::string name = name_of(form, form.length);
  std::ranges::replace(name, ' ', '_');
  return name;
}

}  // namespace

z3::expr any_of(const std::vector<z3::expr>& all, z3::context& context) {
  z3::expr_vector terms(context);
  for (const z3::expr& one : all) terms.push_back(one);
  return all.empty() ? context.bool_val(false) : z3::mk_or(terms);
}

std::vector<Bytes> access_to(const Machine& law) {
  std::vector<Bytes> access(law.state_count());
  std::vector<bool> is_known(law.state_count());
  std::vector<Machine::State> open{Machine::kStart};
  is_known[Machine::kStart] = true;
  for (std::size_t i = 0; i < open.size(); ++i) {
    for (std::size_t unit = 0; unit < 256; ++unit) {
      const Transition& t = law.at(open[i], unit);
      if (t.error_length > 0 || is_known[t.next]) continue;
      is_known[t.next] = true;
      access[t.next] = access[open[i]];
      access[t.next].push_back(static_cast<std::uint8_t>(unit));
      open.push_back(t.next);
    }
  }
  return access;
}

std::string why_no_lemmas(const Subject& subject, const Profile& profile) {
  const Dialect& table = dialect(profile.dialect);
  const Policy& rule = policy(profile.policy);
  if (!has_formulas(table)) return "its dialect looks back at the sequence before";
  if (profile.bom != Bom::kKeep) return "it strips a leading BOM";
  const bool lossy = subject.decoder->lossy32 != nullptr || subject.decoder->lossy64 != nullptr;
  if (!lossy) return "";
  const bool is_known =
      rule.count == Policy::Count::kPerSubpart || rule.count == Policy::Count::kPerUnit;
  if (rule.swallow != Swallow::kNothing || !is_known) {
    return fmt::format("there are no lemmas for the policy {}", rule.name);
  }
  return "";
}

Proof::Proof(z3::context& context, const Subject& subject, const Profile& profile)
    : context_(context),
      subject_(subject),
      profile_(profile),
      units_(context),
      size_(context.bv_const("n", 64)) {
  if (subject.automaton) {
    add_automaton_steps();
  } else if (subject.kernel) {
    add_kernel_steps();
    add_kernel_laws();
  } else {
    add_item_step();
    if (has_other_radix()) {
      for (const Form& form : dialect(profile.dialect).forms) add_value_step(form);
    }
    if (subject.ahead) {
      add_ahead_step(*subject.ahead);
      add_counts();
    }
  }
  if (subject.shortcuts) add_shortcut_steps();
  if (!subject.kernel) add_put_steps();
  if (subject.encode != nullptr) {
    add_encode_step();
    if (has_other_radix()) {
      for (const Form& form : dialect(profile.dialect).forms) add_encode_step(form);
    }
  }
  for (Step& step : steps_) {
    computed_.push_back(compute(step));
    for (Lemma& lemma : step.negated(computed_.back())) {
      lemma.formula = step.hypothesis && lemma.formula;
      // Lanes that are the same become the same formula.
      if (subject.kernel) lemma.formula = lemma.formula.simplify();
      lemmas_.push_back(std::move(lemma));
    }
  }
  if (policy(profile.policy).count == Policy::Count::kPerUnit) lemmas_.push_back(subpart_lemma());
  if (subject.encode != nullptr && has_other_radix()) lemmas_.push_back(sequences_lemma());
  if (subject.kernel) leave_parts_to_their_steps();
  add_vacuity();
}

// The words of an item: kind, length, value and the counts of the length functions as callers see
// them, then kind, length and the counts as they are. Where each unit is replaced, no caller sees
// how an error is divided, and the lemma `replaced` has the rest.
void Proof::add_item_step() {
  const placemat_decoder& decoder = *subject_.decoder;
  const bool goes_on =
      decoder.lossy32 != nullptr || decoder.lossy64 != nullptr || decoder.stream_open != nullptr;
  const bool is_divided = goes_on && policy(profile_.policy).count != Policy::Count::kPerUnit;
  const bool shows_length = is_divided || (decoder.claims & PLACEMAT_CLAIM_LENGTH) != 0;
  const bool shows_end = is_divided || (decoder.claims & PLACEMAT_CLAIM_INCOMPLETE) != 0;
  const bool is_per_unit = subject_.is_per_unit;
  steps_.push_back(
      {z3::uge(size_, context_.bv_val(1, 64)),
       [this, shows_length, shows_end, is_per_unit] {
         const SymbolicDecoded item = subject_.item(SymbolicWords::Text(units_, size_));
         const bool is_value = item.kind == DecodedKind::kValue;
         const z3::expr none = context_.bv_val(0, 64);
         const auto kind = [this](DecodedKind one) {
           return context_.bv_val(static_cast<unsigned>(one), kKindBits);
         };
         const placemat_decoder& own = *subject_.decoder;
         const z3::expr count32 = own.length32 != nullptr ? subject_.counts[0](item) : none,
                        count16 = own.length16 != nullptr ? subject_.counts[1](item) : none;
         const auto seen = [&](const z3::expr& count) {
           return is_value || !is_per_unit ? count : count - item.length.expr();
         };
         return std::vector{is_value || shows_end ? kind(item.kind) : kind(DecodedKind::kIllFormed),
                            is_value || shows_length ? item.length.expr() : none,
                            is_value ? item.value.expr() : none,
                            seen(count32),
                            seen(count16),
                            kind(item.kind),
                            item.length.expr(),
                            count32,
                            count16};
       },
       [this](const Computed& computed) { return item_lemmas(computed); }, kSeen});
}

std::vector<Lemma> Proof::item_lemmas(const Computed& computed) const {
  const z3::expr& value = computed.words[kValueWord];
  const z3::expr& kind = computed.words[kKindWord];
  const z3::expr& length = computed.words[kLengthWord];
  const LawItem law = law_item(dialect(profile_.dialect), units_, size_);
  const z3::expr is_value = is_kind(kind, DecodedKind::kValue);
  const z3::expr is_incomplete = is_kind(kind, DecodedKind::kIncomplete);
  const std::uint32_t claims = subject_.decoder->claims;
  const bool stops = subject_.decoder->lossy32 == nullptr && subject_.decoder->lossy64 == nullptr;
  const bool streams = subject_.decoder->stream_open != nullptr;

  std::vector<Lemma> all;
  const auto add = [&](const char* name, const char* claim, const z3::expr& broken) {
    all.push_back({name, "lemma", claim, false, broken});
  };
  add("reads",
      "every path of the step is one of those explored, reads only units of the text and "
      "entries of its tables, and shifts by less than the width",
      computed.broken);
  add("verdict", "the first item is a value exactly where the law has a sequence",
      is_value != law.is_value);
  if (!has_other_radix())
    add("value", "its value is the law's", law.is_value && is_value && value != law.value);
  add("consumed", "a value takes the units of its sequence",
      law.is_value && is_value && length != law.length);
  add("progress", "an item takes at least one unit, and none behind the end",
      length == 0 || z3::ugt(length, size_));
  const bool is_per_unit = policy(profile_.policy).count == Policy::Count::kPerUnit;
  if (!stops && is_per_unit) {
    add("replaced", "a unit of an error begins no sequence of the law",
        !is_value && value_among(length));
  }
  if ((!stops && !is_per_unit) || (claims & PLACEMAT_CLAIM_LENGTH) != 0) {
    add("error", "an error spans the law's maximal subpart, and decoding goes on behind it",
        !law.is_value && !is_value && length != law.length);
  }
  const z3::expr one = context_.bv_val(1, 64);
  const z3::expr of_error = is_per_unit ? length : one;
  if (subject_.decoder->length32 != nullptr) {
    add("length32", "length32 counts one for a value, and as many for an error as are written",
        computed.words[kCount32] != z3::ite(is_value, one, of_error));
  }
  if (subject_.decoder->length16 != nullptr) {
    add("length16",
        "length16 counts two for a value beyond FFFF, one for any other, and as many "
        "for an error as are written",
        computed.words[kCount16] !=
            z3::ite(is_value, z3::ite(z3::ugt(value, context_.bv_val(0xFFFF, 64)), one + one, one),
                    of_error));
  }
  if ((claims & PLACEMAT_CLAIM_INCOMPLETE) != 0) {
    add("end",
        "an item is incomplete exactly where the input ends inside a sequence that more "
        "units could complete",
        is_incomplete != law.is_incomplete);
  }
  if (streams) {
    const z3::expr cut = context_.bv_const("cut", 64);
    const auto before = [&](const z3::expr& whole) { return replaced(whole, size_, cut); };
    const z3::expr is_cut = z3::uge(cut, context_.bv_val(1, 64)) && z3::ult(cut, size_);
    const z3::expr open = before(is_incomplete);
    add(kCut,
        "for every cut inside the text, an item that is whole before it stays as it is; of "
        "one that is not, all units before the cut are kept, and they fit",
        is_cut && ((!open &&
                    (before(kind) != kind || before(length) != length || before(value) != value)) ||
                   (open && (before(length) != cut ||
                             z3::uge(cut, context_.bv_val(PLACEMAT_MAX_SEQUENCE, 64))))));
    if (subject_.shortcuts) {
      add("kept",
          "of an item that is not whole before a cut, at most three units are kept, and it has at "
          "least as many when it goes on",
          is_cut && open && (z3::ugt(cut, context_.bv_val(3, 64)) || z3::ult(length, cut)));
    }
  }
  return all;
}

bool Proof::has_other_radix() const {
  const auto is_power_of_two = [](std::uint64_t weight) { return (weight & (weight - 1)) == 0; };
  return !std::ranges::all_of(dialect(profile_.dialect).forms, [&](const Form& form) {
    return std::ranges::all_of(form.weights, is_power_of_two);
  });
}

// A solver multiplies slowly, so that it cannot compare all sums of all forms. On the path of one
// form, both sums become the same one.
void Proof::add_value_step(const Form& form) {
  steps_.push_back({begins(form, form.length, units_, size_),
                    [this] {
                      const SymbolicDecoded item =
                          subject_.item(SymbolicWords::Text(units_, size_));
                      return std::vector{item.value.expr()};
                    },
                    [this, form](const Computed& computed) {
                      const z3::expr is_other =
                          computed.words[0] != value_of(form, units_, context_);
                      return std::vector<Lemma>{
                          {fmt::format("value_{}", file_name(form)), "lemma",
                           fmt::format("the value of {} is the law's", name_of(form, form.length)),
                           false, computed.broken || is_other.simplify()}};
                    }});
}

// Does the law have a sequence that begins within the first `length` units?
z3::expr Proof::value_among(const z3::expr& length) const {
  const Dialect& table = dialect(profile_.dialect);
  const auto longest =
      static_cast<unsigned>(std::ranges::max(table.forms, {}, &Form::length).length);
  z3::expr any = z3::ugt(length, context_.bv_val(longest, 64));
  for (unsigned i = 0; i < longest; ++i) {
    const z3::expr at = context_.bv_val(i, 64);
    const LawItem law = law_item(table, units_.behind(i), size_ - at);
    any = any || (z3::ugt(length, at) && law.is_value);
  }
  return any;
}

// Where the law replaces each unit, it does not matter how a decoder divides a maximal subpart.
Lemma Proof::subpart_lemma() const {
  const Dialect& table = dialect(profile_.dialect);
  const LawItem whole = law_item(table, units_, size_);
  const auto longest =
      static_cast<unsigned>(std::ranges::max(table.forms, {}, &Form::length).length);
  z3::expr broken = context_.bool_val(false);
  for (unsigned i = 1; i < longest; ++i) {
    const z3::expr at = context_.bv_val(i, 64);
    const LawItem rest = law_item(table, units_.behind(i), size_ - at);
    broken = broken || (z3::ugt(whole.length, at) &&
                        (rest.is_value || z3::ugt(rest.length, whole.length - at)));
  }
  return {"subparts", "lemma",
          "the units of a maximal subpart behind its first one are ill-formed by themselves, and "
          "none of them begins a subpart that goes on behind it",
          false, z3::uge(size_, context_.bv_val(1, 64)) && !whole.is_value && broken};
}

// No caller sees the value or length of a sequence with an error: the text is decoded again.
void Proof::add_ahead_step(const AheadPath& path) {
  steps_.push_back(
      {z3::uge(size_, context_.bv_val(path.units, 64)),
       [this, &path] {
         const auto [error, length, value] = path.take(SymbolicWords::Text(units_, size_));
         const z3::expr none = context_.bv_val(0, 32), is_value = error == 0;
         return std::vector{z3::ite(is_value, none, context_.bv_val(1, 32)),
                            z3::ite(is_value, z3::zext(length, 32), context_.bv_val(0, 64)),
                            z3::ite(is_value, z3::zext(value, 32), context_.bv_val(0, 64)),
                            z3::zext(length, 32)};
       },
       [this, &path](const Computed& computed) { return ahead_lemmas(path, computed); }, 3});
}

std::vector<Lemma> Proof::ahead_lemmas(const AheadPath& path, const Computed& computed) const {
  const z3::expr& length = computed.words[3];
  const z3::expr is_value = computed.words[0] == 0;
  const LawItem law = law_item(dialect(profile_.dialect), units_, size_);
  const auto units = static_cast<int>(path.units);
  const auto lemma = [](const char* name, std::string claim, const z3::expr& broken) {
    return Lemma{name, "lemma", std::move(claim), false, broken};
  };
  return {
      lemma("block_reads",
            fmt::format("a step of the block path reads {} units of the text and "
                        "entries of its tables",
                        units),
            computed.broken),
      lemma("block_verdict", "it has no error exactly where the law has a sequence",
            is_value != law.is_value),
      lemma("block_value", "its value is the law's", is_value && computed.words[2] != law.value),
      lemma("block_consumed", "it takes the units of the sequence",
            is_value && length != law.length),
      lemma("block_progress",
            fmt::format("with an error or without, it takes 1 to {} units", units),
            length == 0 || z3::ugt(length, units)),
  };
}

// The state of the decoder behind some units, which a lemma for each of its states then confirms.
std::uint64_t Proof::state_after(ByteView units) {
  std::uint64_t state = subject_.automaton->accept;
  Sites none;
  for (const std::uint8_t unit : units) {
    Explorer explorer(context_, none);
    const Explorer::Merged merged = explorer.explore(context_.bool_val(true), [&] {
      return subject_.automaton->take(state, context_.bv_val(unit, 32));
    });
    state = merged.words[1].simplify().get_numeral_uint64();
  }
  return state;
}

// One lemma for each state of the law, over all units; and one for the values of each form.
void Proof::add_automaton_steps() {
  const Machine& law = machine(profile_);
  const z3::expr unit = z3::zext(units_.at(0), 24);
  access_ = access_to(law);
  for (const Bytes& access : access_) states_.push_back(state_after(access));
  for (std::size_t state = 0; state < law.state_count(); ++state) {
    steps_.push_back(
        {context_.bool_val(true),
         [this, state, unit] { return subject_.automaton->take(states_[state], unit); },
         [this, state, &law](const Computed& computed) {
           const auto [taken, next] = law_step(law, static_cast<Machine::State>(state), states_,
                                               units_.at(0), subject_.automaton->bits);
           const z3::expr goes_on =
               taken == static_cast<int>(kOpen) || taken == static_cast<int>(kValue);
           const z3::expr broken = computed.broken || computed.words[0] != taken ||
                                   (goes_on && computed.words[1] != next);
           return std::vector<Lemma>{
               {fmt::format("state_{}", state), "lemma",
                fmt::format(
                    "{}, each unit is taken or rejected as by the law, and leads to the state "
                    "that stands for the law's",
                    law.name(static_cast<Machine::State>(state))),
                false, broken, Lemma::Result::kUnknown, 0, access_[state]}};
         }});
  }
  for (const Form& form : dialect(profile_.dialect).forms) add_values_of(form);
  add_validate_steps();
  add_counts();
}

// One value into the room that is left. A decoder of wider values writes them as those of 32 bits.
void Proof::add_put_steps() {
  const placemat_decoder& own = *subject_.decoder;
  add_put_step(subject_.puts[0], 32);
  if (own.strict16 != nullptr || own.lossy16 != nullptr) add_put_step(subject_.puts[1], 16);
}

void Proof::add_put_step(Put put, unsigned width) {
  const z3::expr capacity = context_.bv_const("capacity", 64),
                 written = context_.bv_const("written", 64), value = context_.bv_const("value", 64);
  const auto number = [this](std::uint64_t one) { return context_.bv_val(one, 64); };
  const z3::expr is_pair = width == 16 ? z3::ugt(value, number(0xFFFF)) : context_.bool_val(false);
  const z3::expr above = value - number(0x10000), low10 = number(0x3FF);
  const z3::expr first = z3::ite(is_pair, number(0xD800) | z3::lshr(above, number(10)), value);
  const z3::expr second =
      z3::ite(is_pair, number(0xDC00) | (above & low10), context_.bv_const("free1", 64));
  const z3::expr behind = written + z3::ite(is_pair, number(2), number(1));
  // No more than a memory holds, so that no sum overflows.
  const z3::expr is_possible =
      z3::ule(written, capacity) && z3::ule(capacity, number(std::uint64_t{1} << 62)) &&
      (width == 16 ? z3::ule(value, number(0x10FFFF)) : context_.bool_val(true));
  puts_.push_back(steps_.size());
  steps_.push_back(
      {is_possible, [put, capacity, written, value] { return put(capacity, written, value); },
       [=, this](const Computed& computed) {
         const std::vector<z3::expr>& words = computed.words;
         const z3::expr fits = z3::ule(behind, capacity);
         std::vector<Lemma> all{
             {fmt::format("room{}", width), "lemma",
              "a value is written where all of its code units have room; else nothing is written, "
              "and never outside of the room",
              false,
              computed.broken || words[0] != fits || words[1] != z3::ite(fits, behind, written) ||
                  (!fits && (words[2] != context_.bv_const("free0", 64) ||
                             words[3] != context_.bv_const("free1", 64)))},
             {fmt::format("utf{}", width), "lemma",
              fmt::format("what is written of it are its code units of UTF-{}", width), false,
              fits && (words[2] != first || words[3] != second)}};
         for (Lemma& lemma : all) lemma.has_text = false;
         return all;
       }});
}

// What an encoder writes is a sequence of the law for its value, and none is shorter. Every value
// of 64 bits is asked. The words: length, and the units, where those behind the sequence do not
// count.
void Proof::add_encode_step() {
  encode_ = steps_.size();
  const z3::expr value = context_.bv_const("value", 64);
  steps_.push_back(
      {context_.bool_val(true),
       [this, value] {
         std::vector<z3::expr> words = subject_.encode(value);
         if (has_other_radix()) return std::vector{words[0]};  // the others have steps of their own
         for (unsigned i = 1; i < words.size(); ++i) {
           const z3::expr is_inside = z3::ugt(words[0], context_.bv_val(i - 1, 64));
           words[i] = z3::ite(is_inside, words[i], context_.bv_val(0, 8));
         }
         return words;
       },
       [this, value](const Computed& computed) {
         const z3::expr& length = computed.words[0];
         const LawItem law = law_item(dialect(profile_.dialect), units_, length);
         z3::expr is_written = context_.bool_val(true), has_form = context_.bool_val(false),
                  has_shorter = context_.bool_val(false);
         for (unsigned i = 0; i + 1 < computed.words.size(); ++i)
           is_written = is_written && units_.at(i) == computed.words[i + 1];
         for (const Form& form : dialect(profile_.dialect).forms) {
           const z3::expr is_of_form = z3::uge(value, context_.bv_val(form.lowest, 64)) &&
                                       z3::ule(value, context_.bv_val(form.highest(), 64));
           has_form = has_form || is_of_form;
           has_shorter =
               has_shorter || (is_of_form && z3::ugt(length, context_.bv_val(form.length, 64)));
         }
         std::vector<Lemma> all{
             {"encode_writes", "lemma", "an encoder writes in the room for one sequence only",
              false, computed.broken},
             {"encode_refuses", "lemma",
              "a value is refused exactly where it has no form in the dialect", false,
              (length != 0) != has_form}};
         if (!has_other_radix()) {
           const z3::expr is_right = law.is_value && law.length == length && law.value == value;
           all.push_back({"encode", "lemma",
                          "what is written is a sequence of the law, of this value", false,
                          length != 0 && is_written && !is_right});
           all.push_back(
               {"encode_shortest", "lemma", "no form of the value is shorter", false, has_shorter});
         }
         for (Lemma& lemma : all) lemma.has_text = false;
         return all;
       }});
}

// A solver divides slowly, so that it is not asked about all values. The value of each sequence is
// a sum over its units, which a division takes apart.
void Proof::add_encode_step(const Form& form) {
  const auto length = static_cast<int>(form.length);
  const z3::expr value = context_.bv_const("value", 64),
                 sum = value_of(form, units_, context_).simplify();
  const z3::expr is_form = begins(form, form.length, units_, context_.bv_val(length, 64));
  steps_.push_back({is_form && value == sum,
                    [this, form, value, sum, is_form] {
                      Explorer::current().define(value, sum, is_form);
                      Explorer::current().require_first(
                          z3::uge(value, context_.bv_val(form.lowest, 64)) &&
                          z3::ule(value, context_.bv_val(form.highest(), 64)));
                      return subject_.encode(value);
                    },
                    [this, form, length](const Computed& computed) {
                      z3::expr is_other = computed.words[0] != length;
                      for (unsigned i = 0; i < form.length; ++i)
                        is_other = is_other || computed.words[i + 1] != units_.at(i);
                      Lemma lemma{fmt::format("encode_{}", file_name(form)), "lemma",
                                  fmt::format("the value of a sequence {} is written as that one",
                                              name_of(form, form.length)),
                                  false, computed.broken || is_other};
                      lemma.has_text = false;
                      return std::vector{lemma};
                    }});
}

// Each sequence comes back from its value, so no two have the same one. As many of them as there
// are values have them all.
Lemma Proof::sequences_lemma() const {
  const Dialect& table = dialect(profile_.dialect);
  Lemma lemma{"encode_every", "lemma",
              "the dialect has as many sequences as values, from 0 to the highest", false,
              sequence_count(table, context_) != context_.bv_val(table.highest(), 64) + 1};
  lemma.has_text = false;
  return lemma;
}

// What the length functions count of a value.
void Proof::add_counts() {
  const z3::expr value = context_.bv_const("value", 64), one = context_.bv_val(1, 64);
  steps_.push_back(
      {context_.bool_val(true),
       [value] {
         return std::vector{Subject::kCountsOfValues[0](value), Subject::kCountsOfValues[1](value)};
       },
       [value, one](const Computed& computed) {
         const z3::expr is_beyond = z3::ugt(value, value.ctx().bv_val(0xFFFF, 64));
         Lemma lemma{"counts", "lemma",
                     "a value counts two code units of UTF-16 beyond FFFF, and else one", false,
                     computed.broken || computed.words[0] != one ||
                         computed.words[1] != z3::ite(is_beyond, one + one, one)};
         lemma.has_text = false;
         return std::vector{lemma};
       }});
}

void Proof::add_values_of(const Form& form) {
  const z3::expr is_form =
      begins(form, form.length, units_, context_.bv_val(unsigned{form.length}, 64));
  std::vector<std::uint64_t> before;
  Bytes units;
  for (unsigned i = 0; i < form.length; ++i) {
    before.push_back(state_after(units));
    units.push_back(form.units[i].first);
  }
  steps_.push_back({is_form,
                    [this, before] {
                      z3::expr value = context_.bv_const("junk", 32);
                      for (unsigned i = 0; i < before.size(); ++i) {
                        value = subject_.automaton->accumulate(before[i], value,
                                                               z3::zext(units_.at(i), 24));
                      }
                      return std::vector{value};
                    },
                    [this, form](const Computed& computed) {
                      const LawItem law = law_item(dialect(profile_.dialect), units_,
                                                   context_.bv_val(unsigned{form.length}, 64));
                      const z3::expr value = z3::zext(computed.words[0], 32);
                      return std::vector<Lemma>{
                          {fmt::format("value_{}", file_name(form)),
                           "lemma",
                           fmt::format("{} gives the law's value, whatever was decoded before",
                                       name_of(form, form.length)),
                           false,
                           computed.broken || value != law.value,
                           Lemma::Result::kUnknown,
                           0,
                           {},
                           form.length}};
                    }});
}

// `validate` walks on behind an error, and upper bits of its state may be anything.
void Proof::add_validate_steps() {
  const Automaton& own = *subject_.automaton;
  const z3::expr unit = z3::zext(units_.at(0), 24);
  const z3::expr reject = context_.bv_val(own.reject, own.bits);
  steps_.push_back(
      {context_.bool_val(true), [&own, unit] { return std::vector{own.step(own.reject, unit)}; },
       [reject](const Computed& computed) {
         return std::vector<Lemma>{
             {"rejected", "lemma", "behind an error the verdict stays ill-formed, whatever follows",
              false, computed.broken || computed.words[0] != reject}};
       }});
  if (own.next_dirty == nullptr) return;
  const z3::expr dirty = context_.bv_const("state", own.bits);
  Sites none;
  const z3::expr cleaned =
      Explorer(context_, none)
          .explore(context_.bool_val(true), [&] { return std::vector{own.cleaned(dirty)}; })
          .words.front();
  std::set<std::uint64_t> states(states_.begin(), states_.end());
  states.insert(own.reject);
  for (const std::uint64_t state : states) add_dirty_step(state, dirty, cleaned);
}

// `cleaned` is what a state stands for.
void Proof::add_dirty_step(std::uint64_t state, const z3::expr& dirty, const z3::expr& cleaned) {
  const Automaton& own = *subject_.automaton;
  const z3::expr unit = z3::zext(units_.at(0), 24);
  const z3::expr is_accepted = context_.bool_val(state == own.accept);
  steps_.push_back({cleaned == context_.bv_val(state, own.bits),
                    [&own, unit, dirty, cleaned, state] {
                      const z3::expr next = own.next_dirty(dirty, unit);
                      const z3::expr accept = dirty.ctx().bv_val(own.accept, own.bits);
                      return std::vector{replaced(cleaned, dirty, next), own.step(state, unit),
                                         own.cleaned(dirty) == accept};
                    },
                    [state, is_accepted](const Computed& computed) {
                      return std::vector<Lemma>{
                          {fmt::format("upper_bits_{}", state), "lemma",
                           fmt::format("upper bits of state {} of validate change nothing", state),
                           false,
                           computed.broken || computed.words[0] != computed.words[1] ||
                               computed.words[2] != is_accepted}};
                    }});
}

Proof::Computed Proof::compute(Step& step) {
  sites_.take_met();
  Explorer explorer(context_, sites_);
  const Explorer::Merged merged = explorer.explore(step.hypothesis, step.run);
  step.sites = sites_.take_met();
  step.known = explorer.known();
  step.branches = explorer.longest_path();
  paths_ += merged.paths;
  return {merged.words, explorer.broken() || merged.is_missed};
}

// Each place of a sequence can be reached, and there both outcomes can.
void Proof::add_vacuity() {
  const auto add = [&](std::string name, std::string claim, const z3::expr& formula) {
    lemmas_.push_back({std::move(name), "vacuity", std::move(claim), true, formula});
  };
  if (subject_.kernel) return add_kernel_vacuity();
  for (const std::size_t step : puts_) {
    const z3::expr possible = steps_[step].hypothesis, is_put = computed_[step].words[0];
    const std::size_t number = step - puts_.front();
    add(fmt::format("room_{}_suffices", number), "some value has room", possible && is_put);
    add(fmt::format("room_{}_is_full", number), "some value has none", possible && !is_put);
  }
  if (encode_) {
    const z3::expr length = computed_[*encode_].words[0];
    add("encode_some", "some value is encoded", length != 0);
    add("encode_none", "some value is refused", length == 0);
    std::size_t step = *encode_ + 1;
    for (const Form& form : dialect(profile_.dialect).forms) {
      if (!has_other_radix()) break;
      add(fmt::format("encode_{}_some", file_name(form)),
          fmt::format("some sequence {} is encoded", name_of(form, form.length)),
          steps_[step].hypothesis && computed_[step].words[0] != 0);
      ++step;
    }
  }
  if (subject_.automaton) {
    const Machine& law = machine(profile_);
    for (std::size_t state = 0; state < law.state_count(); ++state) {
      const Computed& step = computed_[state];
      const z3::expr is_rejected = z3::uge(step.words[0], context_.bv_val(2, 2));
      const std::string& name = law.name(static_cast<Machine::State>(state));
      add(fmt::format("state_{}_takes", state), name + ", some unit is taken", !is_rejected);
      add(fmt::format("state_{}_rejects", state), name + ", some unit is rejected", is_rejected);
    }
    return;
  }
  const z3::expr& kind = computed_.front().words[kKindWord];
  const auto outcome = [&](std::size_t form, const std::string& units, unsigned length,
                           const char* word, const z3::expr& formula) {
    add(fmt::format("form_{}_units_{}_{}", form, length, word),
        fmt::format("some text of {} is {}", units, word), steps_.front().hypothesis && formula);
  };
  std::size_t number = 0;
  for (const Form& form : dialect(profile_.dialect).forms) {
    ++number;
    const unsigned whole = form.length;
    outcome(number, name_of(form, whole), whole, "well-formed",
            is_kind(kind, DecodedKind::kValue) && begins(form, whole, units_, size_));
    for (unsigned length = 1; length < whole; ++length) {
      const z3::expr begun = begins(form, length, units_, size_);
      const std::string units = name_of(form, length);
      outcome(number, units, length, "ill-formed",
              begun && is_kind(kind, DecodedKind::kIllFormed) &&
                  z3::ugt(size_, static_cast<int>(length)));
      if (subject_.decoder->stream_open == nullptr) continue;
      outcome(
          number, units, length, "incomplete",
          begun && size_ == static_cast<int>(length) && is_kind(kind, DecodedKind::kIncomplete));
    }
  }
}

void check_lemma(Lemma& lemma) {
  const auto begun = std::clock();
  const z3::check_result result = ask(lemma.formula);
  lemma.seconds = seconds_since(begun);
  if (result == z3::unknown) {
    lemma.result = Lemma::Result::kUnknown;
  } else {
    const bool holds = (result == z3::sat) == lemma.is_satisfiable;
    lemma.result = holds ? Lemma::Result::kHolds : Lemma::Result::kRefuted;
  }
}

Bytes Proof::text_of(const z3::model& model, std::uint64_t size, unsigned first) const {
  Bytes text;
  for (unsigned i = first; i < first + size; ++i) {
    text.push_back(static_cast<std::uint8_t>(model.eval(units_.at(i), true).get_numeral_uint64()));
  }
  return text;
}

// Of a lemma that is refuted.
void Proof::add_text(Lemma& lemma) const {
  Question question(context_);
  question.add(lemma.formula);
  if (subject_.kernel) {
    lemma.text = lane_text(lemma, question);
    return;
  }
  if (!lemma.has_text) return;
  if (subject_.automaton) {
    if (question.ask() != z3::sat) return;
    lemma.text = lemma.access;
    for (const std::uint8_t unit : text_of(question.values(), lemma.units)) {
      lemma.text->push_back(unit);
    }
    return;
  }
  // The shortest text first.
  constexpr unsigned kLongest = 64;
  for (unsigned size = 1; size <= kLongest; ++size) {
    if (question.ask(size_ == context_.bv_val(size, 64)) != z3::sat) continue;
    lemma.text = text_of(question.values(), size);
    return;
  }
}

void Proof::check(unsigned processes) {
  check_lemmas(lemmas_, processes);
  for (Lemma& lemma : lemmas_) {
    if (lemma.result == Lemma::Result::kRefuted && !lemma.is_satisfiable) add_text(lemma);
  }
}

Lemma table_3_7_lemma(z3::context& context, const Dialect& dialect, const std::string& printed) {
  const z3::expr size = context.bv_const("n", 64);
  Lemma lemma{
      "table_3_7", "law",
      "one sequence is well-formed by the forms of the dialect exactly where Table 3-7 as "
      "printed has it",
      false,
      context.bool_const("in_table_3_7") != is_one_sequence(dialect, SymbolicUnits(context), size)};
  for (const z3::expr& row : context.parse_string(printed.c_str())) {
    lemma.formula = row && lemma.formula;
  }
  return lemma;
}

}  // namespace placemat::prove
