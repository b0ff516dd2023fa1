// icu.h: ICU as a second opinion. Each entry point of ICU that reads UTF-8, or
// a dialect of it, is one question; what it answers is carried over as it is,
// and nothing here corrects it. This file must not know the law: whether an
// opinion is right is decided in divergence.h.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/spec/profile.h"

namespace placemat {

// One asker: it owns its buffers and converters and uses them again, so that
// asking allocates only when an input is longer than any before. One thread.
class Oracle {
 public:
  // Valid until the next question. What the entry point does not tell is empty.
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

// What an entry point tells about ill-formed input; it tells the verdict
// always, and the values of well-formed input.
struct Tells {
  bool values = false;
  bool offset = false;
  bool length = false;
  bool at_end = false;
};

struct OracleQuestion {
  std::string_view name;     // "icu:U8_NEXT"
  std::string_view summary;  // what is called, and how
  Profile profile;           // what it is compared with
  Tells tells;
  std::unique_ptr<Oracle> (*make)();
};

// All questions, in the order of the report.
const std::vector<OracleQuestion>& oracle_questions();
const OracleQuestion* find_oracle_question(std::string_view name);

// Of the library that is asked: "72.1".
std::string icu_version();

}  // namespace placemat
