// annotate.h: the role of every code unit of a case in the dialect by which it is judged, so that a
// page can mark the ill-formed ones. It must not know how they are marked.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "harness/spec/dialect.h"

namespace placemat {

enum class Role : std::uint8_t {
  kSingle,        // a sequence of one unit
  kLead,          // the first of several
  kContinuation,  // not the first
  kFault,         // the first of an ill-formed maximal subpart (Unicode 3.9 D93b)
  kFaultRest,     // not the first of one
};

std::vector<Role> roles_of(ByteView bytes, const Dialect& dialect);

// One unit, or a run of equal units in the same role.
struct UnitBox {
  std::uint8_t unit = 0;
  Role role = Role::kSingle;
  std::size_t count = 1;
  std::size_t cuts_before = 0;  // chunk ends directly before it

  friend bool operator==(const UnitBox&, const UnitBox&) = default;
};

struct Annotation {
  std::vector<UnitBox> boxes;
  std::size_t cuts_after = 0;  // chunk ends behind the last unit
};

// `units` in case notation; `profile` as reports name it. Empty when either cannot be read (a
// report of another version), or when the case is too long to display.
Annotation annotate(std::string_view units, std::string_view profile);

}  // namespace placemat
