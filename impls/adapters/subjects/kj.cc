// KJ, of Cap'n Proto: encodeUtf16 and encodeUtf32 replace, and report that they
// did.
#include <capnp/common.h>
#include <kj/encoding.h>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

template <class A, class Encode>
A encoded(Input in, bool lossy, Encode encode) {
  const auto out = encode(kj::arrayPtr(chars(in), in.size()));
  if (out.hadErrors && !lossy) return A::ill_formed();
  A seen;
  for (const auto unit : out)
    seen.values.push_back(static_cast<typename decltype(A::values)::value_type>(unit));
  return seen;
}
auto utf32 = [](kj::ArrayPtr<const char> text) { return kj::encodeUtf32(text); };
auto utf16 = [](kj::ArrayPtr<const char> text) { return kj::encodeUtf16(text); };
Seen strict_32(Input in) { return encoded<Seen>(in, false, utf32); }
Seen lossy_32(Input in) { return encoded<Seen>(in, true, utf32); }
Seen16 strict_16(Input in) { return encoded<Seen16>(in, false, utf16); }
Seen16 lossy_16(Input in) { return encoded<Seen16>(in, true, utf16); }

const std::string version = std::to_string(CAPNP_VERSION_MAJOR) + "." +
                            std::to_string(CAPNP_VERSION_MINOR) + "." +
                            std::to_string(CAPNP_VERSION_MICRO);
placemat_decoder both(placemat_decoder d) {
  if (d.lossy32 != nullptr) d.strict32 = decode<strict_32, std::uint32_t>;
  if (d.lossy16 != nullptr) d.strict16 = decode<strict_16, std::uint16_t>;
  return d;
}
const placemat_decoder table[] = {
    both(lossy<lossy_32>("kj_encode_utf32", version.c_str(), "KJ, encodeUtf32")),
    both(lossy16<lossy_16>("kj_encode_utf16", version.c_str(), "KJ, encodeUtf16")),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
