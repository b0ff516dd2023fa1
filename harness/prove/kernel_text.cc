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
