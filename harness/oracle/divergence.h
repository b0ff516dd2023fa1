// divergence.h: the known differences between ICU and the law. Each is numbered
// and has a reason and a predicate that states exactly which inputs it covers.
// A difference that no divergence explains is an error of the law or the list,
// and so is a divergence that applies where ICU agrees.
#pragma once

#include <bitset>
#include <string>
#include <string_view>
#include <vector>

#include "harness/oracle/icu.h"
#include "harness/spec/machine.h"

namespace placemat {

struct Divergence {
  std::string_view id;        // "ICU-1"
  std::string_view question;  // whose answer differs
  std::string_view reason;
  std::string_view link;
  bool (*applies)(ByteView bytes);
  // Where it applies, ICU has no answer to compare: the call is undefined.
  bool is_never_asked = false;
};

inline constexpr std::size_t kDivergenceCount = 7;
const std::vector<Divergence>& divergences();

enum class Agreement { kAgreed, kDiverged, kUnexplained };

struct OracleResult {
  Agreement agreement = Agreement::kAgreed;
  // By place in divergences(); several can apply to one input.
  std::bitset<kDivergenceCount> explained_by;
  std::string text;  // kUnexplained: units, law and ICU in one line
};

// Compares one question with the law, input after input. Used by one thread.
class Comparison {
 public:
  explicit Comparison(const OracleQuestion& question);

  const OracleQuestion& question() const { return question_; }
  OracleResult compare(ByteView bytes);
  // The same where the law's answer is already known, under question().profile.
  OracleResult compare(ByteView bytes, const Walker::View& law);

 private:
  bool equal(const Oracle::IcuAnswer& opinion, const Walker::View& expected) const;
  std::bitset<kDivergenceCount> applicable(ByteView bytes) const;
  bool is_as_documented(ByteView bytes, const Oracle::IcuAnswer& opinion) const;

  const OracleQuestion& question_;
  Walker law_;
  std::unique_ptr<Oracle> oracle_;
  std::vector<std::size_t> own_;  // places of its divergences
};

// One comparison, without state that is reused.
OracleResult compare(const OracleQuestion& question, ByteView bytes);

// The totals of many comparisons of one question.
struct OracleTally {
  static constexpr std::size_t kMaxExamples = 20;

  explicit OracleTally(const OracleQuestion& asked_of) : question(&asked_of) {}
  void count(const OracleResult& outcome);
  // `later` covers later inputs: examples keep the order of the inputs.
  void merge(const OracleTally& later);

  const OracleQuestion* question;
  std::uint64_t asked = 0;
  std::uint64_t agreed = 0;
  std::uint64_t unexplained = 0;
  std::array<std::uint64_t, kDivergenceCount> diverged{};  // by place in divergences()
  std::vector<std::string> examples;                       // of the unexplained
};

// The ids that none of `tallies` has observed, though their question was
// compared.
std::vector<std::string_view> never_observed(std::span<const OracleTally> tallies);

}  // namespace placemat
