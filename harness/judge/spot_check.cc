#include "harness/judge/spot_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "harness/bytes/copy.h"
#include "harness/bytes/short_text.h"
#include "harness/call/heap_copies.h"
#include "harness/judge/minimise.h"
#include "harness/judge/needs.h"

namespace placemat {
namespace {

// A heap copy costs as much as ten calls between guard pages.
constexpr unsigned kInputsPerCopy = 32;

// By the input alone, so that a stored input fails again.
bool is_copied(const Draws& draws) { return draws.of(Drawn::kHeapCopy).below(kInputsPerCopy) == 0; }

}  // namespace

SpotCheck::HeapCopies SpotCheck::useful_copies() {
  return has_address_sanitizer() ? HeapCopies::kToo : HeapCopies::kNone;
}

SpotCheck::SpotCheck(const Decoder& decoder, const Profile& judged_as, FencedThread& thread,
                     HeapCopies copies, OperationSet among)
    : caller_(decoder, thread), judged_as_(judged_as), judge_(caller_, judged_as), copies_(copies) {
  for (std::size_t i = 0; i < kOperationCount; ++i) {
    const auto operation = static_cast<Operation>(i);
    if (has(decoder, operation) && (among & bit_of(operation)) != 0) {
      operations_.push_back(operation);
    }
  }
}

// On the heap a misuse of memory ends the process, so a known one would end each campaign.
bool SpotCheck::may_copy(const std::set<Kind>& known) const {
  constexpr std::array kEndings{Kind::kOverRead, Kind::kOverWrite, Kind::kCrash, Kind::kHang};
  return copies_ == HeapCopies::kToo &&
         std::ranges::none_of(kEndings, [&](Kind kind) { return known.contains(kind); });
}

std::optional<SpotFinding> SpotCheck::examine(ByteView input, const std::set<Kind>& known) {
  return examine(input, Draws(input), known);
}

std::optional<SpotFinding> SpotCheck::examine(ByteView input, const Draws& draws,
                                              const std::set<Kind>& known) {
  if (input.size() > Caller::kMaxUnits || !can_check()) return std::nullopt;
  check_.units.resize(input.size());
  copy_dozens(check_.units.data(), input);
  draw_presentation(input, draws, operations_, check_.how);
  if (!judge_.fails(check_)) {
    if (!may_copy(known) || !is_copied(draws)) return std::nullopt;
    // What the guard pages catch is reduced and explained; an error on the heap ends the process.
    if (!fails_beside_guard_pages()) {
      const Operation operation = check_.how.operation;
      call_on_heap(decoder(), operation, needed(operation, judge_.law().about(input)), input,
                   check_.how.cuts);
      return std::nullopt;
    }
  }
  std::optional<Failure> failure = judge_.judge(check_);
  if (!failure) failure = judge_.judge_state(check_);
  // No repetition gives the first answer again: that is the finding.
  if (!failure) {
    failure = Failure{Kind::kNondeterministic, "the same again", "another answer", check_};
  }
  if (known.contains(failure->kind)) return std::nullopt;
  SpotFinding found = reduced(*failure);
  if (known.contains(found.failure.kind)) return std::nullopt;
  return found;
}

// The same operation and cuts, with a guard page directly behind the input, then before it.
bool SpotCheck::fails_beside_guard_pages() {
  check_.how.pad = check_.how.tail = 0;
  check_.how.room = Room::kExact;
  check_.how.clear_prelude();
  for (const Placement placement : {Placement::kEnd, Placement::kStart}) {
    check_.how.placement = placement;
    if (judge_.fails(check_)) return true;
  }
  return false;
}

SpotFinding SpotCheck::reduced(const Failure& failure) {
  // Each call to a decoder that hangs takes the whole time limit.
  if (failure.kind == Kind::kHang) return {check_, failure};
  Minimised least = minimised(judge_, check_, failure);
  least.check = with_margin(judge_, least.check, failure);
  // The answer is that to the units that are shown.
  const Failure& seen = least.failure ? *least.failure : failure;
  return {least.check, judge_.judge(least.check).value_or(seen)};
}

std::string SpotCheck::describe(const SpotFinding& finding) const {
  const auto& [minimal, failure] = finding;
  const std::string conditional = conditions(minimal.how);
  const std::string_view operation = name_of(minimal.how.operation);
  return fmt::format(
      "finding: {}: {}: {}\n"
      "  claims    {}\n"
      "  units     {}\n"
      "  {}  {}\n"
      "  expected  {}\n"
      "  seen      {}\n"
      "  clause    {}\n",
      decoder().name, row_of(failure.kind).name, row_of(failure.kind).summary, to_text(judged_as_),
      to_short_text({minimal.units, minimal.how.cuts}),
      conditional.empty() ? "call    " : "only    ",
      conditional.empty() ? std::string(operation) : fmt::format("{}, {}", operation, conditional),
      failure.expected, failure.seen, row_of(failure.kind).clause);
}

}  // namespace placemat
