// GNU FriBidi: fribidi_charset_to_unicode with FRIBIDI_CHAR_SET_UTF8.
#include <fribidi.h>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

Seen to_unicode(Input in) {
  std::vector<FriBidiChar> out(in.size() + 8);
  const auto count = fribidi_charset_to_unicode(
      FRIBIDI_CHAR_SET_UTF8, chars(in), static_cast<FriBidiStrIndex>(in.size()), out.data());
  return values_of<std::uint32_t>(out.data(), static_cast<std::size_t>(count));
}

const placemat_decoder table[] = {
    lossy<to_unicode>("fribidi_charset_to_unicode", FRIBIDI_VERSION,
                      "GNU FriBidi, fribidi_charset_to_unicode"),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
