// explain.h: everything that is known about one string of code units: what
// each of them is, what the law says in every dialect and under every policy,
// how the compiled automaton walks through it, what each decoder answered and
// what ICU thinks. The explanation is a value; text and JSON only show it.
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

// "decoder|utf-8/maximal-subpart/keep|accepts-overlong|C0 80, with a NUL behind",
// as a report has it.
struct FindingKey {
  std::string decoder;
  Profile judged_as;
  Kind kind = Kind::kAcceptsIllFormed;
  std::string minimal;     // case notation
  std::string conditions;  // what it takes besides the units; explain does not repeat it
};

struct ExplainQuery {
  ChunkedUnits units;
  // Whose machine is stepped through, by whose dialect the units are marked,
  // and with what the decoders' answers are compared.
  Profile profile;
  std::string vector = {};  // the id, when it was asked for by id
  std::optional<FindingKey> finding = {};
};

// Code units in case notation ("C0 AF", "C3|A9"), the id of a vector (it has a
// '/') or the key of a finding (it has '|' and '/'). Throws InputError with the
// column for what is neither. `corpus` may be null when `text` is no id.
ExplainQuery read_question(std::string_view text, const Corpus* corpus);
// Which of the three `text` looks like.
bool looks_like_vector_id(std::string_view text);
bool looks_like_finding_key(std::string_view text);

// A well-formed sequence or an ill-formed maximal subpart (Unicode 3.9 D93b).
struct Part {
  std::size_t offset = 0;
  std::size_t length = 0;
  std::optional<std::uint64_t> value = {};  // none: ill-formed
  ErrorClass error_class = ErrorClass::kNone;
  // Ill-formed in this dialect alone: as UTF-8 such a unit could begin a
  // sequence, so that the error class, which is UTF-8's, does not tell why.
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

// One unit, or the end, taken by the compiled machine.
struct Step {
  std::size_t offset = 0;
  std::size_t symbol = 0;  // a unit or Machine::kEnd
  Machine::State from = 0, to = 0;
  std::string before, after;  // the states, with the very units that led there
  std::string class_text;     // the class of the unit: "80..8F"; empty at the end
  std::uint64_t accumulator = 0;
  // Inside a sequence: the values that it can still become.
  struct Reach {
    std::uint64_t lowest, highest;
    friend bool operator==(const Reach&, const Reach&) = default;
  };
  std::optional<Reach> reach = {};
  std::vector<std::uint64_t> emitted = {};
  std::vector<ErrorClass> error_classes = {};  // of the subparts that end here
};
std::vector<Step> trace(ByteView bytes, const Profile& profile);

// What a decoder answered to one operation.
struct DecoderOutput {
  Operation operation = Operation::kValidate;
  std::string text;  // "ill-formed at 0, length 1", "FFFD FFFD"

  friend bool operator==(const DecoderOutput&, const DecoderOutput&) = default;
};

// How a decoder's answers stand to its own claim and to the question's profile.
enum class AnswerAgreement : std::uint8_t {
  kAgrees,        // it says what the question's profile says
  kOtherDialect,  // right by its claim, which reads these units otherwise
  kOtherPolicy,   // right by its claim, which treats the ill-formed otherwise
  kWrong,         // not what it claims
  kSilent,        // none of its operations takes such input
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

// Asks all of them. `corpus` may be null; what it holds must outlive the
// explanation.
Explanation explain(const ExplainQuery& question, std::span<const Decoder* const> decoders,
                    const Corpus* corpus);

// "well-formed: 20AC", "ill-formed at 3, length 1", "20AC FFFD", "nothing".
std::string verdict_text(const Answer& answer);
std::string values_or_nothing(std::span<const std::uint64_t> values);

}  // namespace placemat
