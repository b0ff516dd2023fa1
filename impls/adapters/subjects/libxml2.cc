// libxml2: xmlCheckUTF8, xmlGetUTF8Char, xmlReadMemory and xmlParseChunk with the
// text as content of an element. xmlCheckUTF8 ends at NUL; XML forbids or changes
// controls, CR, <, & and ]]>, FFFE and FFFF.
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/tree.h>
#include <libxml/xmlstring.h>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

bool fits_xml(Input in) {
  for (std::size_t i = 0; i < in.size(); ++i) {
    const std::uint8_t unit = in[i];
    if ((unit < 0x20 && unit != '\t' && unit != '\n') || unit == '<' || unit == '&' || unit == '>')
      return false;
    if (unit == 0xEF && i + 2 < in.size() && in[i + 1] == 0xBF && in[i + 2] >= 0xBE) return false;
  }
  return true;
}

int check(Input in) {
  return has_nul(in) ? -1
                     : xmlCheckUTF8(reinterpret_cast<const xmlChar*>(text_of(in).c_str())) != 0;
}

struct GetUtf8Char {
  static constexpr bool kTellsIncomplete = false;
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    int length = static_cast<int>(std::min<std::ptrdiff_t>(end - at, 16));
    const int value = xmlGetUTF8Char(at, &length);
    if (value < 0 || length <= 0) return Decoded::ill_formed(1);
    return Decoded::of(static_cast<std::uint32_t>(value), static_cast<std::size_t>(length));
  }
};

Seen content_of(xmlDocPtr document) {
  if (document == nullptr) return Seen::ill_formed();
  xmlChar* text = xmlNodeGetContent(xmlDocGetRootElement(document));
  Seen seen = points_of(reinterpret_cast<const char*>(text));
  xmlFree(text);
  xmlFreeDoc(document);
  return seen;
}

template <int kOptions>
Seen read_memory(Input in) {
  if (!fits_xml(in)) return Seen::unsupported();
  const std::string xml = "<a>" + text_of(in) + "</a>";
  return content_of(xmlReadMemory(xml.data(), static_cast<int>(xml.size()), "case", "UTF-8",
                                  XML_PARSE_NOERROR | XML_PARSE_NOWARNING | kOptions));
}

Seen parse_chunk(Input in) {
  if (!fits_xml(in)) return Seen::unsupported();
  xmlParserCtxtPtr parser = xmlCreatePushParserCtxt(nullptr, nullptr, "<a>", 3, "case");
  xmlCtxtUseOptions(parser, XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
  for (std::size_t i = 0; i < in.size(); ++i) xmlParseChunk(parser, chars(in) + i, 1, 0);
  xmlParseChunk(parser, "</a>", 4, 1);
  const bool good = parser->wellFormed != 0;
  xmlDocPtr document = parser->myDoc;
  xmlFreeParserCtxt(parser);
  if (!good && document != nullptr) xmlFreeDoc(document);
  return content_of(good ? document : nullptr);
}

const placemat_decoder table[] = {
    validator<check>("libxml2_check_utf8", LIBXML_DOTTED_VERSION, "libxml2, xmlCheckUTF8"),
    one_by_one<GetUtf8Char>("libxml2_get_utf8_char", LIBXML_DOTTED_VERSION,
                            "libxml2, xmlGetUTF8Char"),
    strict<read_memory<0>>("libxml2_read_memory", LIBXML_DOTTED_VERSION,
                           "libxml2, xmlReadMemory, content of an element"),
    strict<parse_chunk>("libxml2_parse_chunk", LIBXML_DOTTED_VERSION,
                        "libxml2, xmlParseChunk, one unit a call"),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
