// misuse.h: what is wrong with a command line, in words that name what may have been meant.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace placemat::cli {

std::string what_is_wrong(const CLI::App& app, const CLI::ParseError& error);

}  // namespace placemat::cli
