// simdjson: validate_utf8, and the DOM parser with the text in a string literal.
#include <simdjson.h>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

int validate(Input in) { return simdjson::validate_utf8(chars(in), in.size()) ? 1 : 0; }

Seen parse(Input in) {
  if (!fits_literal(in)) return Seen::unsupported();
  simdjson::dom::parser parser;
  std::string_view text;
  const std::string json = "[\"" + text_of(in) + "\"]";
  if (parser.parse(json).at(0).get_string().get(text) != simdjson::SUCCESS)
    return Seen::ill_formed();
  return points_of(text);
}

constexpr const char* kVersion = SIMDJSON_STRINGIFY(SIMDJSON_VERSION);
const placemat_decoder table[] = {
    validator<validate>("simdjson_validate_utf8", kVersion, "simdjson, validate_utf8"),
    strict<parse>("simdjson_dom_parser", kVersion, "simdjson, dom::parser, a string literal"),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
