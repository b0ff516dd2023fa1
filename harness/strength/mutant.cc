#include "harness/strength/mutant.h"

#include <fmt/format.h>

#include <algorithm>

namespace placemat {
namespace {

constexpr std::array<MutantFamilyRow, kMutantFamilyCount> kRows{{
    {MutantFamily::kTransition, "transition", "one reaction to one unit in one state", true},
    {MutantFamily::kClass, "class", "one unit taken for one of another class", true},
    {MutantFamily::kPayload, "payload", "a shift, a mask or a bit of a value", true},
    {MutantFamily::kSemantic, "semantic", "a rule left out, or another one followed", true},
    {MutantFamily::kPosition, "position", "a fault that shows at some offsets only", false},
    {MutantFamily::kHistory, "history", "a fault after some items or for some values only", false},
    {MutantFamily::kValue, "value", "one value wrong, or one ill-formed sequence accepted", false},
    {MutantFamily::kState, "state", "a stream that loses or keeps what it must not", false},
    {MutantFamily::kBuffer, "buffer", "memory, capacity and length functions", false},
}};

ItemKind well_formed_item(std::uint64_t value) {
  return value < 0x80 ? 0 : value < 0x800 ? 1 : value < 0x10000 ? 2 : 3;
}

ItemKind ill_formed_item(ErrorClass fault) {
  return static_cast<ItemKind>(3 + static_cast<unsigned>(fault));
}

std::vector<Bytes> find_access_strings() {
  const Machine& law = machine(kMutatedProfile);
  std::vector<Bytes> access(law.state_count());
  std::vector<Machine::State> queue{Machine::kStart};
  std::vector<bool> seen(law.state_count());
  seen[Machine::kStart] = true;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (std::size_t unit = 0; unit < 256; ++unit) {
      const Machine::State next = law.at(queue[i], unit).next;
      if (seen[next]) continue;
      seen[next] = true;
      access[next] = access[queue[i]];
      access[next].push_back(static_cast<std::uint8_t>(unit));
      queue.push_back(next);
    }
  }
  return access;
}

}  // namespace

const std::vector<Bytes>& access_strings() {
  static const std::vector<Bytes> kStrings = find_access_strings();
  return kStrings;
}

std::span<const MutantFamilyRow> mutant_families() { return kRows; }

const MutantFamilyRow& row_of(MutantFamily family) {
  return kRows[static_cast<std::size_t>(family)];
}

std::string name_of_item(ItemKind kind) {
  if (kind < 4) return fmt::format("{}-unit", kind + 1);
  return std::string(name_of(static_cast<ErrorClass>(kind - 3)));
}

MutantWalk::MutantWalk(const Mutant& mutant) : mutant_(&mutant) {
  for (const Patch& patch : mutant.patches) touched_.set(patch.symbol);
  watches_units_ = mutant.gate.kind == Gate::Kind::kAfterUnits;
}

void MutantWalk::restart() {
  state_ = Machine::kStart;
  accumulator_ = 0;
  taken_ = 0;
  has_ended_ = false;
  ascii_run_ = 0;
  last_ = before_last_ = kNoItem;
  errors_ = 0;
  first_unit_ = units_ = last_units_ = 0;
  last_value_.reset();
  matched_ = 0;
  error.reset();
  values_before_error = 0;
}

void MutantWalk::push(ByteView units) {
  for (std::size_t i = 0; i < units.size() && !has_ended_; ++i) step(units[i], i, units.size());
}

void MutantWalk::step(std::uint8_t unit, std::size_t offset, std::size_t size) {
  const Transition& t = transition(unit, offset, size);
  const std::size_t awaited = mutant_->accepts.units.size();
  if (awaited > 0) follow_sequence(unit, offset);
  ++taken_;
  if (watches_units_ && mutant_->machine->pending(state_) == 1) units_ = first_unit_ << 8 | unit;
  apply(t, false);
  if (watches_units_ && mutant_->machine->pending(state_) == 1) first_unit_ = unit;
  // The unit that breaks a sequence follows that sequence, not the ASCII before
  // it.
  if (t.error_length > 0) ascii_run_ = 0;
  if (mutant_->machine->pending(state_) == 0) ascii_run_ = unit < 0x80 ? ascii_run_ + 1 : 0;
  if (awaited > 0 && matched_ == awaited) accept_sequence();
}

// Before the law reads `unit`. No sequence has its first unit again.
void MutantWalk::follow_sequence(std::uint8_t unit, std::size_t offset) {
  const Bytes& wanted = mutant_->accepts.units;
  if (offset > 0 && matched_ > 0 && unit == wanted[matched_]) {
    ++matched_;
    return;
  }
  matched_ = 0;
  if (state_ != Machine::kStart || unit != wanted.front()) return;
  matched_ = 1;
  before_sequence_ = {values.size(), values_before_error, error, last_, before_last_, errors_};
}

// After the law has read the last of its units.
void MutantWalk::accept_sequence() {
  matched_ = 0;
  values.resize(before_sequence_.values);
  values_before_error = before_sequence_.values_before_error;
  error = before_sequence_.error;
  last_ = before_sequence_.last;
  before_last_ = before_sequence_.before_last;
  errors_ = before_sequence_.errors;
  forget();
  finish_item(well_formed_item(mutant_->accepts.value));
  values.push_back(mutant_->accepts.value);
}

void MutantWalk::finish() {
  if (has_ended_) return;
  apply(transition(Machine::kEnd, taken_, taken_), true);
}

void MutantWalk::forget() {
  state_ = Machine::kStart;
  accumulator_ = 0;
}

void MutantWalk::flush() {
  apply(mutant_->machine->at(state_, Machine::kEnd), true);
  forget();
}

void MutantWalk::resume(Machine::State state, std::uint64_t accumulator) {
  state_ = state;
  accumulator_ = accumulator;
}

bool MutantWalk::is_open(std::size_t offset, std::size_t size) const {
  const Gate& gate = mutant_->gate;
  switch (gate.kind) {
    case Gate::Kind::kAlways:
      return true;
    case Gate::Kind::kOffset:
      return offset % gate.a == gate.b;
    case Gate::Kind::kAcrossEdge: {
      const std::size_t pending = mutant_->machine->pending(state_);
      return pending <= offset && (offset - pending) / gate.a != offset / gate.a;
    }
    case Gate::Kind::kLastBlock:
      return size % gate.a != 0 && offset >= size - size % gate.a;
    case Gate::Kind::kAfterAscii:
      return ascii_run_ >= gate.a;
    case Gate::Kind::kAtEnd:
      return offset + 1 >= size;
    case Gate::Kind::kAfterItem:
      return last_ == gate.a;
    case Gate::Kind::kAfterTwo:
      return before_last_ == gate.a && last_ == gate.b;
    case Gate::Kind::kAtOffset:
      return offset == gate.a;
    case Gate::Kind::kAfterErrors:
      return errors_ == gate.a;
    case Gate::Kind::kAfterUnits:
      return last_units_ == gate.a;
    case Gate::Kind::kAfterValue:
      return last_value_ == gate.a;
  }
  return true;
}

// Faults of values depend on the item before only.
bool MutantWalk::is_value_open() const {
  const Gate& gate = mutant_->gate;
  if (gate.kind == Gate::Kind::kAfterValue) return last_value_ == gate.a;
  if (gate.kind == Gate::Kind::kAfterItem) return last_ == gate.a;
  return true;
}

const Transition& MutantWalk::transition(std::size_t symbol, std::size_t offset,
                                         std::size_t size) const {
  if (touched_[symbol] && is_open(offset, size)) {
    for (const Patch& patch : mutant_->patches) {
      if (patch.state == state_ && patch.symbol == symbol) return patch.transition;
    }
  }
  return mutant_->machine->at(state_, symbol);
}

void MutantWalk::apply(const Transition& t, bool at_end) {
  if (t.error_length > 0) {
    if (!error) {
      error = IllFormed{taken_ >= t.error_back ? taken_ - t.error_back : 0, t.error_length, at_end};
      values_before_error = values.size();
    }
    finish_item(ill_formed_item(t.error_class));
  }
  for (int i = 0; i < t.replacements; ++i) values.push_back(mutant_->machine->replacement());
  accumulator_ = (t.restart ? 0 : accumulator_) + t.add;
  state_ = t.next;
  if (t.emits) write(accumulator_);
}

void MutantWalk::write(std::uint64_t value) {
  const ValueFault& fault = mutant_->value;
  const bool is_faulty = fault.applies(value) && is_value_open();
  finish_item(well_formed_item(value));
  last_value_ = value;
  if (!is_faulty) return values.push_back(value);
  switch (fault.does) {
    case ValueFault::Does::kNothing:
    case ValueFault::Does::kDrops:
      return;
    case ValueFault::Does::kFlips:
      return values.push_back(value ^ fault.flip);
    case ValueFault::Does::kEndsInput:
      has_ended_ = true;
      return;
    case ValueFault::Does::kRefuses:
      break;
  }
  if (!error) {
    const std::size_t length = 1u + well_formed_item(value);
    error = IllFormed{taken_ - std::min(taken_, length), length, false};
    values_before_error = values.size();
  }
  values.push_back(mutant_->machine->replacement());
}

void MutantWalk::finish_item(ItemKind kind) {
  before_last_ = last_;
  last_ = kind;
  errors_ += kind < 4 ? 0 : 1;
  last_units_ = kind > 0 && kind < 4 ? units_ : 0;
  last_value_.reset();
}

Answer answer_of(const Mutant& mutant, ByteView bytes) {
  MutantWalk walk(mutant);
  walk.push(bytes);
  walk.finish();
  if (!walk.error) walk.values_before_error = walk.values.size();
  return {std::move(walk.values), walk.error, walk.values_before_error};
}

}  // namespace placemat
