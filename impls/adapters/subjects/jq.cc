// jq, as a library: jv_string_sized and the parser of a string literal, which
// both replace ill-formed units.
extern "C" {
#include <jv.h>
}

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

Seen taken(jv value) {
  Seen seen = Seen::ill_formed();
  if (jv_get_kind(value) == JV_KIND_STRING)
    seen = points_of(
        {jv_string_value(value), static_cast<std::size_t>(jv_string_length_bytes(jv_copy(value)))});
  jv_free(value);
  return seen;
}
Seen string_sized(Input in) {
  return taken(jv_string_sized(in.empty() ? "" : chars(in), static_cast<int>(in.size())));
}
Seen parse(Input in) {
  if (!fits_literal(in)) return Seen::unsupported();
  const std::string json = "\"" + text_of(in) + "\"";
  return taken(jv_parse_sized(json.data(), static_cast<int>(json.size())));
}

const placemat_decoder table[] = {
    lossy<string_sized>("jq_jv_string_sized", PLACEMAT_LIBRARY_VERSION, "jq, jv_string_sized"),
    lossy<parse>("jq_jv_parse", PLACEMAT_LIBRARY_VERSION, "jq, jv_parse_sized, a string literal"),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
