// Boost.Nowide: utf_traits::decode, and widen, which replaces what it cannot decode.
#include <boost/nowide/convert.hpp>
#include <boost/nowide/utf/utf.hpp>
#include <boost/version.hpp>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

struct Decode {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    using boost::nowide::utf::code_point;
    const auto* p = reinterpret_cast<const char*>(at);
    const auto* const last = reinterpret_cast<const char*>(end);
    const code_point value = boost::nowide::utf::utf_traits<char>::decode(p, last);
    if (value == boost::nowide::utf::incomplete)
      return Decoded::incomplete(static_cast<std::size_t>(end - at));
    if (value == boost::nowide::utf::illegal) return Decoded::ill_formed(1);
    return Decoded::of(value, static_cast<std::size_t>(p - reinterpret_cast<const char*>(at)));
  }
};
Seen widen(Input in) {
  const std::wstring text = boost::nowide::widen(in.empty() ? "" : chars(in), in.size());
  return values_of<std::uint32_t>(text.data(), text.size());
}

constexpr const char* kVersion = BOOST_LIB_VERSION;
const placemat_decoder table[] = {
    one_by_one<Decode>("nowide_utf_traits_decode", kVersion, "Boost.Nowide, utf_traits::decode",
                       PLACEMAT_CLAIM_OFFSET | PLACEMAT_CLAIM_INCOMPLETE),
    lossy<widen>("nowide_widen", kVersion, "Boost.Nowide, widen"),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
