// pugixml: as_wide, which skips what it cannot decode.
#include <pugixml.hpp>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

Seen as_wide(Input in) {
  const std::wstring text = pugi::as_wide(text_of(in));
  return values_of<std::uint32_t>(text.data(), text.size());
}

const placemat_decoder table[] = {
    lossy<as_wide>("pugixml_as_wide", PLACEMAT_LIBRARY_VERSION, "pugixml, as_wide", "skip"),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
