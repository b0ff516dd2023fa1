// explain_question.h: what `placemat explain` is asked about: code units, a vector or a finding. It
// must not know the answers.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "harness/corpus/corpus.h"
#include "harness/judge/kind.h"
#include "harness/spec/profile.h"

namespace placemat {

// "decoder|utf-8/maximal-subpart/keep|accepts-overlong|C0 80, with a NUL behind", as a report has
// it.
struct FindingKey {
  std::string decoder;
  Profile judged_as;
  Kind kind = Kind::kAcceptsIllFormed;
  std::string minimal;     // case notation
  std::string conditions;  // needed besides the units; explain does not reproduce them
};

struct ExplainQuery {
  ChunkedUnits units;
  // The profile whose machine is traced, whose dialect marks the units, and with which the
  // decoders' answers are compared.
  Profile profile;
  std::string vector = {};  // the id, when the question was an id
  std::optional<FindingKey> finding = {};
};

// Parses code units in case notation ("C0 AF", "C3|A9"), the id of a vector (with '/') or the key
// of a finding (with '|' and '/'); `corpus` may be null when `text` is no id. Throws InputError
// with the column for anything else.
ExplainQuery read_question(std::string_view text, const Corpus* corpus);
// The form that `text` seems to have.
bool looks_like_vector_id(std::string_view text);
bool looks_like_finding_key(std::string_view text);

}  // namespace placemat
