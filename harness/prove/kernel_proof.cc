// The steps of a vector kernel's validation, and what they must do. SOUNDNESS.md says how they
// give texts of every length.
#include <fmt/format.h>

#include <algorithm>

#include "harness/prove/kernel_text.h"

namespace placemat::prove {
namespace {

// The steps, in the order in which they are added.
enum : std::size_t { kLanes, kAlike, kPair, kAscii, kBoundary, kRest };
// Of a kernel that takes four blocks or one, with no ASCII before four blocks and with some.
enum : std::size_t { kGroup = kPair, kGroupBehindAscii, kOne };

}  // namespace

void Proof::add_kernel_steps() {
  const Machine& law = machine(profile_);
  access_ = access_to(law);
  const VectorKernel& kernel = *subject_.kernel;
  const unsigned block = kernel.block;
  const auto inside = std::make_shared<KernelText>(units_, context_);
  const SymbolicText& text = inside->text;

  // ---- lanes
  const LawRun window = law_run(law, text, 0);
  const LawStep own = law_step(law, window.state, text.named(kWindow - 1));
  const z3::expr room =
      inside->is_inside(block) && z3::uge(inside->size - inside->at, inside->number(block));
  const auto lane_faults = [&kernel, inside] { return kernel.faults(inside->place(0)); };
  steps_.push_back(
      {room && window.is_taken,
       [lane_faults] {
         const std::vector<z3::expr> lanes = lane_faults();
         // Behind a lane that is set, no caller sees another one.
         const z3::expr& lane = lanes[kWindow - 1];
         return std::vector{lane, !lane && lanes[kWindow]};
       },
       [this, &law, window, own](const Computed& computed) {
         const z3::expr &lane = computed.words[0], &late = computed.words[1];
         std::vector<Lemma> all{
             kernel_lemma("lane_reads",
                          "a lane reads only units of the text and entries of its tables",
                          computed.broken),
             kernel_lemma(
                 "lane_late",
                 "only where no sequence is open can a unit be rejected in the lane of the next "
                 "one",
                 own.rejects && !lane &&
                     window.state != context_.bv_val(unsigned{Machine::kStart}, kStateBits))};
         for (std::size_t state = 0; state < law.state_count(); ++state) {
           const z3::expr is_here =
               window.state == context_.bv_val(static_cast<unsigned>(state), kStateBits);
           all.push_back(kernel_lemma(
               fmt::format("lane_state_{}", state),
               fmt::format(
                   "{}, a unit that the law takes does not set its lane; one that it rejects "
                   "sets it, or that of the next unit, whatever that is",
                   law.name(static_cast<Machine::State>(state))),
               is_here && ((!own.rejects && lane) || (own.rejects && !lane && !late))));
           all.back().has_text = true;
           all.back().units = kWindow + 1;
         }
         return all;
       }});
  steps_.push_back(
      {room,
       [this, lane_faults, &text] {
         const std::vector<z3::expr> lanes = lane_faults();
         std::vector<z3::expr> alike;
         z3::expr_vector from(context_);
         for (int i = 0; i < kWindow; ++i) from.push_back(text.named(i));
         for (int i = 0; i < static_cast<int>(lanes.size()); ++i) {
           z3::expr_vector to(context_);
           for (int j = 0; j < kWindow; ++j) to.push_back(text.named(i - kWindow + 1 + j));
           z3::expr moved = lanes[kWindow - 1];
           alike.push_back(
               (lanes[static_cast<std::size_t>(i)] == moved.substitute(from, to)).simplify());
         }
         return alike;
       },
       [](const Computed& computed) {
         std::vector<z3::expr> broken{computed.broken};
         for (const z3::expr& is_alike : computed.words) broken.push_back(!is_alike);
         return std::vector{
             kernel_lemma("lanes_alike",
                          "every lane of a block is the same function of its own unit and "
                          "the three before it",
                          any_of(broken, broken.front().ctx()))};
       }});

  if (kernel.group != nullptr) {
    add_kernel_groups(inside);
  } else {
    add_kernel_loop(inside);
  }
  add_kernel_boundary(inside);
  add_kernel_edges(inside);
  for (std::size_t i = kAlike + 1; i < steps_.size(); ++i) steps_[i].parts = {kLanes};
  if (kernel.places == nullptr) return;
  places_ = steps_.size();
  add_kernel_places();
  add_kernel_counts(places_);
  for (const Conversion& conversion : kernel.conversions) add_conversion(conversion);
}

// The steps at `at`, behind units of which the law takes all but perhaps the last. Lanes are free
// variables in them: they do what they do with any lane function.
void Proof::add_kernel_loop(const std::shared_ptr<KernelText>& inside) {
  const Machine& law = machine(profile_);
  const VectorKernel& kernel = *subject_.kernel;
  const unsigned block = kernel.block;
  const int units = static_cast<int>(block);
  const z3::expr place = inside->at;
  const LawRun earlier = law_run(law, inside->text, -kWindow);
  const LawStep last = law_step(law, earlier.state, inside->text.named(-1));
  const z3::expr behind_taken = inside->is_inside(block) && earlier.is_taken;
  const auto moved_by = [place, inside](const z3::expr& at, unsigned count) {
    return at == place + inside->number(count);
  };
  steps_.push_back(
      {behind_taken,
       [&kernel, inside, units, block] {
         const z3::expr lane_of_last = inside->lane_of_last(kernel);
         const FreeLanes free;
         const std::vector<z3::expr> step = kernel.pair(inside->in, inside->size, inside->at);
         z3::context& context = inside->size.ctx();
         const z3::expr no = context.bool_val(false);
         if (step[0].is_false()) {
           const z3::expr is_long =
               z3::uge(inside->size - inside->at, inside->number(2 * std::uint64_t{block}));
           return std::vector{is_long, inside->at, no, no, no, lane_of_last};
         }
         std::vector<z3::expr> lanes = kernel.faults(inside->place(0));
         for (const z3::expr& lane : kernel.faults(inside->place(block))) lanes.push_back(lane);
         const z3::expr is_ascii = inside->are_ascii(0, 2 * units);
         return std::vector{!is_ascii && step[1] == any_of(lanes, context),
                            step[2],
                            step[3],
                            is_ascii && step[1],
                            is_ascii && !step[1],
                            lane_of_last};
       },
       [=](const Computed& computed) {
         const z3::expr &at = computed.words[1], &is_valid_ascii = computed.words[3],
                        &is_refused_ascii = computed.words[4], &lane = computed.words[5];
         const z3::expr is_closed = last.next == place.ctx().bv_val(0, kStateBits);
         return std::vector{
             kernel_lemma(
                 "pair",
                 "two blocks are taken where there are two; where they are not all ASCII they are "
                 "refused exactly where a lane of them is set",
                 computed.broken || computed.words[0]),
             kernel_lemma(
                 "pair_of_ascii",
                 "two blocks of ASCII are refused exactly where a sequence is open before them, or "
                 "their first lane would reject the unit before them",
                 (is_valid_ascii && !lane && (last.rejects || !is_closed)) ||
                     (is_refused_ascii && !last.rejects && is_closed)),
             kernel_lemma("pair_goes_on",
                          "behind two valid blocks the text goes on; before a fault it stays",
                          at != place && !moved_by(at, 2 * block)),
             kernel_lemma(
                 "pair_says_ascii", "ASCII is said to stand before a place only where it does",
                 computed.words[2] && !(moved_by(at, 2 * block) &&
                                        inside->are_ascii(2 * units - kWindow + 1, 2 * units)))};
       }});
  steps_.push_back(
      {inside->is_inside(block),
       [&kernel, inside] {
         const std::vector<z3::expr> step = kernel.ascii(inside->in, inside->size, inside->at);
         return std::vector{step[0], step[2]};
       },
       [=](const Computed& computed) {
         const z3::expr &is_taken = computed.words[0], &at = computed.words[1];
         const z3::expr is_due =
             inside->are_ascii(0, 4 * units) &&
             z3::uge(inside->size - place, inside->number(4 * std::uint64_t{block}));
         return std::vector{kernel_lemma(
             "ascii",
             "four blocks are passed over exactly where there are four and all their units are "
             "ASCII; otherwise nothing changes",
             computed.broken || is_taken != is_due || (is_taken && !moved_by(at, 4 * block)) ||
                 (!is_taken && at != place))};
       }});
}

// Four blocks, where ASCII stands before them or need not, and one. Lanes are free variables.
void Proof::add_kernel_groups(const std::shared_ptr<KernelText>& inside) {
  const VectorKernel& kernel = *subject_.kernel;
  const unsigned block = kernel.block;
  const z3::expr place = inside->at;
  struct Kind {
    unsigned blocks;
    bool is_behind_ascii;
  };
  for (const auto [blocks, is_behind_ascii] : {Kind{4, false}, Kind{4, true}, Kind{1, false}}) {
    const bool is_group = blocks > 1;
    const int units = static_cast<int>(blocks * block);
    steps_.push_back(
        {inside->is_inside(block),
         [&kernel, inside, block, blocks = blocks, is_group, is_behind_ascii = is_behind_ascii,
          units] {
           const FreeLanes free;
           const std::vector<z3::expr> step =
               is_group ? kernel.group(inside->in, inside->size, inside->at, is_behind_ascii)
                        : kernel.one(inside->in, inside->size, inside->at);
           z3::context& context = inside->size.ctx();
           const z3::expr no = context.bool_val(false);
           const z3::expr is_long =
               z3::uge(inside->size - inside->at, inside->number(std::uint64_t{blocks} * block));
           if (step[0].is_false()) return std::vector{is_long, inside->at, no, no, no, no};
           std::vector<z3::expr> lanes;
           for (unsigned i = 0; i < blocks; ++i) {
             for (const z3::expr& lane : kernel.faults(inside->place(std::uint64_t{i} * block)))
               lanes.push_back(lane);
           }
           const z3::expr is_passed =
               context.bool_val(is_behind_ascii) && inside->are_ascii(0, units);
           const z3::expr is_due = is_passed || !any_of(lanes, context);
           return std::vector{!is_long || step[1] != is_due,
                              step[2],
                              step[1],
                              is_group && step[3] != inside->are_ascii(0, units),
                              is_passed,
                              !no};
         },
         [=, blocks = blocks, is_behind_ascii = is_behind_ascii](const Computed& computed) {
           const std::string name = !is_group         ? "block"
                                    : is_behind_ascii ? "group_behind_ascii"
                                                      : "group";
           const z3::expr& is_valid = computed.words[2];
           const z3::expr due_place =
               z3::ite(is_valid, place + inside->number(static_cast<std::uint64_t>(units)), place);
           std::vector<Lemma> all{
               kernel_lemma(
                   name,
                   fmt::format("{} blocks of 64 units are taken exactly where there are so many; "
                               "{}they are refused exactly where a lane of them is set",
                               blocks,
                               is_behind_ascii
                                   ? "behind ASCII they are passed where all are ASCII; "
                                     "otherwise "
                                   : ""),
                   computed.broken || computed.words[0]),
               kernel_lemma(name + "_goes_on",
                            "behind valid blocks the text goes on; before a fault it stays",
                            computed.words[1] != due_place)};
           if (is_group) {
             all.push_back(
                 kernel_lemma(name + "_says_ascii",
                              "four valid blocks are said to be ASCII exactly where they are",
                              is_valid && computed.words[3]));
           }
           return all;
         }});
  }
}

void Proof::add_kernel_boundary(const std::shared_ptr<KernelText>& inside) {
  const Machine& law = machine(profile_);
  const VectorKernel& kernel = *subject_.kernel;
  const z3::expr place = inside->at;
  const LawRun earlier = law_run(law, inside->text, -kWindow);
  const LawStep last = law_step(law, earlier.state, inside->text.named(-1));
  steps_.push_back(
      {inside->is_inside(kernel.block) && earlier.is_taken,
       [&kernel, inside] {
         return std::vector{kernel.boundary(inside->in, inside->at).front(),
                            inside->lane_of_last(kernel)};
       },
       [=, &law](const Computed& computed) {
         z3::expr pending = inside->number(0);
         for (std::size_t state = 0; state < law.state_count(); ++state) {
           pending =
               z3::ite(last.next == place.ctx().bv_val(static_cast<unsigned>(state), kStateBits),
                       inside->number(law.pending(static_cast<Machine::State>(state))), pending);
         }
         pending = z3::ite(last.rejects, inside->number(1), pending);
         return std::vector{kernel_lemma(
             "boundary",
             "the boundary before a place is where the sequence that is open there begins, or "
             "the unit that the next lane rejects",
             computed.broken || (!computed.words[1] && computed.words[0] != place - pending))};
       }});
}

// Blocks at the edges, for each number of units that remain.
void Proof::add_kernel_edges(const std::shared_ptr<KernelText>& inside) {
  const VectorKernel& kernel = *subject_.kernel;
  const unsigned block = kernel.block;
  const unsigned longest = kernel.group != nullptr ? block : 2 * block;
  for (unsigned rest = 0; rest < longest; ++rest) {
    const z3::expr place = inside->at;
    const auto text = std::make_shared<KernelText>(units_, place + inside->number(rest), place);
    steps_.push_back(
        {text->is_inside(block),
         [&kernel, text, rest] {
           const FreeLanes free;
           const std::vector<z3::expr> step = kernel.rest(text->in, text->size, text->at);
           z3::context& context = text->size.ctx();
           if (step[0].is_false())
             return std::vector{context.bool_val(true), text->at, text->at == 0};
           std::vector<z3::expr> all = text->padded_lanes(kernel, rest, 0);
           const z3::expr in_first = any_of(all, context);
           if (rest >= kernel.block) {
             for (const z3::expr& lane : text->padded_lanes(kernel, rest, kernel.block))
               all.push_back(lane);
           }
           return std::vector{step[1] == any_of(all, context), step[2], in_first};
         },
         [place, block, rest, text](const Computed& computed) {
           const z3::expr& at = computed.words[1];
           const z3::expr is_second = at == place + text->number(block) &&
                                      place.ctx().bool_val(rest >= block) && !computed.words[2];
           return std::vector{kernel_lemma(
               fmt::format("rest_{}", rest),
               fmt::format(
                   "with {} units left, they are refused exactly where a lane is set, of a "
                   "unit or of a NUL behind them; the place that is told has none before it",
                   rest),
               computed.broken || computed.words[0] || !(at == place || is_second))};
         }});
  }
  const z3::expr start = context_.bv_val(0, 64);
  for (unsigned size = 0; size <= block + 1; ++size) {
    // The last one stands for all longer texts.
    const bool is_longer = size == block + 1;
    const auto text =
        std::make_shared<KernelText>(units_, is_longer ? size_ : inside->number(size), start);
    steps_.push_back(
        {text->is_possible() && z3::uge(text->size, text->number(size)),
         [&kernel, text, size] {
           const FreeLanes free;
           const std::vector<z3::expr> step = kernel.first(text->in, text->size);
           return std::vector{step[0] ==
                              any_of(text->padded_lanes(kernel, size, 0, true), text->size.ctx())};
         },
         [size, is_longer](const Computed& computed) {
           return std::vector{kernel_lemma(
               fmt::format("first_{}", size),
               fmt::format("a text of {}{} units is refused by its first block exactly "
                           "where a lane of that is set",
                           size, is_longer ? " or more" : ""),
               computed.broken || computed.words[0])};
         }});
  }
}

// Units that lead to the state before the lane's, and those of the lane.
std::optional<Bytes> Proof::lane_text(const Lemma& lemma, Question& question) const {
  if (!lemma.has_text || question.ask() != z3::sat) return std::nullopt;
  const z3::model model = question.values();
  const std::uint64_t state =
      model.eval(context_.bv_const("state", kStateBits), true).get_numeral_uint64();
  Bytes text = access_[state];
  const auto first = static_cast<unsigned>(SymbolicText::kBefore + lemma.first);
  for (const std::uint8_t unit : text_of(model, lemma.units, first)) text.push_back(unit);
  return text;
}

// What a mutant inside of the lane function changes is a lane, and its access to units and tables.
// Other steps hold for every lane function, and the step of the lanes has the least room.
void Proof::leave_parts_to_their_steps() {
  for (Step& step : steps_) {
    for (const std::size_t part : step.parts) {
      for (const Site* site : steps_[part].sites) step.sites.erase(site);
    }
  }
}

// The law, as the argument for all lengths needs it.
void Proof::add_kernel_laws() {
  const Machine& law = machine(profile_);
  const z3::expr state = context_.bv_const("state", kStateBits), unit = units_.at(0);
  const z3::expr start = context_.bv_val(0, kStateBits), nul = context_.bv_val(0, 8);
  const LawStep step = law_step(law, state, unit);
  const z3::expr is_state =
      z3::ult(state, context_.bv_val(static_cast<unsigned>(law.state_count()), kStateBits));
  lemmas_.push_back(kernel_lemma("nul_at_end",
                                 "the law rejects NUL exactly where a sequence is open",
                                 is_state && unit == nul && step.rejects != (state != start)));
  const LawItem item = law_item(dialect(profile_.dialect), units_, size_);
  lemmas_.push_back(kernel_lemma(
      "four_units", "a sequence of the law has a value beyond FFFF exactly where it has four units",
      z3::uge(size_, context_.bv_val(1, 64)) && item.is_value &&
          z3::ugt(item.value, context_.bv_val(0xFFFF, 64)) != (item.length == 4)));
  lemmas_.push_back(kernel_lemma("ascii_starts",
                                 "where no sequence is open the law takes ASCII, and none is",
                                 state == start && z3::ult(unit, context_.bv_val(0x80, 8)) &&
                                     (step.rejects || step.next != start)));
}

// Each state of the law has both outcomes, and so has each step of the kernel.
void Proof::add_kernel_vacuity() {
  const auto add = [&](std::string name, std::string claim, const z3::expr& formula) {
    lemmas_.push_back({std::move(name), "vacuity", std::move(claim), true, formula.simplify()});
  };
  const Machine& law = machine(profile_);
  const z3::expr at = context_.bv_const("at", 64);
  const SymbolicText text(units_, at, size_);
  const LawRun window = law_run(law, text, 0);
  const z3::expr& lane = computed_[kLanes].words[0];
  for (std::size_t state = 0; state < law.state_count(); ++state) {
    const z3::expr is_here =
        steps_[kLanes].hypothesis &&
        window.state == context_.bv_val(static_cast<unsigned>(state), kStateBits);
    const std::string& name = law.name(static_cast<Machine::State>(state));
    add(fmt::format("lane_{}_set", state), name + ", some unit sets its lane", is_here && lane);
    add(fmt::format("lane_{}_unset", state), name + ", some unit does not", is_here && !lane);
  }
  if (places_ > 0) add_length_vacuity(places_);
  for (std::size_t i = 0; i < conversions_.size(); ++i) add_conversion_vacuity(i);
  if (subject_.kernel->group != nullptr) {
    const auto step = [&](const char* name, const char* claim, std::size_t number, bool is_valid,
                          bool is_passed) {
      const std::vector<z3::expr>& words = computed_[number].words;
      const z3::expr formula =
          steps_[number].hypothesis && words[5] && words[2] == context_.bool_val(is_valid);
      add(name, claim, is_passed ? formula && words[4] : formula);
    };
    step("group_valid", "some four blocks are passed", kGroup, true, false);
    step("group_faulty", "some four blocks are refused", kGroup, false, false);
    step("ascii_taken", "some four blocks of ASCII are passed over", kGroupBehindAscii, true, true);
    step("group_behind_ascii_faulty", "some four blocks behind ASCII are refused",
         kGroupBehindAscii, false, false);
    step("block_valid", "some block is passed", kOne, true, false);
    step("block_faulty", "some block is refused", kOne, false, false);
    return;
  }
  const std::vector<z3::expr>& pair = computed_[kPair].words;
  const auto of_pair = [&](const z3::expr& formula) { return steps_[kPair].hypothesis && formula; };
  add("pair_valid", "some two blocks are passed", of_pair(pair[1] != at && !pair[2]));
  add("pair_faulty", "some two blocks that are not ASCII are refused", of_pair(pair[1] == at));
  add("ascii_valid", "some two blocks of ASCII are passed", of_pair(pair[3]));
  add("ascii_refused", "some two blocks of ASCII are refused", of_pair(pair[4]));
  add("ascii_taken", "some four blocks are passed over",
      steps_[kAscii].hypothesis && computed_[kAscii].words[0]);
  const std::size_t longest_rest = kRest + 2 * subject_.kernel->block - 1;
  add("rest_second", "a fault is found in the second block of some rest",
      steps_[longest_rest].hypothesis && computed_[longest_rest].words[1] != at);
}

}  // namespace placemat::prove
