// explain_trace.h: the law's reading of a string, unit by unit: the parts that it consists of, and
// the path through the compiled automaton. No decoder is called.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/spec/dialect.h"
#include "harness/spec/machine.h"

namespace placemat {

// A well-formed sequence or an ill-formed maximal subpart (Unicode 3.9 D93b).
struct Part {
  std::size_t offset = 0;
  std::size_t length = 0;
  std::optional<std::uint64_t> value = {};  // none: ill-formed
  ErrorClass error_class = ErrorClass::kNone;
  // Ill-formed in this dialect only: in UTF-8 such a unit could begin a sequence, so the error
  // class, which is defined for UTF-8, does not explain it.
  bool is_foreign = false;

  friend bool operator==(const Part&, const Part&) = default;
};
std::vector<Part> parts_of(ByteView bytes, const Dialect& dialect);

// One unit, or the end, consumed by the compiled machine.
struct Step {
  std::size_t offset = 0;
  std::size_t symbol = 0;  // a unit or Machine::kEnd
  Machine::State from = 0, to = 0;
  std::string before, after;  // the states, named by the units that led there
  std::string class_text;     // the class of the unit: "80..8F"; empty at the end
  std::uint64_t accumulator = 0;
  // Inside a sequence: the values that are still possible.
  struct Reach {
    std::uint64_t lowest, highest;
    friend bool operator==(const Reach&, const Reach&) = default;
  };
  std::optional<Reach> reach = {};
  std::vector<std::uint64_t> emitted = {};
  std::vector<ErrorClass> error_classes = {};  // of the subparts that end here
};
std::vector<Step> trace(ByteView bytes, const Profile& profile);

}  // namespace placemat
