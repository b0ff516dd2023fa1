// requirements.h: the 1992 requirements for an encoding (five of X/Open and the
// sixth, by Pike and Thompson), decided from a dialect's table. The report
// shows which dialect meets which. The reason why UTF-8 replaced X/Open's
// proposal is thereby a measured result.
#pragma once

#include <span>
#include <string>

#include "harness/spec/dialect.h"

namespace placemat {

struct Requirement {
  int number;
  std::string_view text;
};
std::span<const Requirement> requirements();

struct RequirementVerdict {
  bool met;
  std::string evidence;  // what was computed, or the units that violate it
};
// `number` is 1 to 6.
RequirementVerdict check_requirement(const Dialect& dialect, int number);

}  // namespace placemat
