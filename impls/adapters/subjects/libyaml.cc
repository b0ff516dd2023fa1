// LibYAML: a double-quoted scalar. It gets no text that YAML forbids or changes
// (controls, line breaks, quotes, noncharacters).
#include <yaml.h>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

Seen scalar(Input in) {
  if (!fits_literal(in)) return Seen::unsupported();
  yaml_parser_t parser;
  yaml_parser_initialize(&parser);
  yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
  const std::string yaml = "\"" + text_of(in) + "\"";
  yaml_parser_set_input_string(&parser, reinterpret_cast<const unsigned char*>(yaml.data()),
                               yaml.size());
  Seen seen = Seen::ill_formed();
  for (bool more = true; more;) {
    yaml_event_t event;
    if (yaml_parser_parse(&parser, &event) == 0) {
      if (parser.problem_offset > 0) seen.offset = parser.problem_offset - 1;
      break;
    }
    if (event.type == YAML_SCALAR_EVENT)
      seen = points_of(
          {reinterpret_cast<const char*>(event.data.scalar.value), event.data.scalar.length});
    more = event.type != YAML_STREAM_END_EVENT && event.type != YAML_SCALAR_EVENT;
    yaml_event_delete(&event);
  }
  yaml_parser_delete(&parser);
  return seen;
}

const placemat_decoder table[] = {
    strict<scalar>("libyaml_scalar", yaml_get_version_string(), "LibYAML, a double-quoted scalar"),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
