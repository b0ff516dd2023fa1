// icu.h: ICU as an independent oracle. Each entry point of ICU that reads
// UTF-8, or a dialect of it, is one question; its answer is passed on
// unchanged. This file must not know the law: divergence.h decides whether an
// answer is right.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/spec/profile.h"

namespace placemat {

// It owns its buffers and converters and reuses them, so that a call allocates
// only when an input is longer than any before. Used by one thread.
class Oracle {
 public:
  // Valid until the next question. Members that the entry point does not report
  // are empty.
  struct IcuAnswer {
    bool well_formed = false;
    std::optional<std::span<const std::uint64_t>> values{};
    // Of the first ill-formed subsequence.
    std::optional<std::size_t> error_offset{};
    std::optional<std::size_t> error_length{};
    std::optional<bool> at_end{};  // the input ends inside a sequence
  };

  virtual ~Oracle() = default;
  virtual IcuAnswer ask(ByteView bytes) = 0;
};

// What an entry point reports about ill-formed input; it always reports the
// verdict, and the values of well-formed input.
struct Tells {
  bool values = false;
  bool offset = false;
  bool length = false;
  bool at_end = false;
};

struct OracleQuestion {
  std::string_view name;     // "icu:U8_NEXT"
  std::string_view summary;  // the function that is called, and how
  Profile profile;           // the profile of the law that it is compared with
  Tells tells;
  std::unique_ptr<Oracle> (*make)();
};

// All questions, in the order of the report.
const std::vector<OracleQuestion>& oracle_questions();
const OracleQuestion* find_oracle_question(std::string_view name);

// The version of the ICU library in use: "72.1".
std::string icu_version();

}  // namespace placemat
