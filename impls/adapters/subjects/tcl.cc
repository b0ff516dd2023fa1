// Tcl's C interface: Tcl_UtfToUniChar, one character at a pointer, and
// Tcl_UtfToUniCharDString. Both take a text of Tcl, which has C0 80 for NUL, and
// both write 16-bit units in this version.
#include <tcl.h>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

// Behind the text stand NULs: the library may read as many units as a lead announces.
std::string padded(Input in) { return text_of(in) + std::string(TCL_UTF_MAX + 1, '\0'); }

Seen16 utf_to_unichar(Input in) {
  const std::string text = padded(in);
  Seen16 seen;
  Tcl_UniChar value = 0;  // the library keeps half a pair in it
  for (std::size_t at = 0; at < in.size();) {
    const int used = Tcl_UtfToUniChar(text.c_str() + at, &value);
    seen.values.push_back(value);
    at += static_cast<std::size_t>(used);
  }
  return seen;
}
Seen16 utf_to_unichar_dstring(Input in) {
  const std::string text = padded(in);
  Tcl_DString out;
  Tcl_DStringInit(&out);
  const Tcl_UniChar* units =
      Tcl_UtfToUniCharDString(text.c_str(), static_cast<int>(in.size()), &out);
  const Seen16 seen = values_of<std::uint16_t>(
      units, static_cast<std::size_t>(Tcl_DStringLength(&out)) / sizeof(Tcl_UniChar));
  Tcl_DStringFree(&out);
  return seen;
}

const placemat_decoder table[] = {
    lossy16<utf_to_unichar>("tcl_utf_to_unichar", TCL_PATCH_LEVEL, "Tcl, Tcl_UtfToUniChar"),
    lossy16<utf_to_unichar_dstring>("tcl_utf_to_unichar_dstring", TCL_PATCH_LEVEL,
                                    "Tcl, Tcl_UtfToUniCharDString"),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
