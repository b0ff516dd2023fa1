// Xapian: Utf8Iterator; it is documented to take ill-formed units as ISO 8859-1.
// strict_deref() adds 80000000 to such a unit, and goes on.
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
Seen64 strict_deref(Input in) {
  Seen64 seen;
  for (Xapian::Utf8Iterator at(chars(in), in.size()), end; at != end; ++at)
    seen.values.push_back(at.strict_deref());
  return seen;
}

const placemat_decoder table[] = {
    lossy<iterator>("xapian_utf8iterator", XAPIAN_VERSION, "Xapian, Utf8Iterator"),
    lossy64<strict_deref>("xapian_strict_deref", XAPIAN_VERSION,
                          "Xapian, Utf8Iterator::strict_deref"),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
