// libc++'s wstring_convert with codecvt_utf8, as a plug-in that plugin_child runs:
//   clang++-19 -std=c++20 -stdlib=libc++ -shared -fPIC -I. impls/adapters/lang/libcxx.cc -o
//   libcxx.so
// A process of its own keeps it apart from the library that placemat itself uses.
#include <codecvt>
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

}  // namespace
}  // namespace placemat::subjects

extern "C" __attribute__((visibility("default"))) const placemat_decoder* placemat_decoder_v1();
const placemat_decoder* placemat_decoder_v1() {
  static const std::string version = std::to_string(_LIBCPP_VERSION);
  static const placemat_decoder decoder =
      placemat::subjects::strict<placemat::subjects::codecvt_utf8>(
          "libcxx_codecvt_utf8", version.c_str(), "libc++, wstring_convert with codecvt_utf8",
          PLACEMAT_CLAIM_INCOMPLETE);
  return &decoder;
}
