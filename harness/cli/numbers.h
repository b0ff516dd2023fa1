// numbers.h: the ranges of numbers on the command line. A sign, a fraction and a number that no
// type holds are refused by name.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>

namespace placemat::cli {

// A whole number in decimal digits; with `or_none`, also 0.
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most, bool or_none = false);
// Any number that a double holds, but no infinity and no NaN.
CLI::Validator number(double least, double most);
// 0 to 2^64 - 1.
CLI::Validator seed_number();

}  // namespace placemat::cli
