// JsonCpp: the writer with emitUTF8 off, which decodes to write \u escapes.
#include <json/json.h>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

// Making one takes longer than writing a short text with it.
const Json::StreamWriterBuilder& builder() {
  static const Json::StreamWriterBuilder kBuilder = [] {
    Json::StreamWriterBuilder plain;
    plain["emitUTF8"] = false;
    plain["indentation"] = "";
    return plain;
  }();
  return kBuilder;
}

Seen16 writer(Input in) {
  if (!fits_literal(in)) return Seen16::unsupported();
  const std::string json = Json::writeString(builder(), Json::Value(text_of(in)));
  Seen16 seen;
  for (std::size_t at = 1; at + 1 < json.size();) {
    const bool escape = json[at] == '\\' && json[at + 1] == 'u';
    const auto value = escape ? std::stoul(json.substr(at + 2, 4), nullptr, 16)
                              : static_cast<unsigned char>(json[at]);
    seen.values.push_back(static_cast<std::uint16_t>(value));
    at += escape ? 6 : 1;
  }
  return seen;
}

const placemat_decoder table[] = {
    lossy16<writer>("jsoncpp_stream_writer", JSONCPP_VERSION_STRING,
                    "JsonCpp, StreamWriter with emitUTF8 off"),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
