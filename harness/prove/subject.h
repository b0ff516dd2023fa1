// subject.h: a decoder of this tree in symbolic words. The build compiles the file of the decoder
// once more for it, and `subject_of` takes the template from there. It must not know the law.
#pragma once

#include <optional>

#include "harness/decoder/adapt.h"
#include "harness/prove/kernel.h"
#include "harness/prove/word.h"

extern "C" const char __executable_start;  // the linker's

namespace placemat::prove {

using SymbolicDecoded = DecodedAs<SymbolicWords>;

// An automaton (PerUnit) in symbolic words. Its states are numbers of `bits`.
struct Automaton {
  std::uint64_t accept = 0, reject = 0;
  unsigned bits = 0;
  // PerUnit::take_unit: a PerUnit::Taken as 2 bits, and the next state.
  std::vector<z3::expr> (*take)(std::uint64_t state, const z3::expr& unit) = nullptr;
  z3::expr (*accumulate)(std::uint64_t before, const z3::expr& value,
                         const z3::expr& unit) = nullptr;
  // `validate` walks on behind an error.
  z3::expr (*step)(std::uint64_t state, const z3::expr& unit) = nullptr;
  // Where `validate` lets upper bits of a state be anything: its step, and what the verdict sees.
  z3::expr (*next_dirty)(const z3::expr& state, const z3::expr& unit) = nullptr;
  z3::expr (*cleaned)(const z3::expr& state) = nullptr;
};

// A path that takes sequences without looking at the size, and decodes the text again where one of
// them has an error.
struct AheadPath {
  std::uint64_t units = 0;  // that the text has at least
  // Error, length and value of the first sequence; the error is 0 where there is none.
  std::array<z3::expr, 3> (*take)(SymbolicWords::Text text) = nullptr;
};

// Steps that look at several units at once. Loops use them beside `decode_one`.
struct Shortcuts {
  using Words = std::vector<z3::expr>;
  using Text = SymbolicWords::Text;
  Words (*sequence)(Text text) = nullptr;          // of four units or more: length, or 0, and value
  Words (*take)(const z3::expr& eight) = nullptr;  // {there is a sequence, the units behind it}
  Words (*one_to_eight)(Text text) = nullptr;      // the units as one number
  Words (*ascii)(Text text) = nullptr;             // of eight units or more: how many are ASCII
  Words (*is_ascii)(Text text) = nullptr;          // of 8 to 25 units
  Words (*early)(Text text) = nullptr;             // {there is an error, its place}
  Words (*unfinished)(Text last) = nullptr;        // of the last three units: how many are open
};

// One value into the room for it: `written` units of `capacity` are taken. Gives {it is written,
// what is taken then, the unit at the first free place, that at the next one}; a unit that is not
// written is what stood there, `free0` or `free1`.
using Put = std::vector<z3::expr> (*)(const z3::expr& capacity, const z3::expr& written,
                                      const z3::expr& value);

// Takes the units that are written, and proves their bounds.
class SymbolicRoom {
 public:
  SymbolicRoom(z3::expr capacity, z3::expr first)
      : capacity_(std::move(capacity)),
        first_(std::move(first)),
        units_{capacity_.ctx().bv_const("free0", 64), capacity_.ctx().bv_const("free1", 64)} {}
  void operator()(const Word<64>& place, const Word<64>& unit) {
    Explorer::current().require(z3::ult(place.expr(), capacity_), "a unit is written in the room");
    const z3::expr next = place.expr() - first_;
    Explorer::current().require(z3::ult(next, 2), "at a free place");
    for (int i = 0; i < 2; ++i) units_[i] = z3::ite(next == i, unit.expr(), units_[i]);
  }
  const z3::expr& unit(int i) const { return units_[i]; }

 private:
  z3::expr capacity_, first_;
  z3::expr units_[2];
};

// `put` is as put_units of adapt.h.
template <class Function>
std::vector<z3::expr> put_by(const Function& put, const z3::expr& capacity, const z3::expr& written,
                             const z3::expr& value) {
  SymbolicRoom room(capacity, written);
  Word<64> taken(written);
  const bool is_put = put(room, Word<64>(capacity), taken, Word<64>(value));
  return {written.ctx().bool_val(is_put), taken.expr(), room.unit(0), room.unit(1)};
}
template <int kBits>
std::vector<z3::expr> put_by_adapter(const z3::expr& capacity, const z3::expr& written,
                                     const z3::expr& value) {
  const auto put = [](SymbolicRoom& room, const Word<64>& most, Word<64>& taken,
                      const Word<64>& one) {
    return put_units<kBits, SymbolicWords>(room, most, taken, one);
  };
  return put_by(put, capacity, written, value);
}

// {the number of units, each unit}, of 8 bits.
using Encode = std::vector<z3::expr> (*)(const z3::expr& value);
template <class D>
std::vector<z3::expr> encode_by_words(const z3::expr& value) {
  z3::context& context = value.ctx();
  std::vector<z3::expr> units(PLACEMAT_MAX_SEQUENCE, context.bv_val(0, 8));
  const auto out = [&](const Word<64>& place, const Word<64>& unit) {
    Explorer::current().require(z3::ult(place.expr(), PLACEMAT_MAX_SEQUENCE),
                                "a unit is written in the room for one sequence");
    for (std::size_t i = 0; i < units.size(); ++i) {
      const z3::expr is_here = place.expr() == context.bv_val(std::uint64_t{i}, 64);
      units[i] = z3::ite(is_here, unit.expr().extract(7, 0), units[i]).simplify();
    }
  };
  const Word<64> length = D::encode(Word<64>(value), out);
  units.insert(units.begin(), length.expr());
  return units;
}

struct Subject {
  const placemat_decoder* decoder = nullptr;
  // What the loops of adapt.h do with an error.
  std::uint64_t replacement = 0;
  bool is_per_unit = false;  // one replacement for each unit
  // The number of code units that lossy decoding writes for an item, and for a value: in UTF-32,
  // and in UTF-16.
  using Count = z3::expr (*)(const SymbolicDecoded& item);
  using CountOfValue = z3::expr (*)(const z3::expr& value);
  std::array<Count, 2> counts = {};
  static constexpr std::array<CountOfValue, 2> kCountsOfValues = {
      [](const z3::expr& value) { return units_of<32, SymbolicWords>(Word<64>(value)).expr(); },
      [](const z3::expr& value) { return units_of<16, SymbolicWords>(Word<64>(value)).expr(); }};
  std::array<Put, 2> puts = {put_by_adapter<32>, put_by_adapter<16>};
  // One of these: the first item of a text that is not empty, an automaton or a vector kernel.
  SymbolicDecoded (*item)(SymbolicWords::Text text) = nullptr;
  std::optional<Automaton> automaton;
  std::optional<AheadPath> ahead = {};      // beside `item`
  std::optional<Shortcuts> shortcuts = {};  // beside `item`
  std::optional<VectorKernel> kernel = {};
  // Of one that chooses when it runs: the decoder that it is on this processor.
  std::string chosen = {};
  Encode encode = nullptr;  // null where it is absent, or not in words
  // Of a vector kernel: what its decoder does with texts that are too short for it, and where it
  // stops. Null where that is not in words.
  const Subject* rest = nullptr;

  // Of the function that does a step: two subjects with the same one have the same source. It does
  // not depend on where the program is loaded.
  std::ptrdiff_t place_in_program() const {
    const void* step = reinterpret_cast<const void*>(item);
    if (automaton) step = reinterpret_cast<const void*>(automaton->take);
    if (kernel) step = reinterpret_cast<const void*>(kernel->faults);
    return static_cast<const char*>(step) - &__executable_start;
  }
};

template <class D>
Automaton automaton_of() {
  using State = typename D::State;
  using Shape = PerUnit<D>;
  Automaton automaton;
  automaton.accept = D::kAccept;
  automaton.reject = D::kReject;
  automaton.bits = State::kWidth;
  automaton.take = [](std::uint64_t from, const z3::expr& unit) {
    State state = State::exactly(from);
    auto value = Word<32>::exactly(0);
    const typename Shape::Taken taken = Shape::take_unit(state, value, Word<32>(unit));
    return std::vector{unit.ctx().bv_val(static_cast<unsigned>(taken), 2), state.expr()};
  };
  automaton.accumulate = [](std::uint64_t before, const z3::expr& value, const z3::expr& unit) {
    const Word<32> next = D::accumulate(State::exactly(before), Word<32>(value), Word<32>(unit));
    return next.expr();
  };
  automaton.step = [](std::uint64_t state, const z3::expr& unit) {
    return D::step(State::exactly(state), Word<32>(unit)).expr();
  };
  if constexpr (requires(State state) { D::cleaned(state); }) {
    automaton.next_dirty = [](const z3::expr& state, const z3::expr& unit) {
      return D::next_dirty(State(state), Word<32>(unit)).expr();
    };
    automaton.cleaned = [](const z3::expr& state) { return D::cleaned(State(state)).expr(); };
  }
  return automaton;
}

template <class D>
Shortcuts shortcuts_of() {
  using Text = SymbolicWords::Text;
  using Words = Shortcuts::Words;
  static constexpr auto kTruth = [](bool value) {
    return Explorer::current().context().bool_val(value);
  };
  Shortcuts all;
  all.sequence = [](Text text) {
    const typename D::Sequence found = D::sequence_in(text);
    const z3::expr length = found.length.expr(), none = length.ctx().bv_val(0, 32);
    return Words{length, z3::ite(length == none, none, found.value.expr())};
  };
  all.take = [](const z3::expr& eight) {
    Word<64> units(eight);
    const bool is_there = D::take_sequence(units);
    return Words{kTruth(is_there), is_there ? units.expr() : eight};
  };
  all.one_to_eight = [](Text text) { return Words{D::one_to_eight(text).expr()}; };
  all.ascii = [](Text text) { return Words{D::ascii_of_eight(text).expr()}; };
  all.is_ascii = [](Text text) { return Words{kTruth(D::is_ascii(text))}; };
  all.early = [](Text text) {
    const typename D::Early early = D::early(text);
    return Words{kTruth(early.fails), early.at.expr()};
  };
  all.unfinished = [](Text last) { return Words{D::unfinished(last).expr()}; };
  return all;
}

// A function for each type, and not for each template: GCC gives the lambdas of a function whose
// argument is a template in an unnamed namespace external linkage, and the linker then takes one
// decoder of two that have a name in common.
template <class D>
void add_item(Subject& subject) {
  subject.item = [](SymbolicWords::Text text) { return D::decode_one(text); };
  if constexpr (requires { D::kAhead; }) {
    subject.ahead = AheadPath{D::kAhead, [](SymbolicWords::Text text) {
                                const auto sequence = D::sequence_ahead(text);
                                return std::array{sequence.error.expr(), sequence.length.expr(),
                                                  sequence.value.expr()};
                              }};
  }
  constexpr auto kNowhere = [](const Word<64>&, const Word<64>&) {};
  if constexpr (requires(Word<64> value) { D::encode(value, kNowhere); })
    subject.encode = encode_by_words<D>;
  if constexpr (requires { typename D::Early; }) subject.shortcuts = shortcuts_of<D>();
}

template <template <class> class Method>
Subject subject_of(const placemat_decoder& decoder) {
  using D = Method<SymbolicWords>;
  Subject subject;
  subject.decoder = &decoder;
  if constexpr (requires { typename D::State; }) {
    subject.replacement = 0xFFFD;
    subject.automaton = automaton_of<D>();
  } else {
    using Shape = PerCharacter<Method<MachineWords>>;
    subject.replacement = Shape::replacement();
    subject.is_per_unit = Shape::per_unit();
    subject.counts = {[](const SymbolicDecoded& item) {
                        return Shape::template counted<32, SymbolicWords>(item).expr();
                      },
                      [](const SymbolicDecoded& item) {
                        return Shape::template counted<16, SymbolicWords>(item).expr();
                      }};
    add_item<D>(subject);
  }
  return subject;
}

// For a kernel whose decoder is not in this build.
constexpr placemat_decoder named_only(const char* name) {
  placemat_decoder decoder{};
  decoder.name = name;
  decoder.dialect = "utf-8";
  decoder.policy = "maximal-subpart";
  decoder.bom = "keep";
  return decoder;
}

// K: the template of a kernel, over symbolic lanes.
template <class K>
Subject kernel_subject_of(const placemat_decoder& decoder, const Subject* rest = nullptr) {
  Subject subject;
  subject.rest = rest;
  subject.decoder = &decoder;
  subject.replacement = 0xFFFD;
  subject.kernel = vector_kernel_of<K>();
  return subject;
}

}  // namespace placemat::prove
