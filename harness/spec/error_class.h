// error_class.h: the classes of ill-formed subsequences (Unicode 3.9 D92 and
// the rows that Table 3-7 omits). They are the error classes of the report. The
// bit patterns of UTF-8 decide the class, whatever dialect is judged. A class is
// an enumerator and a row; the classifier and the generators of tests read the row.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "harness/spec/dialect.h"

namespace placemat {

enum class ErrorClass : std::uint8_t {
  kNone,              // well-formed
  kOverlong,          // C0, C1, E0 80..9F, F0 80..8F
  kSurrogate,         // ED A0..BF
  kBeyond10FFFF,      // F4 90..BF, F5..F7
  kFiveSixUnit,       // F8..FD
  kFeFf,              // FE, FF
  kLoneContinuation,  // 80..BF where a sequence must start
  kTruncated,         // the input ends inside a sequence
  kInterrupted,       // a unit that cannot continue the open sequence
};
inline constexpr std::size_t kErrorClassCount = 9;

// A unit that begins no sequence, or a lead and the second unit that it rejects.
struct RejectedUnits {
  Range first;
  std::optional<Range> second = {};
};

struct ErrorClassRow {
  ErrorClass error_class;
  std::string_view name, summary;
  std::string_view upper, lower;        // the name on two short lines, over a column
  std::vector<RejectedUnits> rejected;  // empty where the position decides, not the units
};
std::span<const ErrorClassRow> error_classes();  // in the order of the enumerators
const ErrorClassRow& row_of(ErrorClass error_class);

// "well-formed", "overlong", ...
std::string_view name_of(ErrorClass error_class);
std::string_view summary_of(ErrorClass error_class);

// The class of an ill-formed subsequence: `begun` is its well-formed prefix
// (maybe empty) and `unit` the unit that cannot follow; unit = -1 when the
// input ends.
ErrorClass classify_error(ByteView begun, int unit);

// The class of the first ill-formed subsequence of `bytes` as UTF-8.
ErrorClass error_class_of(ByteView bytes);

// The class of all ill-formed parts of `bytes` as UTF-8, kNone where there is none; nothing where
// they are of several classes. A part is an ill-formed subsequence with the continuation bytes
// that its lead announces: C0 80 is overlong and no lone continuation besides.
std::optional<ErrorClass> only_error_class_of(ByteView bytes);

}  // namespace placemat
