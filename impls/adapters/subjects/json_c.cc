// json-c: json_tokener_parse_ex with JSON_TOKENER_VALIDATE_UTF8, whole and in pieces.
#include <json-c/json.h>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

class Tokener {
 public:
  Tokener() { json_tokener_set_flags(tokener_, JSON_TOKENER_VALIDATE_UTF8); }
  ~Tokener() { json_tokener_free(tokener_); }
  Tokener(const Tokener&) = delete;
  Tokener& operator=(const Tokener&) = delete;
  json_object* feed(std::string_view text) {
    return json_tokener_parse_ex(tokener_, text.data(), static_cast<int>(text.size()));
  }
  bool failed() const {
    const auto error = json_tokener_get_error(tokener_);
    return error != json_tokener_success && error != json_tokener_continue;
  }

 private:
  json_tokener* tokener_ = json_tokener_new();
};

Seen taken(json_object* json) {
  if (json == nullptr) return Seen::ill_formed();
  Seen seen = points_of(
      {json_object_get_string(json), static_cast<std::size_t>(json_object_get_string_len(json))});
  json_object_put(json);
  return seen;
}

Seen whole(Input in) {
  if (!fits_literal(in)) return Seen::unsupported();
  Tokener tokener;
  return taken(tokener.feed("\"" + text_of(in) + "\""));
}

Seen one_unit_at_a_time(Input in) {
  if (!fits_literal(in)) return Seen::unsupported();
  Tokener tokener;
  tokener.feed("\"");
  for (std::size_t i = 0; i < in.size(); ++i) {
    tokener.feed({chars(in) + i, 1});
    if (tokener.failed()) return Seen::ill_formed();
  }
  return taken(tokener.feed("\""));
}

const placemat_decoder table[] = {
    strict<whole>("json_c_tokener", JSON_C_VERSION,
                  "json-c, json_tokener_parse_ex with JSON_TOKENER_VALIDATE_UTF8"),
    strict<one_unit_at_a_time>("json_c_tokener_pieces", JSON_C_VERSION,
                               "json-c, json_tokener_parse_ex, one unit a call"),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
