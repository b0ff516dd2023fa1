// short_text.h: case notation for a reader: what is repeated often is written once. The files of
// the corpus keep to_text(), in which only single units are counted.
#pragma once

#include <string>

#include "harness/bytes/bytes.h"

namespace placemat {

// "41 F09F9883*256": as to_text(), but groups of up to eight units that are repeated are counted
// too. parse_units reads it back.
std::string to_short_text(const ChunkedUnits& units);

}  // namespace placemat
