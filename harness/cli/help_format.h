// help_format.h: how --help lays out options: short types, and descriptions wrapped to the width of
// the terminal. It must not know any option.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>

namespace placemat::cli {

std::shared_ptr<CLI::FormatterBase> help_format();

}  // namespace placemat::cli
