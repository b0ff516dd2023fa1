// Writes the shell lines that show a finding of a child or of a filter.
#include "harness/campaign/reproducer.h"

#include <fmt/format.h>

#include "harness/isolation/lines.h"
#include "harness/judge/expectation.h"
#include "harness/presentation/axes.h"
#include "harness/spec/encode.h"

namespace placemat {
namespace {

// A line of this length can still be pasted.
constexpr std::size_t kMostInLine = 2000;

std::string command_of(const ReplayCall& call) {
  std::string line;
  for (const std::string& word : call.external.command) {
    line += (line.empty() ? "" : " ") + quoted(word);
  }
  return line;
}

std::string question(std::size_t number, Operation operation, const ChunkedUnits& units) {
  std::string line = fmt::format("{} {} ", number, protocol_mode(operation));
  std::size_t cut = 0;
  for (std::size_t i = 0; i <= units.bytes.size(); ++i) {
    for (; cut < units.cuts.size() && units.cuts[cut] == i; ++cut) line += '|';
    if (i < units.bytes.size()) line += fmt::format("{:02X}", units.bytes[i]);
  }
  return line + "\\n";
}

std::string listed_values(std::span<const std::uint64_t> values) {
  std::string list;
  for (const std::uint64_t value : values) list += fmt::format(" 0*{:X}", value);
  return list;
}

// The answer that the law requires, as a regular expression of `grep -E`. A decoder need not know
// where an error is.
std::string due_answer(const ReproducedCall& what, std::size_t number, const ChunkedUnits& units) {
  const Operation operation = what.call.how.operation;
  Law law(what.judged_as, false);
  const Expectation& due = law.about(units.bytes);
  const bool refuses = (operation == Operation::kValidate || is_strict(operation)) && due.error;
  if (refuses && operation == Operation::kValidate) return fmt::format("^{} error", number);
  if (refuses) {
    return fmt::format("^{} error ({}|-) ({}|-)", number, due.error->offset, due.error->length);
  }
  if (operation == Operation::kValidate) return fmt::format("^{} ok", number);
  std::string values = listed_values(due.values);
  // A surrogate pair and its code point are equivalent.
  if (due.joins)
    values = fmt::format("({}|{})", values, listed_values(join_surrogates(due.values)));
  return fmt::format("^{} ok{}$", number, values);
}

Reproducer child_line(const ReproducedCall& what, const ChunkedUnits& units) {
  const Operation operation = what.call.how.operation;
  const Presentation& how = what.call.how;
  std::string questions = "placemat 1\\n";
  std::size_t number = 1;
  if (how.has_prelude()) questions += question(number++, operation, {how.prelude, {}});
  questions += question(number, operation, units);
  const std::string timed = what.finding.kind == Kind::kHang ? "timeout 10 " : "";
  const std::string often =
      what.finding.kind == Kind::kNondeterministic ? " The fault does not show every time." : "";
  return {"sh", "",
          fmt::format("printf '{}' | {}{} | tee /dev/stderr | grep -Eq '{}'", questions, timed,
                      command_of(what.call), due_answer(what, number, units)),
          "", "It prints the answers. Exit status: 1 the fault is there, 0 it is gone." + often};
}

Reproducer filter_line(const ReproducedCall& what, const ChunkedUnits& units) {
  std::string input;
  for (const std::uint8_t unit : units.bytes) input += fmt::format("\\{:03o}", unit);
  return {"sh",
          "",
          fmt::format("printf '{}' | {{ {}; echo \"exit status $?\" >&2; }} | od -An -v -tx1",
                      input, command_of(what.call)),
          "",
          fmt::format("It prints the output, {}, in hex, and the exit status of the program.",
                      what.call.external.filter_output),
          false};
}

}  // namespace

std::optional<Reproducer> command_line(const ReproducedCall& what, std::string& why_not) {
  if (!what.call.encode.empty()) {
    why_not = "the protocol has no question about encoders";
    return std::nullopt;
  }
  const bool is_filter = what.call.external.is_filter;
  Presentation how = what.call.how;
  // The call before this one is an ordinary question.
  if (!is_filter && how.ending == Ending::kCall) how.clear_prelude();
  if (!crosses_process(how)) {
    why_not = "no line gives the input " + conditions(how);
    return std::nullopt;
  }
  const ChunkedUnits units = parse_units(what.call.units, Caller::kMaxUnits);
  Reproducer line = is_filter ? filter_line(what, units) : child_line(what, units);
  if (line.text.size() > kMostInLine) {
    why_not = "the input is too long for a line";
    return std::nullopt;
  }
  return line;
}

}  // namespace placemat
