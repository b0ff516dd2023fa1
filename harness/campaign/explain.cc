// Collects what the law, the machine, the corpus, ICU and each decoder say about one string. It
// must not decide which is right, nor know how the result is shown.
#include "harness/campaign/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "harness/bytes/error.h"
#include "harness/spec/encode.h"

namespace placemat {
namespace {

constexpr unsigned kCallLimitMs = 1000;

// ---- what was asked ----

std::string_view take_field(std::string_view& rest) {
  const std::size_t bar = rest.find('|');
  const std::string_view field = rest.substr(0, bar);
  rest.remove_prefix(bar == std::string_view::npos ? rest.size() : bar + 1);
  return field;
}

FindingKey parse_key(std::string_view text) {
  std::string_view rest = text;
  FindingKey key;
  key.decoder = take_field(rest);
  key.judged_as = parse_profile(take_field(rest));
  const std::string_view kind_name = take_field(rest);
  const std::optional<Kind> kind = find_kind(current_kind_name(kind_name));
  if (!kind) {
    throw InputError(
        fmt::format("'{}' in this finding's key is no kind of finding; `placemat list "
                    "kinds` names them",
                    kind_name));
  }
  if (rest.starts_with("encode,")) {
    throw InputError(
        "this finding is about an encoder, which takes values and no code units; "
        "`placemat replay DECODER --encode VALUE` shows it");
  }
  key.kind = *kind;
  const std::size_t comma = rest.find(", ");
  key.minimal = rest.substr(0, comma);
  if (comma != std::string_view::npos) key.conditions = rest.substr(comma + 2);
  return key;
}

ExplainQuery question_of_finding(std::string_view text) {
  ExplainQuery question;
  question.finding = parse_key(text);
  question.profile = question.finding->judged_as;
  // Findings of strict decoders are explained too; a trace that stops at the first error would not
  // show what comes after it.
  if (policy(question.profile.policy).stops) question.profile.policy = PolicyId::kMaximalSubpart;
  question.units = parse_units(question.finding->minimal, Caller::kMaxUnits);
  return question;
}

ExplainQuery question_of_vector(std::string_view id, const Corpus* corpus) {
  const Vector* vector = corpus == nullptr ? nullptr : corpus->find(id);
  if (vector == nullptr) {
    throw InputError(fmt::format(
        "no vector '{}'; `placemat corpus show` lists the themes, `placemat corpus show THEME` "
        "their vectors",
        id));
  }
  ExplainQuery question;
  question.units = vector->units;
  question.vector = id;
  return question;
}

// ---- parts ----

ErrorClass error_class_of_part(ByteView rest, const IllFormed& error, const Dialect& dialect) {
  if (error.at_end) return ErrorClass::kTruncated;
  const bool begins_something = std::ranges::any_of(
      dialect.forms, [&](const Form& form) { return form.units[0].contains(rest[0]); });
  if (!begins_something) return classify_error({}, rest[0]);
  return classify_error(rest.first(error.length), rest[error.length]);
}

bool is_foreign(ByteView subpart, const Dialect& dialect) {
  static const Dialect& utf8 = placemat::dialect(DialectId::kUtf8);
  const auto begins_in = [&](const Dialect& d) {
    return std::ranges::any_of(
        d.forms, [&](const Form& form) { return form.units[0].contains(subpart[0]); });
  };
  return subpart.size() == 1 && begins_in(utf8) && !begins_in(dialect);
}

// `bytes` is well-formed.
void split_sequences(ByteView bytes, std::size_t offset, const Dialect& dialect,
                     std::vector<Part>& parts) {
  while (!bytes.empty()) {
    const auto form = std::ranges::find_if(dialect.forms, [&](const Form& f) {
      return f.length <= bytes.size() && f.matches(bytes.first(f.length));
    });
    const std::size_t length = form->length;
    parts.push_back({offset, length, form->value(bytes.first(length))});
    bytes = bytes.subspan(length);
    offset += length;
  }
}

// ---- the law ----

std::vector<DialectAnswer> ask_dialects(ByteView bytes) {
  std::vector<DialectAnswer> answers;
  for (const Dialect& dialect : dialects()) {
    answers.push_back(
        {&dialect, reference_decode(bytes, {dialect.id, PolicyId::kReject, Bom::kKeep})});
  }
  return answers;
}

std::vector<PolicyAnswer> ask_policies(ByteView bytes, const Profile& profile) {
  std::vector<PolicyAnswer> answers;
  for (const Policy& policy : policies()) {
    answers.push_back(
        {&policy, reference_decode(bytes, {profile.dialect, policy.id, profile.bom})});
  }
  return answers;
}

// ---- the trace ----

// All of a class where it is short, else the range that holds the unit, with a plus for the others.
std::string class_text(const std::vector<std::uint8_t>& units, std::uint8_t unit) {
  constexpr std::size_t kMostShown = 9;  // "80..8F C0"
  std::string all, own;
  for (std::size_t i = 0; i < units.size();) {
    std::size_t n = 1;
    while (i + n < units.size() && units[i + n] == units[i] + n) ++n;
    const std::string run = n == 1 ? fmt::format("{:02X}", units[i])
                                   : fmt::format("{:02X}..{:02X}", units[i], units[i + n - 1]);
    if (unit >= units[i] && unit <= units[i + n - 1]) own = run;
    all += (all.empty() ? "" : " ") + run;
    i += n;
  }
  return all.size() <= kMostShown ? all : own == all ? all : own + " +";
}

std::optional<Step::Reach> reach_of(ByteView begun, const Dialect& dialect) {
  std::optional<Step::Reach> reach;
  for (const Form& form : dialect.forms) {
    const bool fits =
        begun.size() < form.length &&
        std::ranges::equal(
            begun, std::span(form.units).first(begun.size()),
            [](std::uint8_t unit, const Range& range) { return range.contains(unit); });
    if (!fits) continue;
    std::uint64_t lowest = form.lowest, highest = form.lowest;
    for (std::size_t i = 0; i < form.length; ++i) {
      const Range range = form.units[i];
      const bool known = i < begun.size();
      lowest += form.weights[i] * (known ? static_cast<std::uint64_t>(begun[i] - range.first) : 0);
      highest += form.weights[i] *
                 static_cast<std::uint64_t>((known ? begun[i] : range.last) - range.first);
    }
    if (!reach) reach = Step::Reach{lowest, highest};
    reach = Step::Reach{std::min(reach->lowest, lowest), std::max(reach->highest, highest)};
  }
  return reach;
}

class Tracer {
 public:
  Tracer(ByteView bytes, const Profile& profile)
      : bytes_(bytes),
        profile_(profile),
        machine_(machine(profile)),
        parts_(parts_of(bytes, dialect(profile.dialect))) {}

  std::vector<Step> walk() {
    std::vector<Step> steps;
    Machine::State state = Machine::kStart;
    std::uint64_t accumulator = 0;
    for (std::size_t at = 0; at <= bytes_.size(); ++at) {
      steps.push_back(step(at, state, accumulator));
      state = steps.back().to;
      accumulator = steps.back().accumulator;
    }
    return steps;
  }

 private:
  Step step(std::size_t at, Machine::State from, std::uint64_t accumulator) const {
    const bool is_end = at == bytes_.size();
    const std::size_t symbol = is_end ? Machine::kEnd : bytes_[at];
    const Transition& t = machine_.at(from, symbol);
    Step step{at, symbol, from, is_end ? from : t.next, name(from, at), {}, {}, 0};
    step.accumulator = (t.restart ? 0 : accumulator) + t.add;
    step.emitted.assign(t.replacements, machine_.replacement());
    if (t.emits) step.emitted.push_back(step.accumulator);
    if (t.error_length > 0) step.error_classes = error_classes_at(at, t);
    if (is_end) return step;
    step.class_text = class_text(machine_.classes()[machine_.class_of(bytes_[at])], bytes_[at]);
    step.after = name(t.next, at + 1);
    const std::size_t pending = machine_.pending(t.next);
    if (pending > 0) {
      step.reach = reach_of(bytes_.subspan(at + 1 - pending, pending), dialect(profile_.dialect));
    }
    return step;
  }

  // The machine names a state by one path to it; a reader wants the path that was taken. `end` is
  // the offset behind the last unit read.
  std::string name(Machine::State state, std::size_t end) const {
    constexpr std::size_t kMostShown = 4;
    const std::string& generic = machine_.name(state);
    const std::size_t pending = machine_.pending(state);
    if (pending == 0) return generic;
    const std::string begun = pending <= kMostShown
                                  ? to_spaced_hex(bytes_.subspan(end - pending, pending))
                                  : fmt::format("{} units", pending);
    const std::size_t next = generic.find(", next ");
    return "after " + begun + (next == std::string::npos ? "" : generic.substr(next));
  }

  // The machine reports the first of two subparts that one unit ends: the sequence that the unit
  // cannot continue. The unit itself is the second when it begins no sequence.
  std::vector<ErrorClass> error_classes_at(std::size_t at, const Transition& t) const {
    std::vector<ErrorClass> error_classes{t.error_class};
    const Policy& p = policy(profile_.policy);
    const bool is_offered_again =
        t.error_back > t.error_length && !p.stops && p.swallow == Swallow::kNothing;
    const auto own = std::ranges::find_if(
        parts_, [&](const Part& part) { return part.offset == at && !part.value; });
    if (is_offered_again && own != parts_.end() && own->length == 1 &&
        machine_.pending(t.next) == 0) {
      error_classes.push_back(own->error_class);
    }
    return error_classes;
  }

  ByteView bytes_;
  const Profile& profile_;
  const Machine& machine_;
  std::vector<Part> parts_;
};

// ---- the decoders ----

std::optional<Operation> first_of(const Decoder& decoder,
                                  std::initializer_list<Operation> operations) {
  for (const Operation operation : operations) {
    if (has(decoder, operation)) return operation;
  }
  return std::nullopt;
}

std::vector<Operation> shown_operations(const Decoder& decoder, bool in_chunks) {
  std::vector<Operation> shown;
  const auto add = [&](std::optional<Operation> operation) {
    if (operation) shown.push_back(*operation);
  };
  add(first_of(decoder, {Operation::kStrict32, Operation::kStrict64, Operation::kStrict16,
                         Operation::kValidate}));
  add(first_of(decoder, {Operation::kLossy32, Operation::kLossy64, Operation::kLossy16}));
  if (in_chunks) {
    add(first_of(decoder, {Operation::kStreamStrict}));
    add(first_of(decoder, {Operation::kStreamLossy}));
  }
  return shown;
}

std::string text_of(Operation operation, const Observation& seen) {
  const bool has_values = seen.outcome == Observation::Outcome::kAnswered &&
                          seen.status == PLACEMAT_OK && operation != Operation::kValidate;
  if (!has_values) return describe(operation, seen);
  std::vector<std::uint64_t> values;
  for (std::size_t i = 0; i < seen.count; ++i) values.push_back(seen.value(i));
  return (is_strict(operation) ? "well-formed: " : "") + values_or_nothing(values);
}

DecoderOutput listen(Caller& caller, Operation operation, const ChunkedUnits& units) {
  Presentation how{.operation = operation};
  if (is_stream(operation)) how.cuts = units.cuts;
  const std::size_t capacity = 2 * units.bytes.size() + 2 * PLACEMAT_MAX_SEQUENCE;
  return {operation, text_of(operation, caller.call({units.bytes, how, capacity}))};
}

std::vector<DecoderAnswer::Fail> failures_of(Caller& caller, const Profile& judged_as,
                                             const ChunkedUnits& units) {
  Judge judge(caller, judged_as);
  std::vector<DecoderAnswer::Fail> failures;
  for (std::size_t i = 0; i < kOperationCount; ++i) {
    const auto operation = static_cast<Operation>(i);
    if (!has(caller.decoder(), operation)) continue;
    Check check{units.bytes, {.operation = operation}};
    if (is_stream(operation)) check.how.cuts = units.cuts;
    if (auto failure = judge.judge(check)) failures.push_back({operation, std::move(*failure)});
  }
  return failures;
}

std::vector<std::uint64_t> comparable_values(const Answer& answer, bool joins) {
  return joins ? join_surrogates(answer.values) : answer.values;
}

// How the law of `claimed` differs from that of `asked` about these units. For a decoder without a
// lossy policy only the verdict is compared.
AnswerAgreement compare_laws(ByteView bytes, const Profile& claimed, const Profile& asked) {
  const bool joins =
      dialect(claimed.dialect).joins_surrogates || dialect(asked.dialect).joins_surrogates;
  const auto differ = [&](Profile a, Profile b) {
    const Answer one = reference_decode(bytes, a);
    const Answer other = reference_decode(bytes, b);
    return one.error != other.error ||
           comparable_values(one, joins) != comparable_values(other, joins);
  };
  const auto strict = [](const Profile& p) { return Profile{p.dialect, PolicyId::kReject, p.bom}; };
  if (differ({claimed.dialect, PolicyId::kReject, Bom::kKeep},
             {asked.dialect, PolicyId::kReject, Bom::kKeep})) {
    return AnswerAgreement::kOtherDialect;
  }
  if (differ(strict(claimed), strict(asked))) return AnswerAgreement::kOtherPolicy;  // the BOM
  const bool is_lossy = claimed.policy != PolicyId::kReject && asked.policy != PolicyId::kReject;
  return is_lossy && differ(claimed, asked) ? AnswerAgreement::kOtherPolicy
                                            : AnswerAgreement::kAgrees;
}

DecoderAnswer ask_decoder(const Decoder& decoder, const ExplainQuery& question,
                          FencedThread& thread) {
  DecoderAnswer answer{&decoder, claimed_profile(decoder), {}};
  Caller caller(decoder, thread);
  for (const Operation operation : shown_operations(decoder, !question.units.cuts.empty())) {
    answer.outputs.push_back(listen(caller, operation, question.units));
  }
  answer.failures = failures_of(caller, answer.claimed, question.units);
  const bool is_silent = std::ranges::all_of(
      answer.outputs, [](const DecoderOutput& output) { return output.text == "unsupported"; });
  if (!answer.failures.empty())
    answer.agreement = AnswerAgreement::kWrong;
  else if (is_silent)
    answer.agreement = AnswerAgreement::kSilent;
  else
    answer.agreement = compare_laws(question.units.bytes, answer.claimed, question.profile);
  return answer;
}

std::vector<OracleAnswer> ask_oracles(ByteView bytes) {
  std::vector<OracleAnswer> answers;
  for (const OracleQuestion& question : oracle_questions()) {
    const auto oracle = question.make();
    const Oracle::IcuAnswer opinion = oracle->ask(bytes);
    OracleAnswer answer{&question, opinion.well_formed, {}, {}, {}, compare(question, bytes)};
    if (question.tells.offset) answer.error_offset = opinion.error_offset;
    if (question.tells.length) answer.error_length = opinion.error_length;
    if (opinion.values && (opinion.well_formed || question.tells.values)) {
      answer.values.emplace(opinion.values->begin(), opinion.values->end());
    }
    answers.push_back(std::move(answer));
  }
  return answers;
}

FindingAnswer ask_again(const FindingKey& key, const ChunkedUnits& units, FencedThread& thread) {
  FindingAnswer answer{key, {}};
  const Decoder* decoder = find_decoder(key.decoder);
  if (decoder == nullptr) return answer;
  Caller caller(*decoder, thread);
  answer.failures = failures_of(caller, key.judged_as, units);
  return answer;
}

}  // namespace

bool looks_like_finding_key(std::string_view text) {
  return text.find('/') != std::string_view::npos && text.find('|') != std::string_view::npos;
}

bool looks_like_vector_id(std::string_view text) {
  return text.find('/') != std::string_view::npos && !looks_like_finding_key(text);
}

ExplainQuery read_question(std::string_view text, const Corpus* corpus) {
  if (looks_like_finding_key(text)) return question_of_finding(text);
  if (looks_like_vector_id(text)) return question_of_vector(text, corpus);
  if (corpus != nullptr && corpus->themes.contains(text)) {
    throw InputError(fmt::format(
        "'{}' is a theme of the corpora; `placemat corpus show {}` lists its vectors", text, text));
  }
  return {parse_units(text, Caller::kMaxUnits), {}};
}

std::vector<Part> parts_of(ByteView bytes, const Dialect& dialect) {
  std::vector<Part> parts;
  for (std::size_t at = 0; at < bytes.size();) {
    const ByteView rest = bytes.subspan(at);
    const Answer answer = reference_decode(rest, {dialect.id, PolicyId::kReject, Bom::kKeep});
    const std::size_t good = answer.error ? answer.error->offset : rest.size();
    split_sequences(rest.first(good), at, dialect, parts);
    at += good;
    if (!answer.error) break;
    const ByteView bad = bytes.subspan(at, answer.error->length);
    parts.push_back({at, bad.size(), std::nullopt,
                     error_class_of_part(bytes.subspan(at), *answer.error, dialect),
                     is_foreign(bad, dialect)});
    at += bad.size();
  }
  return parts;
}

std::vector<Step> trace(ByteView bytes, const Profile& profile) {
  return Tracer(bytes, profile).walk();
}

std::string_view name_of(AnswerAgreement agreement) {
  constexpr std::array<std::string_view, 5> kNames{"agrees", "other-dialect", "other-policy",
                                                   "wrong", "unsupported"};
  return kNames[static_cast<std::size_t>(agreement)];
}

std::string values_or_nothing(std::span<const std::uint64_t> values) {
  return values.empty() ? "nothing" : values_to_text(values);
}

std::string verdict_text(const Answer& answer) {
  if (!answer.error) return "well-formed: " + values_or_nothing(answer.values);
  return fmt::format("ill-formed at {}, length {}", answer.error->offset, answer.error->length);
}

Explanation explain(const ExplainQuery& question, std::span<const Decoder* const> decoders,
                    const Corpus* corpus) {
  Explanation e;
  e.question = question;
  e.corpus = corpus;
  const Bytes& bytes = question.units.bytes;
  e.parts = parts_of(bytes, dialect(question.profile.dialect));
  e.dialects = ask_dialects(bytes);
  e.policies = ask_policies(bytes, question.profile);
  e.steps = trace(bytes, question.profile);
  e.oracles = ask_oracles(bytes);
  if (corpus != nullptr) {
    for (const Vector& vector : corpus->vectors) {
      if (vector.units.bytes == bytes) e.vectors.push_back(&vector);
    }
  }
  const Fence fence(kCallLimitMs);
  FencedThread thread;
  if (question.finding) e.finding = ask_again(*question.finding, question.units, thread);
  for (const Decoder* decoder : decoders) {
    e.decoders.push_back(ask_decoder(*decoder, question, thread));
  }
  return e;
}

}  // namespace placemat
