// GLib's UTF-8 functions. Claims what its reference manual documents:
// g_utf8_validate returns where validation stopped; g_utf8_get_char_validated
// returns -2 for an incomplete sequence at the end and -1 for any other;
// g_utf8_to_ucs4 and g_utf8_to_utf16 return the number of units read before the
// error, and do not read all of an input that ends within a sequence, as
// g_convert does; g_utf8_make_valid writes one U+FFFD for each ill-formed unit.
#include <glib.h>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

int validate(Input in) { return g_utf8_validate_len(chars(in), in.size(), nullptr) != 0 ? 1 : 0; }

Seen validate_end(Input in) {
  const char* end = nullptr;
  if (g_utf8_validate_len(chars(in), in.size(), &end)) return points_of({chars(in), in.size()});
  return Seen::ill_formed(static_cast<std::size_t>(end - chars(in)));
}

struct GetCharValidated {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const auto* text = reinterpret_cast<const char*>(at);
    const gunichar value = g_utf8_get_char_validated(text, end - at);
    const auto rest = static_cast<std::size_t>(end - at);
    if (value == static_cast<gunichar>(-2)) return Decoded::incomplete(rest);
    if (value == static_cast<gunichar>(-1)) return Decoded::ill_formed(1);
    return Decoded::of(value, static_cast<std::size_t>(g_utf8_next_char(text) - text));
  }
};

template <class A, class Convert>
A converted(Input in, Convert convert) {
  if (has_nul(in)) return A::unsupported();  // it ends the text before its length
  glong read = 0, written = 0;
  GError* error = nullptr;
  auto* out =
      convert(in.empty() ? "" : chars(in), static_cast<glong>(in.size()), &read, &written, &error);
  if (out == nullptr) {
    const bool partial =
        g_error_matches(error, G_CONVERT_ERROR, G_CONVERT_ERROR_PARTIAL_INPUT) != 0;
    g_error_free(error);
    const auto offset = static_cast<std::size_t>(read);
    return partial ? A::incomplete() : A::ill_formed(offset);
  }
  if (static_cast<std::size_t>(read) < in.size()) {
    g_free(out);
    return A::incomplete(static_cast<std::size_t>(read));
  }
  A seen;
  for (glong i = 0; i < written; ++i)
    seen.values.push_back(static_cast<typename decltype(seen.values)::value_type>(out[i]));
  g_free(out);
  return seen;
}
Seen to_ucs4(Input in) { return converted<Seen>(in, g_utf8_to_ucs4); }
Seen16 to_utf16(Input in) { return converted<Seen16>(in, g_utf8_to_utf16); }

Seen make_valid(Input in) {
  char* text = g_utf8_make_valid(in.empty() ? "" : chars(in), static_cast<gssize>(in.size()));
  const Seen seen = points_of(text);  // which holds no NUL
  g_free(text);
  return seen;
}

Seen convert(Input in) {
  gsize read = 0, written = 0;
  GError* error = nullptr;
  char* out = g_convert(in.empty() ? "" : chars(in), static_cast<gssize>(in.size()), "UTF-32LE",
                        "UTF-8", &read, &written, &error);
  if (out == nullptr) {
    g_error_free(error);
    return Seen::ill_formed(read);
  }
  const Seen seen = read < in.size() ? Seen::incomplete(read)
                                     : values_of<std::uint32_t>(
                                           reinterpret_cast<const gunichar*>(out), written / 4);
  g_free(out);
  return seen;
}

const std::string version = std::to_string(glib_major_version) + "." +
                            std::to_string(glib_minor_version) + "." +
                            std::to_string(glib_micro_version);
constexpr auto kOffset = PLACEMAT_CLAIM_OFFSET;
const placemat_decoder table[] = {
    validator<validate>("glib_utf8_validate_len", version.c_str(), "GLib, g_utf8_validate_len"),
    strict<validate_end>("glib_utf8_validate_end", version.c_str(),
                         "GLib, g_utf8_validate_len and where it ended", kOffset),
    one_by_one<GetCharValidated>("glib_utf8_get_char_validated", version.c_str(),
                                 "GLib, g_utf8_get_char_validated",
                                 kOffset | PLACEMAT_CLAIM_INCOMPLETE),
    strict<to_ucs4>("glib_utf8_to_ucs4", version.c_str(), "GLib, g_utf8_to_ucs4",
                    PLACEMAT_CLAIM_INCOMPLETE),
    strict16<to_utf16>("glib_utf8_to_utf16", version.c_str(), "GLib, g_utf8_to_utf16",
                       PLACEMAT_CLAIM_INCOMPLETE),
    lossy<make_valid>("glib_utf8_make_valid", version.c_str(), "GLib, g_utf8_make_valid",
                      "per-byte"),
    strict<convert>("glib_convert", version.c_str(), "GLib, g_convert to UTF-32",
                    kOffset | PLACEMAT_CLAIM_INCOMPLETE),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
