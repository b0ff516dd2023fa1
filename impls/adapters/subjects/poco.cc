// POCO: TextIterator and UnicodeConverter::toUTF32.
#include <Poco/TextIterator.h>
#include <Poco/UTF8Encoding.h>
#include <Poco/UnicodeConverter.h>
#include <Poco/Version.h>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

Seen text_iterator(Input in) {
  const std::string text = text_of(in);
  const Poco::UTF8Encoding encoding;
  Seen seen;
  const Poco::TextIterator end(text);
  for (Poco::TextIterator at(text, encoding); at != end; ++at) {
    const int value = *at;
    if (value < 0) return std::move(seen).ill_formed_at(PLACEMAT_UNKNOWN);
    seen.values.push_back(static_cast<std::uint32_t>(value));
  }
  return seen;
}
Seen to_utf32(Input in) {
  Poco::UTF32String out;
  Poco::UnicodeConverter::toUTF32(text_of(in), out);
  return values_of<std::uint32_t>(out.data(), out.size());
}

const std::string version = std::to_string(POCO_VERSION >> 24) + "." +
                            std::to_string(POCO_VERSION >> 16 & 0xFF) + "." +
                            std::to_string(POCO_VERSION >> 8 & 0xFF);
const placemat_decoder table[] = {
    strict<text_iterator>("poco_text_iterator", version.c_str(), "POCO, TextIterator"),
    strict<to_utf32>("poco_to_utf32", version.c_str(), "POCO, UnicodeConverter::toUTF32"),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
