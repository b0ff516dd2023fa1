// SFML: sf::Utf8::decode.
#include <SFML/Config.hpp>
#include <SFML/System/Utf.hpp>
#include <iterator>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

Seen64 decode_each(Input in) {
  Seen64 seen;
  for (auto at = in.begin(); at < in.end();) {
    sf::Uint32 value = 0;
    at = sf::Utf8::decode(at, in.end(), value, 0xFFFD);
    seen.values.push_back(value);
  }
  return seen;
}

const std::string version = std::to_string(SFML_VERSION_MAJOR) + "." +
                            std::to_string(SFML_VERSION_MINOR) + "." +
                            std::to_string(SFML_VERSION_PATCH);
const placemat_decoder table[] = {
    lossy64<decode_each>("sfml_utf8_decode", version.c_str(), "SFML, sf::Utf8::decode"),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
