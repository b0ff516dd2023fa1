// error.h: the one exception that means that the input is wrong, not the
// program. Its text is a single line that names the place and the remedy; the
// command line prints it and exits with 2.
#pragma once

#include <stdexcept>
#include <string>

namespace placemat {

class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The subject is absent or did not start: exit code 3.
class AbsentError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace placemat
