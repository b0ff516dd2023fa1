// Expat: XML_Parse with the text as character data of an element, whole and in
// chunks. The whole-input entry gets no character data that XML forbids or
// changes (controls, CR, <, &, ]]>, FFFE, FFFF).
#include <expat.h>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

bool fits_xml(Input in) {
  for (std::size_t i = 0; i < in.size(); ++i) {
    const std::uint8_t unit = in[i];
    if ((unit < 0x20 && unit != '\t' && unit != '\n') || unit == '<' || unit == '&' || unit == '>')
      return false;
    // U+FFFE and U+FFFF are no XML characters.
    if (unit == 0xEF && i + 2 < in.size() && in[i + 1] == 0xBF && in[i + 2] >= 0xBE) return false;
  }
  return true;
}

void XMLCALL on_text(void* context, const XML_Char* text, int length) {
  static_cast<std::string*>(context)->append(text, static_cast<std::size_t>(length));
}

class Parser {
 public:
  Parser() : parser_(XML_ParserCreate("UTF-8")) {
    XML_SetUserData(parser_, &text_);
    XML_SetCharacterDataHandler(parser_, on_text);
    feed("<a>", false);
  }
  ~Parser() { XML_ParserFree(parser_); }
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;
  bool feed(std::string_view text, bool end) {
    return XML_Parse(parser_, text.data(), static_cast<int>(text.size()), end ? 1 : 0) !=
           XML_STATUS_ERROR;
  }
  // The text that the handler got, also before an error.
  Seen seen(bool is_parsed) const {
    Seen seen = points_of(text_);
    if (is_parsed) return seen;
    return std::move(seen).ill_formed_at(
        static_cast<std::size_t>(XML_GetCurrentByteIndex(parser_)) - 3);
  }

 private:
  XML_Parser parser_;
  std::string text_;
};

Seen whole(Input in) {
  if (!fits_xml(in)) return Seen::unsupported();
  Parser parser;
  const bool is_parsed = parser.feed(text_of(in) + "</a>", true);
  return parser.seen(is_parsed);
}
Seen pieces(Input in) {
  if (!fits_xml(in)) return Seen::unsupported();
  Parser parser;
  for (std::size_t i = 0; i < in.size(); ++i)
    if (!parser.feed({chars(in) + i, 1}, false)) return parser.seen(false);
  return parser.seen(parser.feed("</a>", true));
}

constexpr auto kOffset = PLACEMAT_CLAIM_OFFSET;
const placemat_decoder table[] = {
    strict<whole>("expat_parse", XML_ExpatVersion(), "Expat, XML_Parse, character data", kOffset),
    strict<pieces>("expat_parse_pieces", XML_ExpatVersion(), "Expat, XML_Parse, one unit a call",
                   kOffset),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
