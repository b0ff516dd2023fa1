// libcaca: caca_utf8_to_utf32, on a text that ends at NUL.
#include <caca.h>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

Seen64 to_utf32(Input in) {
  if (has_nul(in)) return Seen64::unsupported();
  const std::string text = text_of(in);
  Seen64 seen;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t used = 0;
    const std::uint32_t value = caca_utf8_to_utf32(text.c_str() + at, &used);
    if (used == 0) return std::move(seen).ill_formed_at(at);
    seen.values.push_back(value);
    at += used;
  }
  return seen;
}

const placemat_decoder table[] = {
    strict64<to_utf32>("libcaca_utf8_to_utf32", caca_get_version(), "libcaca, caca_utf8_to_utf32",
                       PLACEMAT_CLAIM_OFFSET),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
