// terminal.h: what standard output and standard error are: a terminal, of which width, with colours
// or not. It must not know what is written there.
#pragma once

#include <cstddef>
#include <string_view>

namespace placemat::cli {

// By --color: "always", "never", or "auto": a terminal, where neither NO_COLOR is set nor TERM is
// dumb.
bool wants_color(std::string_view when, int descriptor);

// A terminal whose cursor can be moved.
bool can_overwrite(int descriptor);

// In columns: that of the terminal, at least 40; 100 where there is none.
std::size_t terminal_width(int descriptor);

}  // namespace placemat::cli
