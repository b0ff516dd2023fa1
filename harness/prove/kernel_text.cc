#include "harness/prove/kernel_text.h"

namespace placemat::prove {
namespace {

LawStep law_step_in(const Machine& law, Machine::State state, const z3::expr& unit) {
  z3::context& context = unit.ctx();
  LawStep step{context.bool_val(false), context.bv_val(0, kStateBits)};
  const auto same = [&](unsigned a, unsigned b) {
    const Transition &x = law.at(state, a), &y = law.at(state, b);
    return x.next == y.next && (x.error_length > 0) == (y.error_length > 0);
  };
  for (unsigned last = 256; last-- > 0;) {
    if (last < 255 && same(last, last + 1)) continue;
    const Transition& t = law.at(state, last);
    const z3::expr is_here = z3::ule(unit, context.bv_val(last, 8));
    step.rejects = z3::ite(is_here, context.bool_val(t.error_length > 0), step.rejects);
    step.next = z3::ite(is_here, context.bv_val(unsigned{t.next}, kStateBits), step.next);
  }
  return step;
}

}  // namespace

LawStep law_step(const Machine& law, const z3::expr& state, const z3::expr& unit) {
  LawStep step = law_step_in(law, 0, unit);
  for (std::size_t i = 1; i < law.state_count(); ++i) {
    const LawStep other = law_step_in(law, static_cast<Machine::State>(i), unit);
    const z3::expr is_here = state == state.ctx().bv_val(static_cast<unsigned>(i), kStateBits);
    step.rejects = z3::ite(is_here, other.rejects, step.rejects);
    step.next = z3::ite(is_here, other.next, step.next);
  }
  return {step.rejects.simplify(), step.next.simplify()};
}

z3::expr is_a_state(const Machine& law, const z3::expr& state) {
  return z3::ult(state, state.ctx().bv_val(static_cast<unsigned>(law.state_count()), kStateBits));
}

z3::expr is_pending(const Machine& law, const z3::expr& state, std::size_t units) {
  std::vector<z3::expr> any;
  for (std::size_t i = 0; i < law.state_count(); ++i) {
    if (law.pending(static_cast<Machine::State>(i)) == units)
      any.push_back(state == state.ctx().bv_val(static_cast<unsigned>(i), kStateBits));
  }
  return any_of(any, state.ctx());
}

LawRun law_run(const Machine& law, const SymbolicText& text, int first, int count) {
  const z3::expr before = text.named(0).ctx().bv_const("state", kStateBits);
  LawRun run{is_a_state(law, before), before};
  for (int i = 0; i < count; ++i) {
    const LawStep step = law_step(law, run.state, text.named(first + i));
    run = {run.is_taken && !step.rejects, step.next};
  }
  return run;
}

z3::expr any_differ(const std::vector<z3::expr>& a, const std::vector<z3::expr>& b) {
  std::vector<z3::expr> any;
  for (std::size_t i = 0; i < a.size(); ++i) any.push_back(a[i] != b[i]);
  return any_of(any, a.front().ctx());
}

std::vector<z3::expr> law_carry(const Machine& law, const z3::expr& state, const z3::expr& unit,
                                unsigned bits) {
  z3::context& context = unit.ctx();
  const LawStep step = law_step(law, state, unit);
  std::vector<z3::expr> carry;
  for (unsigned open = 1; open <= VectorKernel::kCarried; ++open) {
    carry.push_back(z3::ite(is_pending(law, state, open) && !step.rejects, context.bv_val(1, bits),
                            context.bv_val(0, bits)));
  }
  return carry;
}

std::vector<z3::expr> free_carry(z3::context& context, unsigned bits) {
  std::vector<z3::expr> carry;
  for (const char* name : {"second", "third", "fourth"})
    carry.push_back(context.bv_const(name, bits));
  return carry;
}

z3::expr law_counts(const Machine& law, const z3::expr& state, const z3::expr& next,
                    unsigned width) {
  const LawStep step = law_step(law, state, next);
  const z3::expr is_closed = state == state.ctx().bv_val(unsigned{Machine::kStart}, kStateBits);
  const z3::expr ends = is_closed || step.rejects;
  return width == 16 ? ends || is_pending(law, state, 3) : ends;
}

z3::expr bit(const z3::expr& places, unsigned i) {
  return places.extract(i, i) == places.ctx().bv_val(1, 1);
}

z3::expr are_unlike(const std::vector<z3::expr>& places, const SymbolicText& text) {
  z3::context& context = places.front().ctx();
  const std::vector<z3::expr> simple = simplified(places);
  z3::expr third = simple[kWindow - 1];
  std::vector<z3::expr> moved;
  for (std::size_t i = kWindow; i < places.size(); ++i) {
    z3::expr_vector from(context), to(context);
    for (int j = 0; j <= kWindow; ++j) {
      from.push_back(text.named(j));
      to.push_back(text.named(static_cast<int>(i) - kWindow + 1 + j));
    }
    moved.push_back(third.substitute(from, to));
  }
  moved = simplified(moved);
  std::vector<z3::expr> any;
  for (std::size_t i = 0; i < moved.size(); ++i) any.push_back(simple[kWindow + i] != moved[i]);
  return any_of(any, context);
}

PlaceText::PlaceText(const Machine& law, const SymbolicText& text, int place)
    : place(place),
      first(place < kWindow - 1 ? 1 - kWindow : place + 1 - kWindow),
      before(law_run(law, text, first, place - first).state),
      behind(law_run(law, text, first, place + 1 - first).state) {}

Lemma PlaceText::lemma(std::string name, std::string claim, z3::expr negated) const {
  Lemma lemma = kernel_lemma(std::move(name), std::move(claim), std::move(negated));
  lemma.has_text = true;
  lemma.first = first;
  lemma.units = static_cast<unsigned>(place + 2 - first);
  return lemma;
}

std::vector<z3::expr> bits_of(const z3::expr& places, unsigned count) {
  std::vector<z3::expr> all;
  for (unsigned i = 0; i < count; ++i) all.push_back(bit(places, i));
  return all;
}

Lemma kernel_lemma(std::string name, std::string claim, z3::expr negated) {
  Lemma one{std::move(name), "lemma", std::move(claim), false, std::move(negated)};
  one.has_text = false;
  return one;
}

z3::expr KernelText::are_ascii(int first, int behind) const {
  z3::expr all = size.ctx().bool_val(true);
  for (int i = first; i < behind; ++i)
    all = all && z3::ult(text.named(i), size.ctx().bv_val(0x80, 8));
  return all;
}

std::vector<z3::expr> KernelText::padded(unsigned block, unsigned rest, unsigned behind,
                                         bool is_start) const {
  std::vector<z3::expr> cells;
  const int first = static_cast<int>(behind);
  for (int i = first + 1 - kWindow; i <= first + static_cast<int>(block); ++i) {
    const bool is_nul = (i < 0 && is_start) || i >= static_cast<int>(rest);
    cells.push_back(is_nul ? size.ctx().bv_val(0, 8) : text.named(i));
  }
  return cells;
}

std::vector<z3::expr> KernelText::padded_lanes(const VectorKernel& kernel, unsigned rest,
                                               unsigned behind, bool is_start) const {
  const SymbolicCells memory(padded(kernel.block, rest, behind, is_start));
  return kernel.faults(SymbolicIn(memory, number(kWindow - 1)));
}

z3::expr KernelText::lane_of_last(const VectorKernel& kernel) const {
  std::vector<z3::expr> cells;
  for (int i = -kWindow; i < static_cast<int>(kernel.block); ++i) cells.push_back(text.named(i));
  const SymbolicCells memory(cells);
  return kernel.faults(SymbolicIn(memory, number(kWindow - 1))).front();
}

}  // namespace placemat::prove
