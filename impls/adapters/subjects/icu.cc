// ICU, the entry points that the decoders of this tree do not use already:
// UnicodeString::fromUTF8 and utext_openUTF8.
#include <unicode/unistr.h>
#include <unicode/utext.h>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

Seen16 from_utf8(Input in) {
  const icu::UnicodeString text = icu::UnicodeString::fromUTF8(
      icu::StringPiece(chars(in), static_cast<std::int32_t>(in.size())));
  return values_of<std::uint16_t>(text.getBuffer(), static_cast<std::size_t>(text.length()));
}
Seen utext(Input in) {
  UErrorCode status = U_ZERO_ERROR;
  UText* text = utext_openUTF8(nullptr, in.empty() ? "" : chars(in),
                               static_cast<std::int64_t>(in.size()), &status);
  Seen seen;
  for (UChar32 value; (value = utext_next32(text)) != U_SENTINEL;)
    seen.values.push_back(static_cast<std::uint32_t>(value));
  utext_close(text);
  return seen;
}

const placemat_decoder table[] = {
    lossy16<from_utf8>("icu_unicodestring_fromutf8", U_ICU_VERSION, "ICU, UnicodeString::fromUTF8"),
    lossy<utext>("icu_utext_openutf8", U_ICU_VERSION, "ICU, utext_openUTF8 and utext_next32"),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
