// UTF8-CPP. is_valid and find_invalid; next, utf8to16 and utf8to32 throw;
// replace_invalid writes one replacement for each invalid sequence; the
// functions of utf8::unchecked guarantee nothing for ill-formed input and are
// not called with it.
#include <utf8.h>

#include <iterator>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

int is_valid(Input in) { return utf8::is_valid(in.begin(), in.end()) ? 1 : 0; }

Seen find_invalid(Input in) {
  const auto at = utf8::find_invalid(in.begin(), in.end());
  if (at == in.end()) return points_of({chars(in), in.size()});
  return Seen::ill_formed(static_cast<std::size_t>(at - in.begin()));
}

Seen next(Input in) {
  Seen seen;
  auto at = in.begin();
  while (at != in.end()) {
    const auto offset = static_cast<std::size_t>(at - in.begin());
    try {
      seen.values.push_back(static_cast<std::uint32_t>(utf8::next(at, in.end())));
    } catch (const utf8::not_enough_room&) {
      return std::move(seen).incomplete_at(offset);
    } catch (const utf8::exception&) {
      return std::move(seen).ill_formed_at(offset);
    }
  }
  return seen;
}

Seen to32(Input in) {
  Seen seen;
  try {
    utf8::utf8to32(in.begin(), in.end(), std::back_inserter(seen.values));
  } catch (const utf8::exception&) {
    return std::move(seen).ill_formed_at(PLACEMAT_UNKNOWN);
  }
  return seen;
}
Seen16 to16(Input in) {
  Seen16 seen;
  try {
    utf8::utf8to16(in.begin(), in.end(), std::back_inserter(seen.values));
  } catch (const utf8::exception&) {
    return std::move(seen).ill_formed_at(PLACEMAT_UNKNOWN);
  }
  return seen;
}
Seen replace_invalid(Input in) {
  std::string out;
  utf8::replace_invalid(in.begin(), in.end(), std::back_inserter(out));
  return points_of(out);
}

constexpr const char* kVersion = PLACEMAT_LIBRARY_VERSION;
const placemat_decoder table[] = {
    validator<is_valid>("utfcpp_is_valid", kVersion, "UTF8-CPP, utf8::is_valid"),
    strict<find_invalid>("utfcpp_find_invalid", kVersion, "UTF8-CPP, utf8::find_invalid",
                         PLACEMAT_CLAIM_OFFSET),
    strict<next>("utfcpp_next", kVersion, "UTF8-CPP, utf8::next",
                 PLACEMAT_CLAIM_OFFSET | PLACEMAT_CLAIM_INCOMPLETE),
    strict<to32>("utfcpp_utf8to32", kVersion, "UTF8-CPP, utf8::utf8to32"),
    strict16<to16>("utfcpp_utf8to16", kVersion, "UTF8-CPP, utf8::utf8to16"),
    lossy<replace_invalid>("utfcpp_replace_invalid", kVersion, "UTF8-CPP, utf8::replace_invalid"),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
