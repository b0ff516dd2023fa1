// explain_answers.h: the answers of decoders and of ICU to one string, compared with what the law
// requires. It must not know how they are shown.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/campaign/any_decoder.h"
#include "harness/campaign/explain_question.h"
#include "harness/decoder/registry.h"
#include "harness/judge/check.h"
#include "harness/oracle/divergence.h"

namespace placemat {

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
  bool is_repeated = false;                        // the decoder is at hand
  std::vector<DecoderAnswer::Fail> failures = {};  // by the finding's profile
};

// Strict and lossy answers, and the failures of all its operations.
DecoderAnswer ask_decoder(const AnyDecoder& named, const ExplainQuery& question,
                          FencedThread& thread);
// The decoder of a finding, judged as the finding is: the one of `decoders` that has its name, else
// that of this tree.
FindingAnswer ask_again(const FindingKey& key, const ChunkedUnits& units,
                        std::span<const AnyDecoder> decoders, FencedThread& thread);
std::vector<OracleAnswer> ask_oracles(ByteView bytes);

// "20AC FFFD", "nothing".
std::string values_or_nothing(std::span<const std::uint64_t> values);

}  // namespace placemat
