// policy.h: how a decoder treats an ill-formed subsequence, as data (Unicode
// 3.9, "U+FFFD Substitution of Maximal Subparts"; WHATWG Encoding 4.1). A
// policy never changes which sequences are well-formed.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace placemat {

// The place of a policy in the table. A new row needs a name here only where
// code refers to it.
enum class PolicyId : std::uint8_t {
  kReject,
  kMaximalSubpart,
  kPerByte,
  kPerDeclaredLength,
  kLegacyTrail,
  kPerRun,
  kSkip,
  kRuneerror80,
};

// Which units after an ill-formed subsequence belong to it.
enum class Swallow : std::uint8_t {
  kNothing,          // the offending unit is processed again
  kAnnounced,        // trailing units, as many as a lead of the dialect announces
  kAnnouncedOf1993,  // continuation units, as many as C0..FD announce by bit pattern (2 to 6)
};

struct Policy {
  std::string_view name;
  std::string_view summary;
  bool stops;                 // at the first error; nothing is emitted for it
  std::uint64_t replacement;  // the value emitted
  enum class Count : std::uint8_t { kNone, kPerSubpart, kPerUnit, kPerRun } count;
  Swallow swallow;
  PolicyId id{};  // its place in the table
};

std::span<const Policy> policies();
const Policy& policy(PolicyId id);
const Policy* find_policy(std::string_view name);

// The number of units that a lead announces by the bit pattern of 1993
// (110xxxxx 2 ... 1111110x 6); 0 for any other unit.
constexpr std::size_t announced_of_1993(std::uint8_t lead) {
  if (lead >= 0xC0 && lead <= 0xDF) return 2;
  if (lead >= 0xE0 && lead <= 0xEF) return 3;
  if (lead >= 0xF0 && lead <= 0xF7) return 4;
  if (lead >= 0xF8 && lead <= 0xFB) return 5;
  if (lead >= 0xFC && lead <= 0xFD) return 6;
  return 0;
}

}  // namespace placemat
