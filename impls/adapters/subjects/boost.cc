// Boost.Locale: utf_traits::decode, utf_to_utf with stop and with skip;
// Boost.Regex: u8_to_u32_iterator, which throws.
#include <boost/locale/encoding_utf.hpp>
#include <boost/locale/utf.hpp>
#include <boost/regex/pending/unicode_iterator.hpp>
#include <boost/version.hpp>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

struct Decode {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const auto* p = reinterpret_cast<const char*>(at);
    const auto* const last = reinterpret_cast<const char*>(end);
    const boost::locale::utf::code_point value =
        boost::locale::utf::utf_traits<char>::decode(p, last);
    if (value == boost::locale::utf::incomplete)
      return Decoded::incomplete(static_cast<std::size_t>(end - at));
    if (value == boost::locale::utf::illegal) return Decoded::ill_formed(1);
    return Decoded::of(value, static_cast<std::size_t>(p - reinterpret_cast<const char*>(at)));
  }
};
template <boost::locale::conv::method_type kMethod>
Seen utf_to_utf(Input in) {
  const std::u32string text =
      boost::locale::conv::utf_to_utf<char32_t>(chars(in), chars(in) + in.size(), kMethod);
  return values_of<std::uint32_t>(text.data(), text.size());
}
Seen iterator(Input in) {
  using Iterator = boost::u8_to_u32_iterator<const std::uint8_t*>;
  const std::uint8_t* const end = in.data() + in.size();
  Seen seen;
  for (Iterator at(in.data(), in.data(), end), last(end, in.data(), end); at != last; ++at)
    seen.values.push_back(*at);
  return seen;
}

constexpr const char* kVersion = BOOST_LIB_VERSION;
const placemat_decoder table[] = {
    one_by_one<Decode>("boost_locale_utf_traits_decode", kVersion,
                       "Boost.Locale, utf_traits::decode",
                       PLACEMAT_CLAIM_OFFSET | PLACEMAT_CLAIM_INCOMPLETE),
    strict<utf_to_utf<boost::locale::conv::stop>>("boost_locale_utf_to_utf_stop", kVersion,
                                                  "Boost.Locale, utf_to_utf with stop"),
    lossy<utf_to_utf<boost::locale::conv::skip>>("boost_locale_utf_to_utf_skip", kVersion,
                                                 "Boost.Locale, utf_to_utf with skip", "skip"),
    strict<iterator>("boost_regex_u8_to_u32_iterator", kVersion, "Boost.Regex, u8_to_u32_iterator"),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
