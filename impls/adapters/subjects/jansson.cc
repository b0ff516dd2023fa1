// Jansson: json_stringn refuses ill-formed text; json_loadb decodes a literal.
#include <jansson.h>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

int stringn(Input in) {
  json_t* json = json_stringn(in.empty() ? "" : chars(in), in.size());
  json_decref(json);
  return json != nullptr ? 1 : 0;
}

Seen loadb(Input in) {
  if (!fits_literal(in)) return Seen::unsupported();
  const std::string text = "[\"" + text_of(in) + "\"]";
  json_error_t error;
  json_t* json = json_loadb(text.data(), text.size(), 0, &error);
  if (json == nullptr) return Seen::ill_formed();
  const json_t* one = json_array_get(json, 0);
  Seen seen = points_of({json_string_value(one), json_string_length(one)});
  json_decref(json);
  return seen;
}

const placemat_decoder table[] = {
    validator<stringn>("jansson_json_stringn", JANSSON_VERSION, "Jansson, json_stringn"),
    strict<loadb>("jansson_json_loadb", JANSSON_VERSION, "Jansson, json_loadb, a string literal"),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
