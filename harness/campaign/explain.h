// explain.h: everything that is known about one string of code units: the role of each unit, the
// law in every dialect and under every policy, the path through the compiled automaton, the answers
// of each decoder and of ICU. The explanation is a value; text and JSON only show it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/corpus/corpus.h"
#include "harness/decoder/registry.h"
#include "harness/judge/check.h"
#include "harness/oracle/divergence.h"

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

// A well-formed sequence or an ill-formed maximal subpart (Unicode 3.9 D93b).
struct Part {
  std::size_t offset = 0;
  std::size_t length = 0;
  std::optional<std::uint64_t> value = {};  // none: ill-formed
  ErrorClass error_class = ErrorClass::kNone;
  // Ill-formed in this dialect only: in UTF-8 such a unit could begin a sequence, so the error
  // class, which is defined for UTF-8, does not explain it.
  bool is_foreign = false;

  friend bool operator==(const Part&, const Part&) = default;
};
std::vector<Part> parts_of(ByteView bytes, const Dialect& dialect);

struct DialectAnswer {
  const Dialect* dialect;
  Answer answer;  // under `reject`
};

struct PolicyAnswer {
  const Policy* policy;
  Answer answer;
};

// One unit, or the end, consumed by the compiled machine.
struct Step {
  std::size_t offset = 0;
  std::size_t symbol = 0;  // a unit or Machine::kEnd
  Machine::State from = 0, to = 0;
  std::string before, after;  // the states, named by the units that led there
  std::string class_text;     // the class of the unit: "80..8F"; empty at the end
  std::uint64_t accumulator = 0;
  // Inside a sequence: the values that are still possible.
  struct Reach {
    std::uint64_t lowest, highest;
    friend bool operator==(const Reach&, const Reach&) = default;
  };
  std::optional<Reach> reach = {};
  std::vector<std::uint64_t> emitted = {};
  std::vector<ErrorClass> error_classes = {};  // of the subparts that end here
};
std::vector<Step> trace(ByteView bytes, const Profile& profile);

// The answer of a decoder to one operation.
struct DecoderOutput {
  Operation operation = Operation::kValidate;
  std::string text;  // "ill-formed at 0, length 1", "FFFD FFFD"

  friend bool operator==(const DecoderOutput&, const DecoderOutput&) = default;
};

// How a decoder's answers compare with its own claim and with the question's profile.
enum class AnswerAgreement : std::uint8_t {
  kAgrees,        // it answers what the question's profile requires
  kOtherDialect,  // right by its claim, whose dialect reads these units otherwise
  kOtherPolicy,   // right by its claim, whose policy handles ill-formed input otherwise
  kWrong,         // not what it claims
  kSilent,        // none of its operations accepts such input
};
std::string_view name_of(AnswerAgreement agreement);

struct DecoderAnswer {
  const Decoder* decoder;
  Profile claimed;
  std::vector<DecoderOutput> outputs;  // strict, lossy; with chunks, streams too
  AnswerAgreement agreement = AnswerAgreement::kAgrees;
  struct Fail {
    Operation operation;
    Failure failure;
  };
  std::vector<Fail> failures = {};  // of all operations, by its own claim
};

struct OracleAnswer {
  const OracleQuestion* question;
  bool well_formed = false;
  std::optional<std::size_t> error_offset, error_length;
  std::optional<std::vector<std::uint64_t>> values;
  OracleResult oracle_result;
};

// A finding's units, given to its decoder again.
struct FindingAnswer {
  FindingKey key;
  std::vector<DecoderAnswer::Fail> failures;  // by the finding's profile
};

struct Explanation {
  ExplainQuery question;
  std::optional<FindingAnswer> finding;
  std::vector<const Vector*> vectors;  // of the corpus, with the same units
  const Corpus* corpus = nullptr;
  std::string corpus_note;  // why there are none, when the corpora could not be read
  std::vector<Part> parts;
  std::vector<DialectAnswer> dialects;
  std::vector<PolicyAnswer> policies;
  std::vector<Step> steps;
  std::vector<DecoderAnswer> decoders;
  std::vector<OracleAnswer> oracles;
};

// Queries all of them. `corpus` may be null; the corpus must outlive the explanation.
Explanation explain(const ExplainQuery& question, std::span<const Decoder* const> decoders,
                    const Corpus* corpus);

// "well-formed: 20AC", "ill-formed at 3, length 1", "20AC FFFD", "nothing".
std::string verdict_text(const Answer& answer);
std::string values_or_nothing(std::span<const std::uint64_t> values);

}  // namespace placemat
