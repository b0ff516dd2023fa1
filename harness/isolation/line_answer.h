// line_answer.h: one line of a child, read as the answer to a question. It must not know when the
// child wrote it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "harness/isolation/batch.h"

namespace placemat {

// The start of a line, printable.
std::string shown(std::string_view line);
// The note for a line that nothing asked for.
std::string says_more(std::string_view line);

struct MisreadAnswer {
  std::string note;
  std::uint64_t told = 0;  // the number of an earlier question that it answers; 0: none
};

// Reads the line as the answer to question `number`, at place `i` of the batch; false when it is
// none.
bool read_answer(Batch& batch, std::size_t i, std::size_t number, std::string_view line,
                 MisreadAnswer& wrong);

}  // namespace placemat
