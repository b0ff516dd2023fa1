// libstdc++, the facets that the decoders of this tree do not use already:
// wstring_convert with codecvt_utf8 and codecvt_utf8_utf16, and path::u32string.
#include <codecvt>
#include <filesystem>
#include <locale>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

Seen codecvt_utf8(Input in) {
  std::wstring_convert<std::codecvt_utf8<char32_t>, char32_t> converter;
  const std::u32string text = converter.from_bytes(chars(in), chars(in) + in.size());
  if (converter.converted() < in.size()) return Seen::incomplete();
  return values_of<std::uint32_t>(text.data(), text.size());
}
Seen16 codecvt_utf8_utf16(Input in) {
  std::wstring_convert<std::codecvt_utf8_utf16<char16_t>, char16_t> converter;
  const std::u16string text = converter.from_bytes(chars(in), chars(in) + in.size());
  if (converter.converted() < in.size()) return Seen16::incomplete();
  return values_of<std::uint16_t>(text.data(), text.size());
}
Seen path(Input in) {
  const std::u32string text = std::filesystem::path(text_of(in)).u32string();
  return values_of<std::uint32_t>(text.data(), text.size());
}

constexpr const char* kVersion = __VERSION__;
const placemat_decoder table[] = {
    strict<codecvt_utf8>("libstdcxx_codecvt_utf8", kVersion, "libstdc++, codecvt_utf8",
                         PLACEMAT_CLAIM_INCOMPLETE),
    strict16<codecvt_utf8_utf16>("libstdcxx_codecvt_utf8_utf16", kVersion,
                                 "libstdc++, codecvt_utf8_utf16", PLACEMAT_CLAIM_INCOMPLETE),
    strict<path>("libstdcxx_path_u32string", kVersion, "libstdc++, filesystem::path::u32string"),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
