// explain_json.cc: an explanation for programs. Values are hex strings, as in the corpora, because
// they can exceed the range of numbers in many JSON readers.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/report/views/explanation.h"

namespace placemat {
namespace {

using OrderedJson = nlohmann::ordered_json;

std::string hex_of(std::uint64_t value) { return fmt::format("{:02X}", value); }

OrderedJson extent(std::size_t offset, std::size_t length) {
  return {{"offset", offset}, {"length", length}};
}

OrderedJson answer_json(const Answer& answer) {
  OrderedJson json{{"well_formed", !answer.error}};
  if (answer.error) {
    json["error"] = extent(answer.error->offset, answer.error->length);
    json["error"]["at_end"] = answer.error->at_end;
    json["values_before"] =
        values_to_text(std::span(answer.values).first(answer.values_before_error));
  } else {
    json["values"] = values_to_text(answer.values);
  }
  return json;
}

OrderedJson part_json(const Part& part, const Bytes& bytes) {
  OrderedJson json = extent(part.offset, part.length);
  json["units"] = to_hex(ByteView(bytes).subspan(part.offset, part.length));
  if (part.value)
    json["value"] = hex_of(*part.value);
  else
    json["error_class"] = name_of(part.error_class);
  return json;
}

OrderedJson step_json(const Step& step, const Machine& machine) {
  const bool is_end = step.symbol == Machine::kEnd;
  OrderedJson json{{"offset", step.offset},
                   {"unit", is_end ? OrderedJson(nullptr) : OrderedJson(hex_of(step.symbol))},
                   {"before", {{"state", step.from}, {"name", step.before}}}};
  if (!is_end) {
    json["class"] = machine.class_of(static_cast<std::uint8_t>(step.symbol));
    json["after"] = {{"state", step.to}, {"name", step.after}};
    json["accumulator"] = hex_of(step.accumulator);
  }
  if (step.reach) {
    json["lowest"] = hex_of(step.reach->lowest);
    json["highest"] = hex_of(step.reach->highest);
  }
  json["emitted"] = values_to_text(step.emitted);
  json["error_classes"] = OrderedJson::array();
  for (const ErrorClass error_class : step.error_classes)
    json["error_classes"].push_back(name_of(error_class));
  return json;
}

OrderedJson classes_json(const Machine& machine) {
  OrderedJson classes = OrderedJson::array();
  for (const auto& units : machine.classes()) classes.push_back(to_hex(units));
  return classes;
}

OrderedJson failures_json(const std::vector<DecoderAnswer::Fail>& failures) {
  OrderedJson json = OrderedJson::array();
  for (const auto& [operation, failure] : failures) {
    json.push_back({{"operation", name_of(operation)},
                    {"kind", row_of(failure.kind).name},
                    {"expected", failure.expected},
                    {"seen", failure.seen}});
  }
  return json;
}

OrderedJson decoder_json(const DecoderAnswer& answer) {
  OrderedJson answers = OrderedJson::array();
  for (const DecoderOutput& output : answer.outputs) {
    answers.push_back({{"operation", name_of(output.operation)}, {"answer", output.text}});
  }
  return {{"name", answer.decoder->name},
          {"profile", to_text(answer.claimed)},
          {"agreement", name_of(answer.agreement)},
          {"answers", answers},
          {"failures", failures_json(answer.failures)}};
}

std::string_view name_of(Agreement agreement) {
  switch (agreement) {
    case Agreement::kAgreed:
      return "agreed";
    case Agreement::kDiverged:
      return "diverged";
    case Agreement::kUnexplained:
      break;
  }
  return "unexplained";
}

OrderedJson oracle_json(const OracleAnswer& answer) {
  OrderedJson json{{"question", answer.question->name},
                   {"profile", to_text(answer.question->profile)},
                   {"well_formed", answer.well_formed}};
  if (answer.error_offset) json["error_offset"] = *answer.error_offset;
  if (answer.error_length) json["error_length"] = *answer.error_length;
  if (answer.values) json["values"] = values_to_text(*answer.values);
  json["agreement"] = name_of(answer.oracle_result.agreement);
  json["divergences"] = OrderedJson::array();
  for (std::size_t i = 0; i < kDivergenceCount; ++i) {
    if (answer.oracle_result.explained_by.test(i))
      json["divergences"].push_back(divergences()[i].id);
  }
  return json;
}

OrderedJson finding_json(const FindingAnswer& finding) {
  const KindRow& kind = row_of(finding.key.kind);
  return {{"decoder", finding.key.decoder},
          {"judged_as", to_text(finding.key.judged_as)},
          {"kind", kind.name},
          {"summary", kind.summary},
          {"effect", kind.effect},
          {"clause", kind.clause},
          {"minimal", finding.key.minimal},
          {"conditions", finding.key.conditions},
          {"failures", failures_json(finding.failures)}};
}

OrderedJson vector_json(const Vector& vector, const Corpus& corpus) {
  OrderedJson bugs = OrderedJson::array();
  for (const Bug* bug : corpus.bugs_of(vector.id)) bugs.push_back(bug->id);
  return {{"id", vector.id},         {"units", to_text(vector.units)}, {"comment", vector.comment},
          {"clause", vector.clause}, {"flags", vector.flags},          {"bugs", bugs}};
}

OrderedJson law_json(const Explanation& e) {
  OrderedJson dialects = OrderedJson::object();
  for (const auto& [dialect, answer] : e.dialects) {
    dialects[std::string(dialect->name)] = answer_json(answer);
  }
  OrderedJson policies = OrderedJson::object();
  for (const auto& [policy, answer] : e.policies) {
    policies[std::string(policy->name)] =
        policy->stops ? answer_json(answer)
                      : OrderedJson{{"values", values_to_text(answer.values)}};
  }
  return {{"dialects", dialects}, {"policies", policies}};
}

}  // namespace

std::string to_json(const Explanation& e) {
  const ExplainQuery& question = e.question;
  const Machine& m = machine(question.profile);
  OrderedJson json{{"units", to_text(question.units)},
                   {"profile", to_text(question.profile)},
                   {"vectors", OrderedJson::array()},
                   {"parts", OrderedJson::array()}};
  if (e.finding) json["finding"] = finding_json(*e.finding);
  if (!e.corpus_note.empty()) json["corpus_note"] = e.corpus_note;
  for (const Vector* vector : e.vectors) json["vectors"].push_back(vector_json(*vector, *e.corpus));
  for (const Part& part : e.parts) json["parts"].push_back(part_json(part, question.units.bytes));
  json["law"] = law_json(e);
  json["classes"] = classes_json(m);
  for (const Step& step : e.steps) json["steps"].push_back(step_json(step, m));
  json["decoders"] = OrderedJson::array();
  for (const DecoderAnswer& decoder : e.decoders) json["decoders"].push_back(decoder_json(decoder));
  for (const OracleAnswer& oracle : e.oracles) json["oracles"].push_back(oracle_json(oracle));
  return json.dump(2) + '\n';
}

}  // namespace placemat
