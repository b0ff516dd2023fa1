// Allegro: al_ustr_get_next, which returns -2 for an invalid sequence and
// continues behind it; lossy shows the -2, and strict stops there.
#include <allegro5/allegro.h>
#include <allegro5/utf8.h>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

template <bool kLossy>
Seen get_next(Input in) {
  ALLEGRO_USTR_INFO info;
  const ALLEGRO_USTR* text = al_ref_buffer(&info, in.empty() ? "" : chars(in), in.size());
  Seen seen;
  for (int at = 0; static_cast<std::size_t>(at) < in.size();) {
    const auto start = static_cast<std::size_t>(at);
    const int32_t value = al_ustr_get_next(text, &at);
    if (value < 0 && !kLossy) return std::move(seen).ill_formed_at(start);
    if (value == -1 || static_cast<std::size_t>(at) <= start) {
      return std::move(seen).ill_formed_at(start);  // the end, or no progress
    }
    seen.values.push_back(static_cast<std::uint32_t>(value));  // -2 is FFFFFFFE
  }
  return seen;
}

placemat_decoder get_next_decoder() {
  placemat_decoder d = lossy<get_next<true>>("allegro_ustr_get_next", ALLEGRO_VERSION_STR,
                                             "Allegro, al_ustr_get_next");
  d.strict32 = decode<get_next<false>, std::uint32_t>;
  d.claims = PLACEMAT_CLAIM_OFFSET;
  return d;
}
const placemat_decoder table[] = {get_next_decoder()};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
