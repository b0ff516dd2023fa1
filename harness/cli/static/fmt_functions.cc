// fmt_functions.cc: what the shared library of fmt has, from its headers, for a program without
// shared libraries.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <string>

namespace placemat::cli {

// Templates are made where they are used.
std::string use_fmt_templates(float single, double twice, const std::tm& time) {
  return fmt::format("{} {:.3g} {:L} {:%F}", single, twice, 1, time);
}

}  // namespace placemat::cli
