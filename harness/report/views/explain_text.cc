// explain_text.cc: an explanation as text for reading, section by section. It decides only what to
// omit from a long one.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <tuple>

#include "harness/report/text.h"
#include "harness/report/views/explanation.h"
#include "harness/report/views/table.h"
#include "harness/spec/encode.h"

namespace placemat {
namespace {

constexpr std::size_t kShortestRun = 8;   // as case notation compresses runs
constexpr std::size_t kMostValues = 240;  // characters of a list of values

class Paint {
 public:
  explicit Paint(bool on) : on_(on) {}
  std::string heading(std::string_view text) const { return in("1", text); }
  std::string bad(std::string_view text) const { return in("31", text); }
  std::string other(std::string_view text) const { return in("33", text); }
  std::string faint(std::string_view text) const { return in("2", text); }

 private:
  std::string in(std::string_view code, std::string_view text) const {
    return on_ ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
  }
  bool on_;
};

std::string shortened(std::string text) {
  if (text.size() <= kMostValues) return text;
  const std::size_t end = text.rfind(' ', kMostValues);
  return fmt::format("{} ... ({} characters more)", text.substr(0, end), text.size() - end);
}

std::string values_text(std::span<const std::uint64_t> values) {
  return shortened(values_or_nothing(values));
}

std::string profile_text(const Profile& profile) {
  const std::string text = to_text(profile);
  return profile.bom == Bom::kKeep ? text.substr(0, text.rfind('/')) : text;
}

// Which of `n` rows to show when there is no room for all: the first, those around `focus`, and the
// last.
std::vector<std::size_t> worth_showing(std::size_t n, std::size_t focus) {
  constexpr std::size_t kAll = 60, kFirst = 24, kBefore = 8, kBehind = 24, kLast = 3;
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < n; ++i) {
    const bool is_near = i + kBefore >= focus && i < focus + kBehind;
    if (n <= kAll || i < kFirst || is_near || i + kLast >= n) rows.push_back(i);
  }
  return rows;
}

// ---- the units ----

// One unit, or a run of equal units.
struct Box {
  std::size_t offset = 0;
  std::size_t count = 1;
  std::string at, unit, marks, bits, role, value;
  bool is_faulty = false;
};

// The marker of a code unit by the patterns of 1993, a tick, the payload.
std::string bits_of(std::uint8_t unit) {
  const std::size_t ones = static_cast<std::size_t>(std::countl_one(unit));
  const std::size_t marker = std::min<std::size_t>(ones + 1, 8);
  const std::string bits = fmt::format("{:08b}", unit);
  return bits.substr(0, marker) + (marker < 8 ? "'" : "") + bits.substr(marker);
}

// Where payloads are no bit fields, a tick would be wrong.
bool has_bit_fields(const Dialect& dialect) {
  return std::ranges::all_of(dialect.trailing, [](const Range& range) {
    return range.first >= 0x80 && range.last <= 0xBF;
  });
}

std::string role_of(const Part& part, std::size_t i, std::uint8_t unit) {
  if (!part.value) return "ill-formed";
  if (part.length == 1) return unit < 0x80 ? "ASCII" : "single";
  return i == 0 ? "lead" : "continuation";
}

std::size_t run_at(const Explanation& e, std::size_t first) {
  const auto& cuts = e.question.units.cuts;
  const Bytes& bytes = e.question.units.bytes;
  const Part& part = e.parts[first];
  std::size_t n = 1;
  while (part.length == 1 && first + n < e.parts.size()) {
    const Part& next = e.parts[first + n];
    const bool alike = next.length == 1 && bytes[next.offset] == bytes[part.offset] &&
                       next.value == part.value && next.error_class == part.error_class;
    if (!alike || std::ranges::count(cuts, next.offset) > 0) break;
    ++n;
  }
  return n >= kShortestRun ? n : 1;
}

Box box_of(const Explanation& e, const Part& part, std::size_t i, std::size_t count) {
  const ChunkedUnits& units = e.question.units;
  const std::size_t at = part.offset + i;
  const std::uint8_t unit = units.bytes[at];
  const auto cuts_at = [&](std::size_t offset) {
    return std::string(static_cast<std::size_t>(std::ranges::count(units.cuts, offset)), '|');
  };
  Box box{at, count, fmt::format("{}", at), fmt::format("{:02X}", unit), {}, {}, {}, {}, false};
  if (count > 1) box.unit += fmt::format("*{}", count);
  box.is_faulty = !part.value;
  if (box.is_faulty) box.marks = "^^";
  box.bits = has_bit_fields(dialect(e.question.profile.dialect)) ? bits_of(unit)
                                                                 : fmt::format("{:08b}", unit);
  box.role = role_of(part, i, unit);
  if (part.value && i == 0) box.value = fmt::format("U+{:04X}", *part.value);
  const std::string before = cuts_at(at);
  // Marks stand under the digits, values at the edge of the cell.
  box.unit = before + box.unit;
  if (box.is_faulty) box.marks = std::string(before.size(), ' ') + box.marks;
  if (at + 1 == units.bytes.size()) box.unit += cuts_at(at + 1);
  return box;
}

std::vector<Box> boxes_of(const Explanation& e) {
  std::vector<Box> boxes;
  for (std::size_t p = 0; p < e.parts.size();) {
    const std::size_t run = run_at(e, p);
    for (std::size_t i = 0; i < e.parts[p].length; ++i) {
      boxes.push_back(box_of(e, e.parts[p], i, run));
    }
    p += run;
  }
  return boxes;
}

std::string grid_line(std::string_view label, std::span<const Box> boxes, std::size_t width,
                      std::string Box::* cell) {
  std::string line = fmt::format("  {:7}", label);
  for (const Box& box : boxes) line += fmt::format("{:{}}", box.*cell, width);
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

std::string grid_rows(std::span<const Box> boxes, std::size_t width, const Paint& paint) {
  const auto any = [&](std::string Box::* cell) {
    return std::ranges::any_of(boxes, [&](const Box& box) { return !(box.*cell).empty(); });
  };
  std::string out = paint.faint(grid_line("at", boxes, width, &Box::at)) + '\n';
  out += grid_line("unit", boxes, width, &Box::unit) + '\n';
  if (any(&Box::marks)) out += paint.bad(grid_line("", boxes, width, &Box::marks)) + '\n';
  out += grid_line("bits", boxes, width, &Box::bits) + '\n';
  out += grid_line("role", boxes, width, &Box::role) + '\n';
  if (any(&Box::value)) out += grid_line("value", boxes, width, &Box::value) + '\n';
  return out;
}

std::string grid(const std::vector<Box>& all, const Paint& paint) {
  const auto first_error_class = std::ranges::find_if(all, &Box::is_faulty);
  const std::vector<std::size_t> shown =
      worth_showing(all.size(), static_cast<std::size_t>(first_error_class - all.begin()));
  std::size_t width = 0;
  for (const std::size_t i : shown) {
    const Box& b = all[i];
    width = std::max({width, b.unit.size(), b.bits.size(), b.role.size(), b.value.size()});
  }
  width += 1;
  const std::size_t per_row = (kTextWidth - 9) / width;
  std::string out;
  for (std::size_t i = 0; i < shown.size();) {
    std::vector<Box> row;
    const bool follows = i == 0 || shown[i] == shown[i - 1] + 1;
    if (!follows) out += "  ...\n";
    do row.push_back(all[shown[i++]]);
    while (i < shown.size() && row.size() < per_row && shown[i] == shown[i - 1] + 1);
    out += (out.empty() ? "" : "\n") + grid_rows(row, width, paint);
  }
  return out;
}

std::string error_class_text(const Part& part, const Explanation& e) {
  const Dialect& d = dialect(e.question.profile.dialect);
  if (part.is_foreign) {
    return fmt::format("no form of {} begins with {:02X}", d.name,
                       e.question.units.bytes[part.offset]);
  }
  return fmt::format("{}: {}", name_of(part.error_class), summary_of(part.error_class));
}

// The number of equal, adjacent ill-formed parts from `first` on.
std::size_t alike_faults(const std::vector<Part>& parts, std::size_t first) {
  std::size_t n = 1;
  while (first + n < parts.size() && !parts[first + n].value &&
         parts[first + n].length == parts[first].length &&
         parts[first + n].error_class == parts[first].error_class &&
         parts[first + n].is_foreign == parts[first].is_foreign && !parts[first].is_foreign) {
    ++n;
  }
  return n;
}

std::string error_classes_text(const Explanation& e, const Paint& paint) {
  constexpr std::size_t kMostShown = 12;
  std::string out;
  std::size_t shown = 0, left = 0;
  for (std::size_t i = 0; i < e.parts.size();) {
    const Part& part = e.parts[i];
    const std::size_t times = part.value ? 1 : alike_faults(e.parts, i);
    i += times;
    if (part.value) continue;
    if (shown == kMostShown) {
      left += times;
      continue;
    }
    ++shown;
    const std::string again = times > 1 ? fmt::format(", {} times", times) : "";
    const std::string line =
        paragraph(fmt::format("  ^^ at {}, length {}{}  ", part.offset, part.length, again),
                  error_class_text(part, e));
    out += "  " + paint.bad("^^") + line.substr(4);
  }
  if (left > 0) out += fmt::format("  and {} more\n", left);
  return out.empty() ? out : '\n' + out;
}

// The decoded text, as far as a terminal can show it.
std::string reading(const Explanation& e) {
  constexpr std::size_t kMostShown = 48;
  std::string utf8;
  std::size_t count = 0;
  for (const std::uint64_t value : join_surrogates(e.policies[1].answer.values)) {
    const auto units = is_scalar(value) ? encode(dialect(DialectId::kUtf8), value) : std::nullopt;
    if (++count > kMostShown) return utf8 + " ...";
    utf8 += units ? std::string(units->begin(), units->end()) : "\xEF\xBF\xBD";
  }
  return utf8;
}

std::string units_section(const Explanation& e, const Paint& paint) {
  const Bytes& bytes = e.question.units.bytes;
  const std::string_view name = dialect(e.question.profile.dialect).name;
  std::string out = paint.heading(fmt::format("The code units, as {}", name)) + '\n';
  if (bytes.empty()) return out + "  none: the empty input, which is well-formed everywhere\n";
  out += grid(boxes_of(e), paint) + error_classes_text(e, paint);
  return out + fmt::format("\n  reads  \"{}\"\n", visible_line(reading(e)));
}

// ---- where they come from ----

std::string finding_section(const Explanation& e, const Paint& paint) {
  if (!e.finding) return "";
  const FindingKey& key = e.finding->key;
  const KindRow& kind = row_of(key.kind);
  std::string out = paint.heading("The finding") + '\n';
  out += paragraph("  decoder  ",
                   fmt::format("{}, judged as {}", key.decoder, to_text(key.judged_as)));
  out += paragraph("  kind     ", fmt::format("{}: {}", kind.name, kind.summary));
  out += paragraph("  effect   ", kind.effect);
  out += paragraph("  clause   ", kind.clause);
  if (!key.conditions.empty()) {
    out += paragraph("  takes    ", fmt::format("{}, which is not repeated here: the replay line "
                                                "of the finding does",
                                                key.conditions));
  }
  for (const auto& [operation, failure] : e.finding->failures) {
    out += paragraph("  now      ",
                     fmt::format("{}: {}; expected {}, seen {}", name_of(operation),
                                 row_of(failure.kind).name, failure.expected, failure.seen));
  }
  if (e.finding->failures.empty()) {
    out +=
        paragraph("  now      ", e.finding->is_repeated ? "as expected, with the code units alone"
                                                        : "the decoder is not in this program");
  }
  return out + '\n';
}

std::string vector_text(const Vector& vector, const Corpus& corpus) {
  std::string out = fmt::format("  {}\n", vector.id);
  out += paragraph("    why     ", vector.comment);
  out += paragraph("    clause  ", vector.clause);
  if (!vector.units.cuts.empty()) out += paragraph("    units   ", to_text(vector.units));
  if (vector.source) {
    out += paragraph("    from    ", fmt::format("{}, line {}, in {}", vector.source->file,
                                                 vector.source->line, vector.source->encoding));
  }
  for (const Bug* bug : corpus.bugs_of(vector.id)) {
    out += paragraph("    bug     ", fmt::format("{}: {}", bug->id, bug->project));
  }
  for (const std::string& name : vector.flags) {
    const Flag& flag = corpus.flags.find(name)->second;
    out += paragraph("    flag    ", fmt::format("{} ({}): {}", name, flag.kind, flag.about));
    out += paragraph("    effect  ", flag.effect);
    if (!flag.cves.empty()) out += paragraph("    see     ", listed(flag.cves));
  }
  return out;
}

std::string corpus_section(const Explanation& e, const Paint& paint) {
  if (e.vectors.empty() && e.corpus_note.empty()) return "";
  std::string out = paint.heading("In the corpora") + '\n';
  if (!e.corpus_note.empty()) out += paragraph("  not looked up: ", e.corpus_note);
  for (const Vector* vector : e.vectors) out += vector_text(*vector, *e.corpus);
  return out + '\n';
}

// ---- the law ----

// "20AC before it" is more specific than the verdict.
std::string prelude_text(const Answer& answer) {
  const auto values = std::span(answer.values).first(answer.values_before_error);
  if (!answer.error) return values_text(values);
  return values.empty() ? "" : values_text(values) + " before";
}

std::string verdict(const Answer& answer) {
  if (!answer.error) return "well-formed";
  return fmt::format("ill-formed at {}, length {}", answer.error->offset, answer.error->length);
}

std::string dialects_section(const Explanation& e, const Paint& paint) {
  Table table{{"", "", ""}, {}};
  for (const auto& [d, answer] : e.dialects) {
    table.rows.push_back({std::string(d->name), verdict(answer), prelude_text(answer)});
  }
  return paint.heading("What the law says in each dialect") + '\n' + to_text(table, 2, false);
}

std::string policies_section(const Explanation& e, const Paint& paint) {
  const std::string_view name = dialect(e.question.profile.dialect).name;
  std::string out = paint.heading(fmt::format("What each policy emits in {}", name)) + '\n';
  const Answer& first = e.policies.front().answer;
  if (!first.error) return out + paragraph("  every one  ", values_text(first.values));
  Table table{{"", ""}, {}};
  for (const auto& [policy, answer] : e.policies) {
    table.rows.push_back(
        {std::string(policy->name),
         policy->stops
             ? fmt::format("stops at {}, {} before", answer.error->offset,
                           values_text(std::span(answer.values).first(answer.values_before_error)))
             : values_text(answer.values)});
  }
  return out + to_text(table, 2, false);
}

// ---- the trace ----

// How a row names an error: by its class, or, where the table would be too wide, by its mark among
// the code units.
enum class Telling : std::uint8_t { kByName, kByMark };

std::string reach_text(const Step::Reach& reach, Telling telling) {
  const std::size_t widest = telling == Telling::kByName ? 14 : 10;  // 14: "10000..10FFFF"
  const std::string text = fmt::format("{:02X}..{:02X}", reach.lowest, reach.highest);
  return text.size() <= widest ? text : fmt::format("{:02X}+", reach.lowest);
}

std::string error_classes_of(const Step& step, Telling telling) {
  if (telling == Telling::kByMark) return step.error_classes.empty() ? "" : "^^";
  std::string out;
  for (const ErrorClass error_class : step.error_classes) {
    out += (out.empty() ? "" : ", ") + std::string(name_of(error_class));
  }
  return out;
}

std::string events_text(const Step& step, const Machine& machine, Telling telling) {
  std::string out = step.emitted.empty() ? "" : values_to_text(step.emitted);
  const std::string error_classes = error_classes_of(step, telling);
  const bool stops = machine.is_stopped(step.to) && !machine.is_stopped(step.from);
  return out +
         (out.empty() || error_classes.empty() ? ""
          : telling == Telling::kByName        ? "  "
                                               : " ") +
         (stops ? "stops: " : "") + error_classes;
}

bool are_alike(const Step& a, const Step& b) {
  return a.symbol == b.symbol && a.from == b.from && a.to == b.to && a.from == a.to &&
         a.emitted == b.emitted && a.error_classes == b.error_classes;
}

// The name of a state, shortened for a narrow column.
std::string state_text(std::string name) {
  for (const auto& [long_form, short_form] :
       {std::pair<std::string_view, std::string_view>{"start, in an ill-formed run", "in a run"},
        {"start, after a high", "after a high"},
        {", in an ill-formed run", ", in a run"}}) {
    const std::size_t at = name.find(long_form);
    if (at != std::string::npos) name.replace(at, long_form.size(), short_form);
  }
  return name;
}

// The state before, shortened: it is the state after of the row above, which has the full name.
std::string state_before_text(const std::string& name) {
  return state_text(name.substr(0, std::min(name.find(", next"), name.find(" up to"))));
}

std::vector<std::string> trace_row(const Explanation& e, const Step& step, std::size_t times,
                                   Telling telling) {
  const auto& cuts = e.question.units.cuts;
  const bool is_end = step.symbol == Machine::kEnd;
  std::string unit(static_cast<std::size_t>(std::ranges::count(cuts, step.offset)), '|');
  unit += is_end ? "end" : fmt::format("{:02X}", step.symbol);
  if (times > 1) unit += fmt::format("*{}", times);
  return {fmt::format("{}", step.offset),
          unit,
          step.class_text,
          state_before_text(step.before),
          is_end ? "" : state_text(step.after),
          step.reach ? reach_text(*step.reach, telling) : "",
          events_text(step, machine(e.question.profile), telling)};
}

std::string trace_table(const Explanation& e, Telling telling) {
  Table all{{"at", "unit", "class", "state before", "state after", "value so far", "emits"}, {}};
  if (telling == Telling::kByMark) all.titles[5] = "value";
  std::size_t focus = 0;
  bool found = false;
  for (std::size_t i = 0; i < e.steps.size();) {
    std::size_t run = 1;
    while (i + run < e.steps.size() && are_alike(e.steps[i], e.steps[i + run])) ++run;
    if (run < kShortestRun) run = 1;
    if (!found && !e.steps[i].error_classes.empty()) focus = all.rows.size(), found = true;
    all.rows.push_back(trace_row(e, e.steps[i], run, telling));
    i += run;
  }
  Table shown{all.titles, {}};
  std::size_t next = 0;
  for (const std::size_t i : worth_showing(all.rows.size(), focus)) {
    if (i != next) shown.rows.push_back({"...", "", "", "", "", "", ""});
    shown.rows.push_back(all.rows[i]);
    next = i + 1;
  }
  return to_text(shown, 2);
}

bool fits(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (end > text_width()) return false;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return true;
}

std::string trace_section(const Explanation& e, const Paint& paint) {
  const Machine& m = machine(e.question.profile);
  const std::string named = trace_table(e, Telling::kByName);
  std::string title = paragraph(
      "", fmt::format("Step by step through {} ({} states, {} classes of units)",
                      profile_text(e.question.profile), m.state_count(), m.classes().size()));
  title.pop_back();
  return paint.heading(title) + '\n' + (fits(named) ? named : trace_table(e, Telling::kByMark));
}

// ---- the decoders ----

std::string output_name(Operation operation) {
  if (operation == Operation::kStreamStrict) return "stream strict";
  if (operation == Operation::kStreamLossy) return "stream lossy";
  return is_lossy(operation) ? "lossy" : "strict";
}

// Answers with equal text form one group, in any output width.
using Answers = std::vector<std::pair<std::string, std::string>>;

Answers answers_of(const DecoderAnswer& decoder) {
  Answers answers;
  for (const DecoderOutput& output : decoder.outputs) {
    answers.emplace_back(output_name(output.operation), output.text);
  }
  return answers;
}

std::string_view agreement_text(AnswerAgreement agreement) {
  switch (agreement) {
    case AnswerAgreement::kAgrees:
      return "";
    case AnswerAgreement::kOtherDialect:
      return "right by its own dialect";
    case AnswerAgreement::kOtherPolicy:
      return "right by its own policy";
    case AnswerAgreement::kWrong:
      return "not what it claims";
    case AnswerAgreement::kSilent:
      return "takes no such input";
  }
  return "";
}

char mark_of(AnswerAgreement agreement) {
  switch (agreement) {
    case AnswerAgreement::kWrong:
      return '!';
    case AnswerAgreement::kOtherDialect:
    case AnswerAgreement::kOtherPolicy:
      return '~';
    default:
      return ' ';
  }
}

std::string decoder_lines(const DecoderAnswer& decoder, std::size_t name_width,
                          std::size_t profile_width, const Paint& paint) {
  std::string line = paragraph(
      fmt::format("  {} {:{}}  ", mark_of(decoder.agreement), decoder.decoder->name, name_width),
      fmt::format("{:{}}  {}", profile_text(decoder.claimed), profile_width,
                  agreement_text(decoder.agreement)));
  line.pop_back();
  std::string out = (decoder.agreement == AnswerAgreement::kWrong ? paint.bad(line)
                     : mark_of(decoder.agreement) == '~'          ? paint.other(line)
                                                                  : line) +
                    '\n';
  for (const auto& [operation, failure] : decoder.failures) {
    out += paragraph(fmt::format("      {:13}  ", name_of(operation)),
                     fmt::format("{}: expected {}; seen {}", row_of(failure.kind).name,
                                 failure.expected, failure.seen));
  }
  return out;
}

struct Group {
  Answers answers;
  std::vector<const DecoderAnswer*> members;

  // Decoders that answer as the question's profile come first, then the larger groups, then the
  // registry's order.
  auto rank() const {
    const auto agreeing = std::ranges::count_if(members, [](const DecoderAnswer* decoder) {
      return decoder->agreement == AnswerAgreement::kAgrees;
    });
    return std::tuple(-agreeing, -static_cast<std::ptrdiff_t>(members.size()), members.front());
  }
};

std::vector<Group> groups_of(const std::vector<DecoderAnswer>& decoders) {
  std::vector<Group> groups;
  for (const DecoderAnswer& decoder : decoders) {
    const Answers answers = answers_of(decoder);
    auto group = std::ranges::find(groups, answers, &Group::answers);
    if (group == groups.end()) group = groups.insert(groups.end(), {answers, {}});
    group->members.push_back(&decoder);
  }
  std::ranges::sort(groups, {}, &Group::rank);
  return groups;
}

std::string decoders_section(const Explanation& e, const Paint& paint) {
  std::string out = paint.heading("What the decoders say") + '\n';
  if (e.decoders.empty()) return out + "  no decoder was asked\n";
  std::size_t name_width = 0, profile_width = 0;
  for (const DecoderAnswer& decoder : e.decoders) {
    name_width = std::max(name_width, std::string_view(decoder.decoder->name).size());
    profile_width = std::max(profile_width, profile_text(decoder.claimed).size());
  }
  const std::size_t label_width = e.question.units.cuts.empty() ? 6 : 13;
  std::string between;
  for (const auto& [answers, members] : groups_of(e.decoders)) {
    out += between;
    between = "\n";
    for (const auto& [name, text] : answers) {
      out += paragraph(fmt::format("  {:{}}  ", name, label_width), shortened(text));
    }
    for (const DecoderAnswer* member : members) {
      out += decoder_lines(*member, name_width, profile_width, paint);
    }
  }
  return out;
}

// ---- ICU ----

std::string opinion_text(const OracleAnswer& answer) {
  std::string out = answer.well_formed ? "well-formed" : "ill-formed";
  if (answer.error_offset) out += fmt::format(" at {}", *answer.error_offset);
  if (answer.error_length) out += fmt::format(", length {}", *answer.error_length);
  if (answer.values) out += ": " + values_text(*answer.values);
  return out;
}

std::string agreement_text(const OracleAnswer& answer) {
  if (answer.oracle_result.agreement == Agreement::kUnexplained)
    return "against the law, without explanation";
  std::string out;
  for (std::size_t i = 0; i < kDivergenceCount; ++i) {
    if (!answer.oracle_result.explained_by.test(i)) continue;
    const Divergence& divergence = divergences()[i];
    out += fmt::format("{}{}: {}", out.empty() ? "" : "; ", divergence.id, divergence.reason);
  }
  return out;
}

std::string oracles_section(const Explanation& e, const Paint& paint) {
  std::string out = paint.heading(fmt::format("What ICU {} says", icu_version())) + '\n';
  std::size_t width = 0;
  for (const OracleAnswer& answer : e.oracles) {
    width = std::max(width, answer.question->name.size());
  }
  for (const OracleAnswer& answer : e.oracles) {
    const bool agrees = answer.oracle_result.agreement == Agreement::kAgreed;
    const bool is_known = answer.oracle_result.agreement == Agreement::kDiverged;
    const std::string mark = agrees ? " " : is_known ? paint.other("~") : paint.bad("!");
    const std::string line =
        paragraph(fmt::format("    {:{}}  ", answer.question->name, width), opinion_text(answer));
    out += "  " + mark + line.substr(3);
    if (!agrees) out += paragraph("      ", agreement_text(answer));
  }
  return out;
}

std::string legend(const Explanation& e) {
  const auto any = [&](char mark) {
    return std::ranges::any_of(e.decoders,
                               [&](const auto& d) { return mark_of(d.agreement) == mark; });
  };
  std::string out;
  if (any('~')) {
    out += paragraph("  ~ ", fmt::format("does what it claims, where {} asks for something else",
                                         profile_text(e.question.profile)));
  }
  if (any('!')) out += "  ! does not do what it claims\n";
  return out.empty() ? out : '\n' + out;
}

std::string title(const Explanation& e, const Paint& paint) {
  const ChunkedUnits& units = e.question.units;
  const std::string count =
      counted(units.bytes.size(), "code unit") +
      (units.cuts.empty() ? "" : fmt::format(" in {} chunks", units.cuts.size() + 1));
  std::string text = shortened(to_text(units));
  if (!e.question.vector.empty()) text = e.question.vector + "  " + text;
  return paint.heading(text.empty() ? "(empty)" : text) + fmt::format("  {}\n\n", count);
}

}  // namespace

std::string to_text(const Explanation& e, bool color) {
  const Paint paint(color);
  std::string out = title(e, paint) + finding_section(e, paint) + corpus_section(e, paint) +
                    units_section(e, paint) + '\n' + dialects_section(e, paint) + '\n' +
                    policies_section(e, paint) + '\n' + trace_section(e, paint) + '\n' +
                    decoders_section(e, paint) + legend(e) + '\n' + oracles_section(e, paint);
  return out;
}

}  // namespace placemat
