// unwritten.h: the error for an output that was not written. A wrong name is an error of the
// input, a full disk one of the system. It must not know what was to be written.
#pragma once

#include <stdexcept>
#include <string>

namespace placemat {

// The system refused: a full disk, a file-size limit, no more processes. Exit code 4.
class SystemError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// True for a full disk and other errors that no other name would mend.
bool is_of_system(int error);

// Throws SystemError or InputError by the number of the system's error.
[[noreturn]] void throw_unwritten(const std::string& place, int error);

}  // namespace placemat
