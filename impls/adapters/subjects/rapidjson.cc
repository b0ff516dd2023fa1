// RapidJSON: UTF8<>::Decode and UTF8<>::Validate on a stream, and the parser with
// kParseValidateEncodingFlag on a string literal.
#include <rapidjson/document.h>
#include <rapidjson/memorystream.h>
#include <rapidjson/stringbuffer.h>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

Seen decode_stream(Input in) {
  rapidjson::MemoryStream stream(chars(in), in.size());
  Seen seen;
  while (stream.Tell() < in.size()) {
    const std::size_t at = stream.Tell();
    unsigned value = 0;
    const bool is_decoded = rapidjson::UTF8<>::Decode(stream, &value);
    if (!is_decoded || stream.Tell() > in.size()) return std::move(seen).ill_formed_at(at);
    seen.values.push_back(value);
  }
  return seen;
}

int validate(Input in) {
  rapidjson::MemoryStream stream(chars(in), in.size());
  rapidjson::StringBuffer out;
  while (stream.Tell() < in.size())
    if (!rapidjson::UTF8<>::Validate(stream, out)) return 0;
  return stream.Tell() == in.size() ? 1 : 0;
}

Seen parse(Input in) {
  if (!fits_literal(in)) return Seen::unsupported();
  rapidjson::Document document;
  const std::string json = "[\"" + text_of(in) + "\"]";
  document.Parse<rapidjson::kParseValidateEncodingFlag>(json.data(), json.size());
  if (document.HasParseError()) return Seen::ill_formed();
  return points_of({document[0].GetString(), document[0].GetStringLength()});
}

const placemat_decoder table[] = {
    strict<decode_stream>("rapidjson_utf8_decode", RAPIDJSON_VERSION_STRING,
                          "RapidJSON, UTF8<>::Decode", PLACEMAT_CLAIM_OFFSET),
    validator<validate>("rapidjson_utf8_validate", RAPIDJSON_VERSION_STRING,
                        "RapidJSON, UTF8<>::Validate"),
    strict<parse>("rapidjson_parse", RAPIDJSON_VERSION_STRING,
                  "RapidJSON, Parse with kParseValidateEncodingFlag, a string literal"),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
