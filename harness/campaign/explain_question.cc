#include "harness/campaign/explain_question.h"

#include <fmt/format.h>

#include "harness/bytes/error.h"
#include "harness/call/caller.h"

namespace placemat {
namespace {

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
  const std::optional<Kind> kind = find_kind(kind_name);
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

}  // namespace placemat
