// Xapian: Utf8Iterator; it is documented to take ill-formed units as ISO 8859-1.
#include <xapian.h>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

Seen iterator(Input in) {
  Seen seen;
  for (Xapian::Utf8Iterator at(chars(in), in.size()), end; at != end; ++at)
    seen.values.push_back(*at);
  return seen;
}
Seen strict_deref(Input in) {
  Seen seen;
  for (Xapian::Utf8Iterator at(chars(in), in.size()), end; at != end; ++at) {
    const unsigned value = at.strict_deref();
    if ((value & 0x80000000) != 0)
      return std::move(seen).ill_formed_at(static_cast<std::size_t>(at.raw() - chars(in)));
    seen.values.push_back(value);
  }
  return seen;
}

const placemat_decoder table[] = {
    lossy<iterator>("xapian_utf8iterator", XAPIAN_VERSION, "Xapian, Utf8Iterator"),
    strict<strict_deref>("xapian_strict_deref", XAPIAN_VERSION,
                         "Xapian, Utf8Iterator::strict_deref", PLACEMAT_CLAIM_OFFSET),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
