// dialect.h: which byte sequences denote which code points, as tables. A
// dialect is a list of forms and nothing else. The reference decoder, the
// compiled machine, the encoder and the generators are derived from it, so that
// each dialect is written once. This file must not know any decoder.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "harness/bytes/bytes.h"

namespace placemat {

inline constexpr std::size_t kMaxForm = 13;
inline constexpr std::uint64_t kReplacement = 0xFFFD;
inline constexpr std::uint64_t kMaxScalar = 0x10FFFF;

constexpr bool is_surrogate(std::uint64_t value) { return value >= 0xD800 && value <= 0xDFFF; }
constexpr bool is_scalar(std::uint64_t value) {
  return value <= kMaxScalar && !is_surrogate(value);
}

// A closed range of code units (80..BF, never 80..C0).
struct Range {
  std::uint8_t first, last;
  constexpr bool contains(std::uint8_t unit) const { return unit >= first && unit <= last; }
  friend constexpr bool operator==(const Range&, const Range&) = default;
};

// How a form relates to the sequence directly before it. Only WTF-8 needs this:
// a low surrogate must not follow a high one.
enum class Context : std::uint8_t { kNone, kHighSurrogate, kLowSurrogate };

// One row of a dialect: `length` closed ranges. Within them the value grows by
// weights[i] with every step of unit i, from `lowest`, where every unit is the
// first of its range.
struct Form {
  std::uint8_t length = 0;
  std::array<Range, kMaxForm> units{};
  std::array<std::uint64_t, kMaxForm> weights{};
  std::uint64_t lowest = 0;
  Context context = Context::kNone;

  bool matches(ByteView bytes) const;  // exactly `length` units that lie in the ranges
  std::uint64_t value(ByteView bytes) const;
  std::uint64_t highest() const;
};

enum class DialectId : std::uint8_t {
  kUtf8,
  kUtf8Rfc2279,
  kUtf8Lenient21,
  kUtf8Overlong,
  kPlan9Of1992,
  kPlan9Modern,
  kFssUtfXopen,
  kUtf1,
  kCesu8,
  kMutf8,
  kWtf8,
  kUtf8mb3,
  kUtf8Extended,
  kUtf8Perl,
};
inline constexpr std::size_t kDialectCount = 14;

struct Dialect {
  DialectId id;
  std::string_view name;
  std::string_view summary;
  std::string_view source;
  std::vector<Form> forms;  // no sequence matches two of them; none is a prefix of another
  // The units that can stand after the first unit of a sequence.
  std::vector<Range> trailing;
  // High and low surrogate values next to each other mean one supplementary
  // code point (modified UTF-8 denotes UTF-16 code units).
  bool joins_surrogates = false;

  // The number of units that `lead` announces: the length of the shortest form
  // that starts with it; 0 when none does.
  std::size_t announces(std::uint8_t lead) const;
  bool is_trailing(std::uint8_t unit) const;
  std::uint64_t highest() const;
};

std::span<const Dialect> dialects();
const Dialect& dialect(DialectId id);
const Dialect* find_dialect(std::string_view name);

// Table 3-7 as the dialect holds it: the forms whose values lie in
// lowest..highest, cut so that no other value has one. Public because the
// historic dialects are stated as bit patterns with limits.
std::vector<Form> within(const Form& form, std::uint64_t lowest, std::uint64_t highest);

}  // namespace placemat
