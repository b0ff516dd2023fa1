// problem.h: a defect of a file, as every reader of files reports it.
#pragma once

#include <string>

namespace placemat {

// One defect of a file, in one line that names the remedy.
struct Problem {
  std::string file;
  std::size_t line = 0;  // from 1; 0 when the defect concerns the whole file
  std::string what;

  friend bool operator==(const Problem&, const Problem&) = default;
};

// "corpus/vectors/nul.json:12: what"
std::string to_text(const Problem& problem);

}  // namespace placemat
