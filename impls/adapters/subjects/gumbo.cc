// Gumbo: the text of an element of a parsed HTML document. HTML changes NUL, CR, <
// and & itself, and drops a BOM at the start.
#include <gumbo.h>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

Seen parse(Input in) {
  for (const std::uint8_t unit : in)
    if (unit < 0x20 || unit == '<' || unit == '&') return Seen::unsupported();
  const std::string html = "<!DOCTYPE html><title>t</title><pre>a" + text_of(in);
  GumboOutput* output = gumbo_parse_with_options(&kGumboDefaultOptions, html.data(), html.size());
  Seen seen;
  const GumboNode* node = output->root;
  // html > body > pre > text; the "a" keeps white space from being dropped.
  for (int depth = 0; depth < 3 && node != nullptr && node->type == GUMBO_NODE_ELEMENT; ++depth) {
    const GumboVector& children = node->v.element.children;
    node = children.length > 0 ? static_cast<const GumboNode*>(children.data[children.length - 1])
                               : nullptr;
  }
  if (node != nullptr && node->type == GUMBO_NODE_TEXT) {
    const std::string_view text = node->v.text.text;
    seen = points_of(text.substr(text.starts_with('a') ? 1 : 0));
  }
  gumbo_destroy_output(&kGumboDefaultOptions, output);
  return seen;
}

const placemat_decoder table[] = {
    lossy<parse>("gumbo_parse", PLACEMAT_LIBRARY_VERSION, "Gumbo, gumbo_parse, text of an element"),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
