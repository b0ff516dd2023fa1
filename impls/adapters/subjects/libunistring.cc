// GNU libunistring. Claims what its manual documents: u8_check returns the
// first ill-formed unit; u8_mbtouc returns FFFD and the number of units used;
// u8_mbtoucr returns -1 for an invalid and -2 for an incomplete sequence;
// u8_to_u32 and u8_to_u16 fail with EILSEQ and return nothing else.
#include <unistr.h>
#include <unistring/version.h>

#include <cstdlib>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

Seen check(Input in) {
  const std::uint8_t* at = u8_check(in.data(), in.size());
  if (at == nullptr) return points_of({chars(in), in.size()});
  return Seen::ill_formed(static_cast<std::size_t>(at - in.data()));
}

Seen mbtouc(Input in) {
  Seen seen;
  for (std::size_t at = 0; at < in.size();) {
    ucs4_t value = 0;
    const int used = u8_mbtouc(&value, in.data() + at, in.size() - at);
    seen.values.push_back(value);
    at += static_cast<std::size_t>(used > 0 ? used : 1);
  }
  return seen;
}

struct Mbtoucr {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    ucs4_t value = 0;
    const int used = u8_mbtoucr(&value, at, static_cast<std::size_t>(end - at));
    if (used == -2) return Decoded::incomplete(static_cast<std::size_t>(end - at));
    if (used < 0) return Decoded::ill_formed(1);
    return Decoded::of(value, static_cast<std::size_t>(used));
  }
};

template <class A, class Convert>
A converted(Input in, Convert convert) {
  std::size_t size = 0;
  auto* out = convert(in.data(), in.size(), nullptr, &size);
  if (out == nullptr && !in.empty()) return A::ill_formed();
  const A seen = values_of<typename decltype(A::values)::value_type>(out, size);
  std::free(out);
  return seen;
}
Seen to_u32(Input in) { return in.empty() ? Seen{} : converted<Seen>(in, u8_to_u32); }
Seen16 to_u16(Input in) { return in.empty() ? Seen16{} : converted<Seen16>(in, u8_to_u16); }

const std::string version = std::to_string(_libunistring_version >> 16) + "." +
                            std::to_string(_libunistring_version >> 8 & 0xFF);
const placemat_decoder table[] = {
    strict<check>("libunistring_u8_check", version.c_str(), "libunistring, u8_check",
                  PLACEMAT_CLAIM_OFFSET),
    lossy<mbtouc>("libunistring_u8_mbtouc", version.c_str(), "libunistring, u8_mbtouc"),
    one_by_one<Mbtoucr>("libunistring_u8_mbtoucr", version.c_str(), "libunistring, u8_mbtoucr",
                        PLACEMAT_CLAIM_OFFSET | PLACEMAT_CLAIM_INCOMPLETE),
    strict<to_u32>("libunistring_u8_to_u32", version.c_str(), "libunistring, u8_to_u32"),
    strict16<to_u16>("libunistring_u8_to_u16", version.c_str(), "libunistring, u8_to_u16"),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
