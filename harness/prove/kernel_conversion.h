// kernel_conversion.h: the conversion of a vector kernel over symbolic lanes, as the steps of which
// its loops consist. Output goes to a room of `room` values behind `written` ones, which are free
// variables. It must not know the law.
#pragma once

#include <algorithm>

#include "harness/prove/lanes.h"

namespace placemat::prove {

// Each is a function that an exploration runs. Where a step gives a truth called "wrong", the other
// words are what it leaves, so that two steps can be told apart.
struct Conversion {
  using Words = std::vector<z3::expr>;
  unsigned width = 0;  // of a value
  // Of the block at `at`, whose carry is given: {the ill-formed places, the value of each place}.
  Words (*values)(const SymbolicIn& at, const Words& carry) = nullptr;
  // What any eight values become, of which any are to be written: {the values that are stored, with
  // 0 behind those}. Null where an instruction does it.
  Words (*compress)(const Words& values, const z3::expr& emit) = nullptr;
  // {wrong, what is stored}: of any marks, other values than compress() gives for each eight places
  // of `emit`, or other places than those behind the ones before.
  Words (*write)(const SymbolicIn& at, const z3::expr& emit) = nullptr;
  // The steps below have any marks. {wrong, done, the progress}: something else is written than
  // write() writes for the block, or there is other progress. Lossy, and then strict.
  struct Edge {
    const SymbolicIn &in, &padded;  // the text, and a block of it with NUL outside of the text
    const z3::expr& length;
  };
  std::array<Words (*)(const Edge& edge), 2> edge = {};
  std::array<Words (*)(const SymbolicIn& in, const z3::expr& at, const Words& carry), 2> block = {};
  // {it is taken, wrong: something else is written than the block of units, places of input, output
  // and end of the run}.
  Words (*ascii_block)(const SymbolicIn& in, const z3::expr& length, const z3::expr& at,
                       const z3::expr& room) = nullptr;
  // {it is taken, wrong, places of input and output}, of a run that ends at `last`.
  Words (*ascii_blocks)(const SymbolicIn& in, const z3::expr& at, const z3::expr& last) = nullptr;
  // Of a kernel with masks: null in others. It writes within any room that suffices.
  struct Masked {
    Words (*write)(const SymbolicIn& at, const z3::expr& emit) = nullptr;
    // A block inside of the text. Lossy, and then strict.
    std::array<Words (*)(const SymbolicIn& in, const z3::expr& length, const z3::expr& at,
                         const Words& carry),
               2>
        block = {};
    // One block of a run of ASCII.
    Words (*ascii_block)(const SymbolicIn& in, const z3::expr& at, const z3::expr& last) = nullptr;
    // Of a text that is no longer than a block: {wrong: it is not this with NUL around it}.
    Words (*units)(const SymbolicIn& in, const z3::expr& length) = nullptr;
    // Of any marks: {the units that are converted}.
    Words (*convertible)(const SymbolicIn& in, const z3::expr& length,
                         const Words& marks) = nullptr;
    // {wrong: something else is written than the values of the marks, or other numbers are told,
    // it is converted, ..}.
    std::array<Words (*)(const SymbolicIn& in, const z3::expr& length), 2> whole = {};
  };
  Masked masked = {};
  // {the place of the input, that of the output} where scalar code goes on.
  Words (*boundary)(const SymbolicIn& in, const z3::expr& at, const Words& carry) = nullptr;
  // Of sequences of three units, and of four: empty where the kernel has no such runs.
  struct Run {
    unsigned units = 0;      // of a sequence
    unsigned sequences = 0;  // that one step takes
    unsigned read = 0;       // the units that have to be there
    // {the place of the input, that of the output} where a run begins behind the block before `at`.
    Words (*start)(const z3::expr& at, const Words& carry) = nullptr;
    // Of a step at `at`, one sequence after the other: {it is none, its value}.
    Words (*lanes)(const SymbolicIn& at) = nullptr;
    // Of a run at `at`: {it is taken, wrong: values are not stored in their order, places of input
    // and output, the code units that are stored, the lanes, which are any}.
    Words (*take)(const SymbolicIn& in, const z3::expr& length, const z3::expr& at) = nullptr;
  };
  std::vector<Run> runs = {};
  // {a run of three units is tried where a sequence of four is open, some of three units, some of
  // four}, behind a block of so many values and ends of four units.
  Words (*kind)(const z3::expr& count, const z3::expr& fours, const Words& carry) = nullptr;
};

// A room for values of this type.
template <class Out>
struct SymbolicRoomOf {
  z3::expr written, capacity;
  SymbolicOutput output;
  explicit SymbolicRoomOf(z3::context& context)
      : SymbolicRoomOf(context, context.bv_const("room", 64)) {}
  SymbolicRoomOf(z3::context& context, const z3::expr& room)
      : written(context.bv_const("written", 64)), capacity(written + room), output(capacity) {}
  SymbolicTo<Out> at() { return {output, written}; }
  SymbolicTo<Out> end() { return {output, capacity}; }
};

// Whether something else was stored.
z3::expr stores_differ(const SymbolicOutput& a, const SymbolicOutput& b);
// All that was stored, as words of an answer.
void append_stores(std::vector<z3::expr>& words, const SymbolicOutput& output);
// {wrong: something else is stored from `written` on than the first `count` values of `due`, what
// is stored of these}.
std::vector<z3::expr> stores_of(const SymbolicOutput& output, const z3::expr& written,
                                const std::vector<z3::expr>& due, const z3::expr& count);

// K: the template of a kernel over symbolic lanes.
template <class K, class Out>
struct ConversionSteps {
  using Words = Conversion::Words;
  using Room = SymbolicRoomOf<Out>;
  using Size = typename K::Size;
  using Places = typename K::Places;
  using Carry = typename K::Carry;
  using Marks = typename K::Marks;
  using Block = typename K::Block;
  using Vec = typename K::Vec;
  using Progress = typename K::template Progress<Out>;
  static constexpr bool kIs32 = sizeof(Out) == 4;

  static z3::context& context() { return Explorer::current().context(); }
  static z3::expr truth(bool value) { return context().bool_val(value); }
  static z3::expr number(std::uint64_t value) { return context().bv_val(value, 64); }
  static Vec zero() { return {std::vector(K::kBlock, context().bv_val(0, 8))}; }
  static Carry carry_of(const Words& words) {
    return {Places(words[0]), Places(words[1]), Places(words[2])};
  }
  // Not by the carry's own zeros, which would be constants of this file with mutants of their own.
  static Carry none_carried() { return carry_of(Words(3, context().bv_val(0, Places::kWidth))); }
  static z3::expr carry_differs(const Carry& a, const Carry& b) {
    return a.second.expr() != b.second.expr() || a.third.expr() != b.third.expr() ||
           a.fourth.expr() != b.fourth.expr();
  }
  static Words words_of(const z3::expr& wrong, bool is_done, const Progress& now) {
    return {wrong,
            truth(is_done),
            now.read.expr(),
            now.out.place(),
            now.carry.second.expr(),
            now.carry.third.expr(),
            now.carry.fourth.expr()};
  }

  // What each place writes; 0 where it writes nothing.
  static Words values(const SymbolicIn& at, const Words& before) {
    const Block block{at};
    const Vec last = block.back(0);
    Carry carry = carry_of(before);
    const Marks marks = K::mark(block, last, carry);
    const z3::expr emit = Places(K::template emitting<Out>(marks)).expr();
    Words all{marks.ill_formed.expr()};
    const auto add = [&](unsigned place, const z3::expr& value) {
      all.push_back(
          z3::ite(emit.extract(place, place) == 1, value, context().bv_val(0, 8 * sizeof(Out))));
    };
    if constexpr (kIs32) {
      const auto planes = K::values(block, last, marks);
      const Vec high = K::upper_bits(block, marks);
      for (unsigned i = 0; i < K::kBlock; ++i)
        add(i, z3::zext(z3::concat(high.lanes[i],
                                   z3::concat(planes.middle.lanes[i], planes.low.lanes[i])),
                        8));
    } else {
      const auto planes = K::code_units(block, last, marks);
      for (unsigned i = 0; i < K::kBlock; ++i)
        add(i, z3::concat(planes.middle.lanes[i], planes.low.lanes[i]));
    }
    return all;
  }

  static Words compress(const Words& values, const z3::expr& emit) {
    Vec low = zero(), middle = zero();
    for (std::size_t i = 0; i < values.size(); ++i) {
      low.lanes[i] = values[i].extract(7, 0);
      middle.lanes[i] = values[i].extract(15, 8);
    }
    const Places eight(emit);
    Words stored = K::emitted(low, middle, 0, eight).values;
    // What is stored behind the last value that is due is never read.
    const z3::expr count = K::count_of(eight).expr();
    for (std::size_t i = 0; i < stored.size(); ++i)
      stored[i] = z3::ite(z3::ult(number(i), count), stored[i], context().bv_val(0, 16));
    return stored;
  }

  static Words write(const SymbolicIn& at, const z3::expr& emit) {
    const FreeLanes free;
    const Block block{at};
    const Vec last = block.back(0);
    const auto any = [](const char* name) { return Places(context().bv_const(name, 32)); };
    const Marks marks{any("ends"), any("ill_formed"), any("fourth"), any("fourth_here")};
    Room room(context()), due(context());
    K::write(room.at(), block, last, marks, Places(emit));
    write_due(due, block, last, marks, emit);
    Words words{stores_differ(room.output, due.output)};
    append_stores(words, room.output);
    return words;
  }
  // Eight places after eight, each behind the values of those before.
  static void write_due(Room& room, const Block& block, const Vec& last, const Marks& marks,
                        const z3::expr& emit) {
    z3::expr place = room.written;
    for (unsigned group = 0; group < K::kBlock / 8; ++group) {
      const Places eight(z3::zext(emit.extract(8 * group + 7, 8 * group), 24));
      std::vector<z3::expr> stored;
      if constexpr (kIs32) {
        const auto planes = K::values(block, last, marks);
        const Words low = K::emitted(planes.low, planes.middle, group, eight).values;
        const bool has_high = bool(Truth(marks.fourth_here.expr() != 0));
        Words high(8, context().bv_val(0, 16));
        if (has_high) high = K::emitted(K::upper_bits(block, marks), zero(), group, eight).values;
        for (std::size_t i = 0; i < 8; ++i) stored.push_back(z3::concat(high[i], low[i]));
      } else {
        const auto planes = K::code_units(block, last, marks);
        stored = K::emitted(planes.low, planes.middle, group, eight).values;
      }
      room.output.store(place, stored);
      place = place + K::count_of(eight).expr();
    }
  }

  template <bool kLossy>
  static Words edge(const Conversion::Edge& edge) {
    return edge_at<kLossy>(edge.in, edge.length, number(0), none_carried(), Block{edge.padded});
  }
  // A block at `at`, whose units are those of `block`.
  template <bool kLossy>
  static Words edge_at(const SymbolicIn& in, const z3::expr& length, const z3::expr& at,
                       const Carry& before, const Block& block) {
    const FreeLanes free;
    Room room(context());
    Progress now{Size(at), room.at(), before};
    const bool is_done = K::template convert_edge<kLossy, Out>(in, Size(length), room.end(), now);

    Carry carry = before;
    const Marks marks = SymbolicVectors::found(K::mark(block, block.back(0), carry));
    const z3::expr all = context().bv_val(~std::uint64_t{0} >> (64 - K::kBlock), Places::kWidth);
    const Places emit(K::template emitting<Out>(marks).expr() & all);
    const z3::expr count = K::count_of(emit).expr();
    z3::expr is_refused = z3::ult(room.capacity - room.written, count);
    if (!kLossy) is_refused = is_refused || (marks.ill_formed.expr() & all) != 0;
    z3::expr wrong = truth(is_done) == is_refused;
    if (is_done) {
      SymbolicOutput due(number(~std::uint64_t{0}));
      write_within(SymbolicTo<Out>(due, room.written), block, marks, emit);
      wrong = wrong || stores_differ(room.output, due) ||
              now.read.expr() != at + number(K::kBlock) ||
              now.out.place() != room.written + count || carry_differs(now.carry, carry);
      if (room.output.copied()) wrong = wrong || *room.output.copied() != count;
    } else {
      wrong = wrong || !room.output.stores().empty() || now.read.expr() != at ||
              now.out.place() != room.written;
    }
    return words_of(wrong, is_done, now);
  }
  // Where the room suffices.
  static void write_within(const SymbolicTo<Out>& out, const Block& block, const Marks& marks,
                           const Places& emit) {
    if constexpr (requires { typename K::Whole; }) {
      K::template write<true>(out, block, block.back(0), marks, emit);
    } else {
      K::write(out, block, block.back(0), marks, emit);
    }
  }

  template <bool kLossy>
  static Words block(const SymbolicIn& in, const z3::expr& at, const Words& before) {
    const FreeLanes free;
    Room room(context());
    const Progress start{Size(at), room.at(), carry_of(before)};
    Progress now = start;
    typename K::Counts counts{Size(number(0)), Size(number(0))};
    const bool is_done = K::template convert_block<kLossy, Out>(in, now, counts);

    const Block block{SymbolicIn(in.memory(), at)};
    Carry carry = carry_of(before);
    const Marks marks = SymbolicVectors::found(K::mark(block, block.back(0), carry));
    const Places emit = K::template emitting<Out>(marks);
    const z3::expr count = K::count_of(emit).expr();
    const z3::expr is_refused = kLossy ? truth(false) : marks.ill_formed.expr() != 0;
    z3::expr wrong = truth(is_done) == is_refused;
    if (is_done) {
      Room due(context());
      K::write(due.at(), block, block.back(0), marks, emit);
      wrong = wrong || stores_differ(room.output, due.output) ||
              now.read.expr() != at + number(K::kBlock) ||
              now.out.place() != room.written + count || carry_differs(now.carry, carry) ||
              counts.values.expr() != count ||
              counts.fours.expr() != K::count_of(marks.fourth_here).expr();
    } else {
      wrong = wrong || !room.output.stores().empty() || now.read.expr() != at ||
              now.out.place() != room.written || carry_differs(now.carry, start.carry);
    }
    Words words = words_of(wrong, is_done, now);
    words.push_back(counts.values.expr());
    words.push_back(counts.fours.expr());
    return words;
  }

  // Stores the units as they are.
  static void write_units(Room& room, const SymbolicIn& from, std::size_t blocks) {
    for (std::size_t i = 0; i < blocks; ++i) {
      std::vector<z3::expr> units;
      const SymbolicIn at(from.memory(), from.place() + number(i * K::kBlock));
      for (const z3::expr& unit : at.load(K::kBlock))
        units.push_back(z3::zext(unit, 8 * sizeof(Out) - 8));
      room.output.store(room.written + number(i * K::kBlock), units);
    }
  }
  static Words ascii_block(const SymbolicIn& in, const z3::expr& length, const z3::expr& at,
                           const z3::expr& values) {
    Room room(context(), values), due(context(), values);
    const Progress now{Size(at), room.at(), none_carried()};
    if (!K::is_ascii_block(in, Size(at)))
      return {truth(false), truth(false), number(0), number(0), number(0)};
    const auto run = K::template write_ascii_block<Out>(in, Size(length), room.end(), now);
    write_units(due, SymbolicIn(in.memory(), at), 1);
    return {truth(true), stores_differ(room.output, due.output), run.at.place(), run.out.place(),
            run.last.place()};
  }
  static Words ascii_blocks(const SymbolicIn& in, const z3::expr& at, const z3::expr& last) {
    Room room(context()), due(context());
    const SymbolicIn place(in.memory(), at);
    typename K::template AsciiRun<Out> run{place, room.at(), SymbolicIn(in.memory(), last)};
    const bool is_taken =
        K::template has_two_blocks<Out>(run) && K::template write_two_ascii_blocks<Out>(run);
    if (is_taken) write_units(due, place, 2);
    return {truth(is_taken), stores_differ(room.output, due.output), run.at.place(),
            run.out.place()};
  }
  static Words boundary(const SymbolicIn& in, const z3::expr& at, const Words& before) {
    Room room(context());
    const Progress now{Size(at), room.at(), carry_of(before)};
    const Progress end = K::template at_boundary<Out>(in, now);
    return {end.read.expr(), end.out.place()};
  }

  template <class Path, unsigned kUnits>
  static Words run_start(const z3::expr& at, const Words& before) {
    Room room(context());
    const Progress now{Size(at), room.at(), carry_of(before)};
    const auto run = kUnits == 3 ? Path::template before_threes<Out>(now)
                                 : Path::template before_fours<Out>(now);
    return {run.at.expr(), run.out.place()};
  }
  template <unsigned kUnits>
  static Words run_lanes(const SymbolicIn& at) {
    using S = typename K::Sequences;
    constexpr unsigned kPart = (kUnits == 3 ? S::kThrees : S::kFours) / S::kParts;
    Words words;
    for (unsigned part = 0; part < S::kParts; ++part) {
      const SymbolicIn place(at.memory(), at.place() + number(part * kPart));
      const auto found = [&] {
        if constexpr (kUnits == 3)
          return S::threes(place);
        else
          return S::fours(place);
      }();
      if constexpr (requires { found.low; }) {
        add_lanes_of_planes(found, words);
      } else {
        const std::vector<z3::expr> values = SymbolicVectors::parts_of(found.values.lanes, 4);
        for (std::size_t i = 0; i < values.size(); ++i) {
          words.push_back(is_faulty(found.faults, i));
          words.push_back(values[i]);
        }
      }
    }
    return words;
  }
  // As simd_interleaved.h has them.
  template <class Found>
  static void add_lanes_of_planes(const Found& found, Words& words) {
    for (std::size_t i = 0; i < found.low.lanes.size(); ++i) {
      z3::expr high = context().bv_val(0, 8);
      if constexpr (requires { found.high; }) high = found.high.lanes[i];
      words.push_back(found.faults.lanes[i] != context().bv_val(0, 8));
      words.push_back(
          z3::zext(z3::concat(high, z3::concat(found.middle.lanes[i], found.low.lanes[i])), 8));
    }
  }
  template <class Lanes>
  static z3::expr is_faulty(const Lanes& faults, std::size_t lane) {
    if constexpr (requires { faults.lanes; }) {
      return SymbolicVectors::parts_of(faults.lanes, 4)[lane] != context().bv_val(0, 32);
    } else {
      const auto bit = static_cast<unsigned>(lane);
      return faults.expr().extract(bit, bit) == context().bv_val(1, 1);
    }
  }
  template <class Path, unsigned kUnits, unsigned kRead, unsigned kStored>
  static Words take_run(const SymbolicIn& in, const z3::expr& length, const z3::expr& at) {
    const FreeLanes free;
    Room room(context());
    typename Path::template Run<Out> run{Size(at), room.at()};
    const bool is_taken = kUnits == 3
                              ? Path::template take_threes<Out>(in, Size(length), room.end(), run)
                              : Path::template take_fours<Out>(in, Size(length), room.end(), run);
    z3::expr wrong = truth(false);
    Words stored;
    for (const SymbolicOutput::Store& store : room.output.stores()) {
      wrong = wrong || store.place != room.written + number(stored.size());
      stored.insert(stored.end(), store.values.begin(), store.values.end());
    }
    wrong = wrong || truth(stored.size() != (is_taken ? kStored : 0));
    stored.resize(kStored, context().bv_val(0, 8 * sizeof(Out)));
    Words words{truth(is_taken), wrong.simplify(), run.at.expr(), run.out.place()};
    words.insert(words.end(), stored.begin(), stored.end());
    // The same units, wherever the text ends.
    Words units;
    for (unsigned i = 0; i < kRead; ++i)
      units.push_back(in.memory().unit(at + number(i)).simplify());
    const SymbolicCells cells(units);
    const Words lanes = run_lanes<kUnits>(SymbolicIn(cells, number(0)));
    words.insert(words.end(), lanes.begin(), lanes.end());
    return words;
  }
  template <class Path>
  static Words run_kind(const z3::expr& count, const z3::expr& fours, const Words& before) {
    Room room(context());
    const Progress now{Size(number(0)), room.at(), carry_of(before)};
    const auto kind = Path::template kind_behind<Out>(K::kBlock, Size(count), Size(fours), now);
    using Kind = typename Path::Kind;
    return {truth(kind == Kind::kThrees) && before[2] != 0, truth(kind == Kind::kThrees),
            truth(kind == Kind::kFours)};
  }
  template <class Path>
  static void add_runs(Conversion& conversion) {
    constexpr unsigned kThrees = K::Sequences::kThrees / 3, kFours = K::Sequences::kFours / 4;
    conversion.runs = {{3, kThrees, K::Sequences::kThreesRead, run_start<Path, 3>, run_lanes<3>,
                        take_run<Path, 3, K::Sequences::kThreesRead, kThrees>},
                       {4, kFours, K::Sequences::kFours, run_start<Path, 4>, run_lanes<4>,
                        take_run<Path, 4, K::Sequences::kFours, kFours*(kIs32 ? 1 : 2)>}};
    conversion.kind = run_kind<Path>;
  }

  static Conversion all() {
    Conversion conversion = steps();
    if constexpr (requires { typename K::RunPath; }) add_runs<typename K::RunPath>(conversion);
    return conversion;
  }
  static Conversion steps() {
    Conversion conversion{.width = 8 * sizeof(Out),
                          .values = values,
                          .edge = {edge<true>, edge<false>},
                          .block = {block<true>, block<false>},
                          .ascii_block = ascii_block,
                          .boundary = boundary};
    // Those of masks are MaskConversionSteps.
    if constexpr (!requires { typename K::Whole; }) {
      conversion.compress = compress;
      conversion.write = write;
      conversion.ascii_blocks = ascii_blocks;
    }
    return conversion;
  }
};

// K: the template of a kernel with masks over symbolic lanes.
template <class K, class Out>
struct MaskConversionSteps : ConversionSteps<K, Out> {
  using Base = ConversionSteps<K, Out>;
  using Words = Conversion::Words;
  using Room = SymbolicRoomOf<Out>;
  using Base::carry_of, Base::context, Base::kIs32, Base::number, Base::truth;
  using typename Base::Block, typename Base::Carry, typename Base::Marks, typename Base::Places,
      typename Base::Size, typename Base::Vec;
  using Whole = typename K::Whole;

  // The values of `emit`, in their order; behind them any.
  template <class AnyBlock>
  static Words due_values(const AnyBlock& block, const Vec& last, const Marks& marks,
                          const Places& emit) {
    const auto compressed = [&](const Vec& v) { return SymbolicMasks::compress(emit, v).lanes; };
    const auto planes = [&] {
      if constexpr (kIs32) return K::values(block, last, marks);
      if constexpr (!kIs32) return K::code_units(block, last, marks);
    }();
    const Words low = compressed(planes.low), middle = compressed(planes.middle);
    Words high(K::kBlock, context().bv_val(0, 8)), due;
    if (kIs32 && bool(Truth(marks.fourth_here.expr() != 0)))
      high = compressed(K::upper_bits(block, marks));
    for (std::size_t i = 0; i < K::kBlock; ++i) {
      const z3::expr value = z3::concat(middle[i], low[i]);
      due.push_back(kIs32 ? z3::zext(z3::concat(high[i], value), 8) : value);
    }
    return due;
  }

  template <bool kMasked>
  static Words write(const SymbolicIn& at, const z3::expr& emitted) {
    const FreeLanes free;
    const Block block{at};
    const Vec last = block.back(0);
    const auto any = [](const char* name) { return Places(context().bv_const(name, 64)); };
    const Marks marks{any("ends"), any("ill_formed"), any("fourth"), any("fourth_here")};
    const Places emit(emitted);
    Room room(context());
    z3::expr count = K::count_of(emit).expr();
    const bool has_room = !kMasked || bool(Truth(z3::uge(context().bv_const("room", 64), count)));
    if (has_room) {
      K::template write<kMasked>(room.at(), block, last, marks, emit);
    } else {
      count = number(0);
    }
    return stores_of(room.output, room.written, due_values(block, last, marks, emit), count);
  }

  template <bool kLossy>
  static Words block(const SymbolicIn& in, const z3::expr& length, const z3::expr& at,
                     const Words& before) {
    return Base::template edge_at<kLossy>(in, length, at, carry_of(before),
                                          Block{SymbolicIn(in.memory(), at)});
  }

  template <std::size_t kBlocks, class Take>
  static Words ascii(const SymbolicIn& in, const z3::expr& at, const z3::expr& last,
                     const Take& take) {
    Room room(context()), due(context());
    const SymbolicIn place(in.memory(), at);
    typename K::template AsciiRun<Out> run{place, room.at(), SymbolicIn(in.memory(), last)};
    z3::expr wrong = truth(false);
    const bool is_taken = take(run, wrong);
    if (is_taken) Base::write_units(due, place, kBlocks);
    return {truth(is_taken), wrong || stores_differ(room.output, due.output), run.at.place(),
            run.out.place()};
  }
  static Words ascii_blocks(const SymbolicIn& in, const z3::expr& at, const z3::expr& last) {
    return ascii<2>(in, at, last, [](auto& run, z3::expr& wrong) {
      if (!K::has_four_blocks(run)) return false;
      auto two = K::two_blocks(run.at);
      if (!K::write_two_ascii_blocks(run, two)) return false;
      const auto next = K::two_blocks(run.at);
      for (std::size_t i = 0; i < K::kBlock; ++i)
        wrong = wrong || two.low.lanes[i] != next.low.lanes[i] ||
                two.high.lanes[i] != next.high.lanes[i];
      wrong = wrong.simplify();
      return true;
    });
  }
  static Words ascii_one(const SymbolicIn& in, const z3::expr& at, const z3::expr& last) {
    return ascii<1>(in, at, last,
                    [](auto& run, z3::expr&) { return K::write_one_ascii_block(run); });
  }

  static Words units(const SymbolicIn& in, const z3::expr& length) {
    const Whole block(in, Size(length));
    z3::expr wrong = truth(false);
    // `first`: the unit at the first place.
    const auto expect = [&](const Vec& v, int first) {
      for (std::size_t i = 0; i < K::kBlock; ++i) {
        const int unit = first + static_cast<int>(i);
        z3::expr due = context().bv_val(0, 8);
        if (unit >= 0) {
          const z3::expr at = number(static_cast<std::uint64_t>(unit));
          due = z3::ite(z3::ult(at, length), in.memory().unit(at), due);
        }
        wrong = wrong || v.lanes[i] != due;
      }
    };
    for (int back = 0; back < 4; ++back) expect(block.back(static_cast<unsigned>(back)), -back);
    expect(block.next(), 1);
    return {wrong};
  }
  static Words convertible(const SymbolicIn& in, const z3::expr& length, const Words& any) {
    const Whole block(in, Size(length));
    const Marks marks{Places(any[0]), Places(any[1]), Places(any[2]), Places(any[3])};
    return {K::template convertible<false>(block, marks).expr()};
  }

  template <bool kLossy>
  static Words whole(const SymbolicIn& in, const z3::expr& length) {
    const FreeLanes free;
    const z3::expr values = context().bv_const("room", 64);
    Room room(context(), values);
    const auto done =
        K::template convert_all<kLossy, Out>(in, Size(length), room.at(), Size(values));
    const Whole block(in, Size(length));
    Words words;
    z3::expr read = length, count = length;
    if (K::is_ascii(block.units) && bool(Truth(z3::uge(values, length)))) {
      Words due;
      for (const z3::expr& unit : block.units.lanes)
        due.push_back(z3::zext(unit, 8 * sizeof(Out) - 8));
      words = stores_of(room.output, room.written, due, count);
    } else {
      Carry carry;
      const Marks marks = SymbolicVectors::found(K::mark(block, block.units, carry));
      read = K::template convertible<kLossy>(block, marks).expr();
      const Places emit = K::template emitting<Out>(marks) & K::first_places(Size(read));
      count = K::count_of(emit).expr();
      const bool is_refused = bool(Truth(z3::ult(values, count)));
      if (is_refused) read = count = number(0);
      words =
          stores_of(room.output, room.written, due_values(block, block.units, marks, emit), count);
      if (is_refused) words[0] = words[0] || !room.output.stores().empty();
    }
    words[0] = words[0] || done.read.expr() != read || done.written.expr() != count;
    words.insert(words.begin() + 1, {done.read.expr() != 0, done.read.expr(), done.written.expr()});
    return words;
  }

  static Conversion all() {
    Conversion conversion = Base::all();
    conversion.write = write<false>;
    conversion.ascii_blocks = ascii_blocks;
    conversion.masked = {.write = write<true>,
                         .block = {block<true>, block<false>},
                         .ascii_block = ascii_one,
                         .units = units,
                         .convertible = convertible,
                         .whole = {whole<true>, whole<false>}};
    return conversion;
  }
};

}  // namespace placemat::prove
