// string_checker.h: compares one operation of one decoder with the law, on blocks of strings that
// share a prefix. For an encoder, a string is a number, its most significant octet first. A checker
// stops at the first string that is answered wrongly. It does not know why these strings are asked.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "harness/judge/expectation.h"
#include "harness/judge/target.h"

namespace placemat {

// How a checker presents its strings; capacities are exact.
struct Pass {
  Operation operation = Operation::kValidate;
  bool is_at_start = false;  // right behind a guard page instead of right before one
  bool is_by_unit = false;   // a stream gets one unit at a time
  bool is_encoding = false;  // the encoder is asked in place of `operation`
};

template <class Visitor, Of<Pass> T>
void members(Visitor& v, T& r) {
  v("operation", r.operation);
  v("at_start", r.is_at_start);
  v("by_unit", r.is_by_unit);
  v("encoding", r.is_encoding);
}

// Of `units` under this pass.
Presentation presentation_of(const Pass& pass, std::size_t units);
// "right behind a guard page, one unit at a time"; empty for a plain call.
std::string in_words(const Pass& pass);

// For each unit, the strings `prefix` + unit + tail.
struct Block {
  ByteView prefix;
  std::array<const std::vector<Bytes>*, 256> tails;
};

// Visits each until `visit` returns false, and returns what it returned last.
template <class Visit>
bool for_each_string(const Block& block, const Visit& visit) {
  Bytes units(block.prefix.begin(), block.prefix.end());
  const std::size_t n = units.size();
  for (std::size_t unit = 0; unit < 256; ++unit) {
    for (const Bytes& tail : *block.tails[unit]) {
      units.resize(n);
      units.push_back(static_cast<std::uint8_t>(unit));
      units.insert(units.end(), tail.begin(), tail.end());
      if (!visit(ByteView(units))) return false;
    }
  }
  return true;
}

// A string that the decoder answers wrongly.
struct Refusal {
  Pass pass;
  Bytes units;
  std::string expected, seen;
};

template <class Visitor, Of<Refusal> T>
void members(Visitor& v, T& r) {
  v("pass", r.pass);
  v("units", r.units);
  v("expected", r.expected);
  v("seen", r.seen);
}

struct CheckedStrings {
  std::uint64_t agreed = 0;
  std::uint64_t undefined = 0;    // about which the law says nothing
  std::uint64_t not_taken = 0;    // by the decoder
  std::vector<Refusal> refusals;  // at most one
};

template <class Visitor, Of<CheckedStrings> T>
void members(Visitor& v, T& r) {
  v("agreed", r.agreed);
  v("undefined", r.undefined);
  v("not_taken", r.not_taken);
  v("refusals", r.refusals);
}

class StringChecker {
 public:
  virtual ~StringChecker() = default;
  // False when a string was refused, now or before.
  virtual bool check(ByteView units) = 0;
  virtual bool check(const Block& block) {
    return for_each_string(block, [&](ByteView units) { return check(units); });
  }
  // What was gathered and not compared yet.
  virtual CheckedStrings finish() { return std::move(checked_); }

  // The longest string that a checker takes.
  static constexpr std::size_t kLongest = 96;

 protected:
  bool goes_on() const { return checked_.refusals.empty(); }
  // Compares one answer with the law.
  void compare(const Decoder& decoder, const Pass& pass, ByteView units, const Expectation& law,
               const Observation& seen);
  CheckedStrings checked_;
};

// True when `operation` of a decoder that is judged so can be compared on this string.
inline bool is_about(Operation operation, const Expectation& law) {
  return is_comparable(operation, law, Observation{});
}

// One call for each string. The decoder may live in another process.
class CallChecker final : public StringChecker {
 public:
  CallChecker(Caller& caller, const Profile& profile, const Pass& pass);
  using StringChecker::check;
  bool check(ByteView units) override;

 private:
  Caller& caller_;
  Pass pass_;
  Law law_;
};

// The same for a decoder of this process, many strings behind one fence. A string that is not
// answered exactly as the law does is asked again by `caller`, as a call of its own.
std::unique_ptr<StringChecker> make_direct_checker(Caller& caller, FencedThread& thread,
                                                   const Profile& profile, const Pass& pass);

// The encoder of a decoder of this process: the shortest form of each number, or a refusal.
std::unique_ptr<StringChecker> make_encoder_checker(const Decoder& decoder, FencedThread& thread,
                                                    const Profile& profile, const Pass& pass);
// The number that a string of an encoder is.
std::uint64_t number_of(ByteView octets);

}  // namespace placemat
