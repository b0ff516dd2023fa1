// cmark: CMARK_OPT_VALIDATE_UTF8, the text of a code block, whole and fed in pieces.
#include <cmark.h>

#include <algorithm>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

Seen code_block(Input in, std::size_t piece) {
  for (const std::uint8_t unit : in)
    if (unit < 0x20 || unit == 0x7F) return Seen::unsupported();
  const std::string text = "    a" + text_of(in);
  cmark_parser* parser = cmark_parser_new(CMARK_OPT_VALIDATE_UTF8);
  for (std::size_t at = 0; at < text.size(); at += piece)
    cmark_parser_feed(parser, text.data() + at, std::min(piece, text.size() - at));
  cmark_node* document = cmark_parser_finish(parser);
  const char* literal = cmark_node_get_literal(cmark_node_first_child(document));
  // The code block is "a", the text and a line feed that ends it.
  std::string_view block = literal != nullptr ? literal : "";
  if (block.starts_with('a')) block.remove_prefix(1);
  if (block.ends_with('\n')) block.remove_suffix(1);
  const Seen seen = points_of(block);
  cmark_node_free(document);
  cmark_parser_free(parser);
  return seen;
}
Seen whole(Input in) { return code_block(in, in.size() + 8); }
Seen pieces(Input in) { return code_block(in, 1); }

const placemat_decoder table[] = {
    lossy<whole>("cmark_parse", cmark_version_string(), "cmark, CMARK_OPT_VALIDATE_UTF8"),
    lossy<pieces>("cmark_parser_feed", cmark_version_string(),
                  "cmark, cmark_parser_feed, one unit a call"),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
