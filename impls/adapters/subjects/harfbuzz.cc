// HarfBuzz: hb_buffer_add_utf8, which writes one replacement for what it cannot
// decode.
#include <hb.h>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

Seen add_utf8(Input in) {
  hb_buffer_t* buffer = hb_buffer_create();
  hb_buffer_add_utf8(buffer, chars(in), static_cast<int>(in.size()), 0,
                     static_cast<int>(in.size()));
  unsigned count = 0;
  const hb_glyph_info_t* glyphs = hb_buffer_get_glyph_infos(buffer, &count);
  Seen seen;
  for (unsigned i = 0; i < count; ++i) seen.values.push_back(glyphs[i].codepoint);
  hb_buffer_destroy(buffer);
  return seen;
}

const placemat_decoder table[] = {
    lossy<add_utf8>("harfbuzz_buffer_add_utf8", hb_version_string(),
                    "HarfBuzz, hb_buffer_add_utf8"),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
