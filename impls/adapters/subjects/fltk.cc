// FLTK: fl_utf8decode, which takes ill-formed units as CP1252, fl_utf8toUtf16
// and fl_utf8test.
#include <FL/Fl.H>
#include <FL/fl_utf8.h>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

Seen utf8decode(Input in) {
  Seen seen;
  for (std::size_t at = 0; at < in.size();) {
    int used = 0;
    seen.values.push_back(fl_utf8decode(chars(in) + at, chars(in) + in.size(), &used));
    at += static_cast<std::size_t>(used > 0 ? used : 1);
  }
  return seen;
}
Seen16 to_utf16(Input in) {
  std::vector<unsigned short> out(in.size() * 2 + 2);
  const unsigned count = fl_utf8toUtf16(chars(in), static_cast<unsigned>(in.size()), out.data(),
                                        static_cast<unsigned>(out.size()));
  return values_of<std::uint16_t>(out.data(), count);
}
int test(Input in) { return fl_utf8test(chars(in), static_cast<unsigned>(in.size())) != 0; }

const std::string version = std::to_string(FL_MAJOR_VERSION) + "." +
                            std::to_string(FL_MINOR_VERSION) + "." +
                            std::to_string(FL_PATCH_VERSION);
const placemat_decoder table[] = {
    lossy<utf8decode>("fltk_utf8decode", version.c_str(), "FLTK, fl_utf8decode"),
    lossy16<to_utf16>("fltk_utf8toutf16", version.c_str(), "FLTK, fl_utf8toUtf16"),
    validator<test>("fltk_utf8test", version.c_str(), "FLTK, fl_utf8test"),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
