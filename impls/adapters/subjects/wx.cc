// wxWidgets: wxMBConvUTF8 with its three ways to treat ill-formed units, and
// wxString::FromUTF8, which returns an empty string for ill-formed text.
#include <wx/strconv.h>
#include <wx/string.h>
#include <wx/version.h>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

template <int kOption>
Seen64 convert(Input in) {
  const wxMBConvUTF8 converter(kOption);
  std::vector<wchar_t> out(in.size() * 4 + 4);
  const std::size_t size =
      converter.ToWChar(out.data(), out.size(), in.empty() ? "" : chars(in), in.size());
  if (size == wxCONV_FAILED) return Seen64::ill_formed();
  Seen64 seen;
  for (std::size_t i = 0; i < size; ++i) seen.values.push_back(static_cast<char32_t>(out[i]));
  return seen;
}
Seen from_utf8(Input in) {
  if (in.empty()) return {};  // an empty string stands for an error
  const wxString text = wxString::FromUTF8(chars(in), in.size());
  if (text.empty()) return Seen::ill_formed();
  const std::wstring wide = text.ToStdWstring();
  return values_of<std::uint32_t>(wide.data(), wide.size());
}

const std::string version = std::to_string(wxMAJOR_VERSION) + "." +
                            std::to_string(wxMINOR_VERSION) + "." +
                            std::to_string(wxRELEASE_NUMBER);
const placemat_decoder table[] = {
    strict64<convert<wxMBConvUTF8::MAP_INVALID_UTF8_NOT>>("wx_mbconv_utf8", version.c_str(),
                                                          "wxWidgets, wxMBConvUTF8"),
    lossy64<convert<wxMBConvUTF8::MAP_INVALID_UTF8_TO_PUA>>(
        "wx_mbconv_utf8_pua", version.c_str(), "wxWidgets, wxMBConvUTF8, to private use"),
    lossy64<convert<wxMBConvUTF8::MAP_INVALID_UTF8_TO_OCTAL>>(
        "wx_mbconv_utf8_octal", version.c_str(), "wxWidgets, wxMBConvUTF8, to octal escapes"),
    strict<from_utf8>("wx_string_from_utf8", version.c_str(), "wxWidgets, wxString::FromUTF8"),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
