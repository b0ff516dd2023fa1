#include "harness/cli/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace placemat::cli {
namespace {

constexpr std::size_t kNarrowest = 40, kWithoutTerminal = 100;

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : value;
}

}  // namespace

bool can_overwrite(int descriptor) { return isatty(descriptor) == 1 && variable("TERM") != "dumb"; }

bool wants_color(std::string_view when, int descriptor) {
  if (when != "auto") return when == "always";
  return can_overwrite(descriptor) && variable("NO_COLOR").empty();
}

std::size_t terminal_width(int descriptor) {
  winsize size{};
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0) return kWithoutTerminal;
  return size.ws_col == 0 ? 80 : std::max<std::size_t>(kNarrowest, size.ws_col);
}

}  // namespace placemat::cli
