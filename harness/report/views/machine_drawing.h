// machine_drawing.h: a learnt machine as a picture, laid out here, so that no other program and no
// script is needed. A state is a box, in a column by the number of units that lead to it; its edges
// are the lines of text in it. Differences from the law are shown by words and dashes as well as by
// colour.
#pragma once

#include <string>
#include <string_view>

#include "harness/report/record.h"

namespace placemat {

// An <svg> for a page that includes machine_style().
std::string draw_machine(const MachineRecord& machine);

// The same as a file of its own.
std::string draw_machine_file(const MachineRecord& machine);

// Rules for the classes of the drawing, with colours that follow the reader's colour scheme.
std::string_view machine_style();

// A summary of the drawing in words: "a machine of 16 states ..., 2 places differ".
std::string machine_sentence(const MachineRecord& machine);

}  // namespace placemat
