#include "harness/spec/error_class.h"

#include <array>

#include "harness/spec/machine.h"

namespace placemat {
namespace {

struct Row {
  std::string_view name, summary;
};
constexpr std::array<Row, kErrorClassCount> kRows{{
    {"well-formed", "every sequence is in Table 3-7"},
    {"overlong", "a non-shortest form: C0, C1, E0 80..9F, F0 80..8F (D92)"},
    {"surrogate", "a surrogate code point: ED A0..BF (D92)"},
    {"beyond-10ffff", "a value above U+10FFFF: F4 90..BF, F5..F7 (D92)"},
    {"five-six-unit", "a lead of 5 or 6 code units: F8..FD (RFC 2279, withdrawn)"},
    {"fe-ff", "FE or FF, which no form of UTF-8 ever used"},
    {"lone-continuation", "80..BF where a sequence must start"},
    {"truncated", "the input ends inside a sequence"},
    {"interrupted", "a code unit that cannot continue the sequence begun"},
}};

ErrorClass classify_lead(int unit) {
  if (unit <= 0xBF) return ErrorClass::kLoneContinuation;
  if (unit <= 0xC1) return ErrorClass::kOverlong;
  if (unit >= 0xFE) return ErrorClass::kFeFf;
  if (unit >= 0xF8) return ErrorClass::kFiveSixUnit;
  return ErrorClass::kBeyond10FFFF;
}

}  // namespace

std::string_view name_of(ErrorClass error_class) {
  return kRows[static_cast<std::size_t>(error_class)].name;
}
std::string_view summary_of(ErrorClass error_class) {
  return kRows[static_cast<std::size_t>(error_class)].summary;
}

ErrorClass classify_error(ByteView begun, int unit) {
  if (unit < 0) return begun.empty() ? ErrorClass::kNone : ErrorClass::kTruncated;
  if (begun.empty()) return classify_lead(unit);
  const bool continues = unit >= 0x80 && unit <= 0xBF;
  if (begun.size() != 1 || !continues) return ErrorClass::kInterrupted;
  // A continuation unit that is rejected in second place: the rows of Table 3-7
  // with a narrowed second range give the reason.
  switch (begun[0]) {
    case 0xE0:
      return unit <= 0x9F ? ErrorClass::kOverlong : ErrorClass::kInterrupted;
    case 0xED:
      return unit >= 0xA0 ? ErrorClass::kSurrogate : ErrorClass::kInterrupted;
    case 0xF0:
      return unit <= 0x8F ? ErrorClass::kOverlong : ErrorClass::kInterrupted;
    case 0xF4:
      return unit >= 0x90 ? ErrorClass::kBeyond10FFFF : ErrorClass::kInterrupted;
    case 0xF8:
      return unit <= 0x87 ? ErrorClass::kOverlong : ErrorClass::kInterrupted;
    case 0xFC:
      return unit <= 0x83 ? ErrorClass::kOverlong : ErrorClass::kInterrupted;
    default:
      return ErrorClass::kInterrupted;
  }
}

ErrorClass error_class_of(ByteView bytes) {
  return Walker(machine({DialectId::kUtf8, PolicyId::kReject, Bom::kKeep}))
      .decode(bytes)
      .error_class;
}

}  // namespace placemat
