// error_fixture.h: for tests of messages about bad input.
#pragma once

#include <string>

#include "harness/bytes/error.h"

namespace placemat {

// The message of the InputError that `action` throws.
template <class Action>
std::string error_of(const Action& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace placemat
