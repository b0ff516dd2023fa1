// html_viewer.cc: the built viewer as a part of the program. The assembler reads the file, because
// a literal of this size takes a compiler seconds.
#include "harness/report/views/html_parts.h"

// PLACEMAT_VIEWER is the path of reports/viewer/dist/viewer.html.
__asm__(
    ".section .rodata\n"
    ".global placemat_viewer_first\n"
    "placemat_viewer_first:\n"
    ".incbin \"" PLACEMAT_VIEWER
    "\"\n"
    ".global placemat_viewer_last\n"
    "placemat_viewer_last:\n"
    ".byte 0\n"
    ".text\n");
extern "C" const char placemat_viewer_first[], placemat_viewer_last[];

namespace placemat::html {

std::string_view viewer() {
  return {placemat_viewer_first,
          static_cast<std::size_t>(placemat_viewer_last - placemat_viewer_first)};
}

}  // namespace placemat::html
