// axes.h: the axes of a presentation as rows. Code that treats all axes alike
// (options, report text, order, packing) is written once, over these rows.
#pragma once

#include <string_view>

#include "harness/presentation/case.h"
#include "harness/presentation/presentation.h"

namespace placemat {

// An axis: its name, in replay lines and JSON, and its meaning. `crosses`
// states whether it applies to a decoder in another process, reached through a
// protocol.
struct AxisRow {
  std::string_view name;
  std::string_view about;
  bool crosses = false;
};

inline constexpr AxisRow kOperationAxis{"operation", "the function that is called", true};
inline constexpr AxisRow kCutsAxis{"cuts", "the chunk ends of a stream", true};
inline constexpr AxisRow kPadAxis{"pad", "units in front that are filler", true};
inline constexpr AxisRow kTailAxis{"tail", "units behind that are filler", true};
inline constexpr AxisRow kPlacementAxis{"placement", "where the units lie"};
inline constexpr AxisRow kRoomAxis{"room", "the values that fit into the output"};
inline constexpr AxisRow kPreludeAxis{"prelude", "the units that a stream or a call had first"};
inline constexpr AxisRow kEndingAxis{"ending", "what became of the prelude"};
inline constexpr AxisRow kEnvironmentAxis{"environment", "errno before the call, or its thread"};

// Calls `visit(row, member)` for each axis, in their order; `Presentation` may
// be const. All code that treats axes alike uses this.
template <class P, class Visit>
constexpr void for_each_axis(P& how, Visit&& visit) {
  visit(kOperationAxis, how.operation);
  visit(kCutsAxis, how.cuts);
  visit(kPadAxis, how.pad);
  visit(kTailAxis, how.tail);
  visit(kPlacementAxis, how.placement);
  visit(kRoomAxis, how.room);
  visit(kPreludeAxis, how.prelude);
  visit(kEndingAxis, how.ending);
  visit(kEnvironmentAxis, how.environment);
}

// Does it apply to a decoder behind a protocol?
bool crosses_process(const Presentation& how);

}  // namespace placemat
