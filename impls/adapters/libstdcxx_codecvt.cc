// libstdcxx_codecvt: libstdc++'s std::codecvt<char32_t, char8_t, mbstate_t>, the
// facet that C++20 documents as converting between UTF-8 and UTF-32, from the
// classic locale. Claims what the standard documents ([locale.codecvt]): `error`
// stops with from_next behind the last unit converted; `partial` means that
// the output is full or that the input ends inside a sequence. The length of an
// error is not stated; there is no replacement.
//
// Pitfalls, seen in libstdc++ 12 and not repaired:
//   1. surrogates pass, in both directions;
//   2. no unit is checked before all units that the lead announces are there:
//      E0 41, E0 80 and F0 41 80 at the end are `partial`;
//   3. `partial` has two meanings, so the adapter calls again with spare room.
// Bound: what the facet reads; the buffers are passed on unchanged.
#include <cstdint>
#include <cwchar>
#include <locale>
#include <string>

#include "harness/decoder/adapt.h"
#include "harness/decoder/placemat_decoder.h"

namespace {

using Facet = std::codecvt<char32_t, char8_t, std::mbstate_t>;

const Facet& facet() { return std::use_facet<Facet>(std::locale::classic()); }

void strict32(const std::uint8_t* in, std::size_t length, std::uint32_t* out, std::size_t capacity,
              placemat_result* result) {
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  std::mbstate_t state{};
  const auto* const from = reinterpret_cast<const char8_t*>(in);
  const char8_t* from_next = from;
  auto* const to = reinterpret_cast<char32_t*>(out);
  char32_t* to_next = to;
  auto answer = facet().in(state, from, from + length, from_next, to, to + capacity, to_next);
  result->written = static_cast<std::size_t>(to_next - to);
  if (answer == Facet::partial && result->written == capacity) {
    char32_t spare = 0;
    const char8_t* const rest = from_next;
    answer = facet().in(state, rest, from + length, from_next, &spare, &spare + 1, to_next);
    if (to_next != &spare) {
      result->status = PLACEMAT_NO_CAPACITY;
      return;
    }
  }
  if (answer == Facet::ok) return;
  result->status = answer == Facet::partial ? std::uint32_t{PLACEMAT_INCOMPLETE}
                   : answer == Facet::error ? std::uint32_t{PLACEMAT_ILL_FORMED}
                                            : std::uint32_t{PLACEMAT_UNSUPPORTED};
  result->error_offset = static_cast<std::size_t>(from_next - from);
}

std::size_t encode(std::uint64_t value, std::uint8_t* out) {
  if (value > 0xFFFFFFFF) return 0;
  std::mbstate_t state{};
  const auto from = static_cast<char32_t>(value);
  const char32_t* from_next = &from;
  auto* const to = reinterpret_cast<char8_t*>(out);
  char8_t* to_next = to;
  const auto answer = facet().out(state, &from, &from + 1, from_next, to,
                                  to + std::size_t{PLACEMAT_MAX_SEQUENCE}, to_next);
  return answer == Facet::ok ? static_cast<std::size_t>(to_next - to) : 0;
}

// The library has no call for its version; this is the version of its headers.
const char* version() {
  static const std::string text =
      std::to_string(_GLIBCXX_RELEASE) + " (" + std::to_string(__GLIBCXX__) + ")";
  return text.c_str();
}

placemat_decoder decoder() {
  placemat_decoder d = placemat::described({
      .name = "libstdcxx_codecvt",
      .version = version(),
      .origin = "libstdc++, std::codecvt<char32_t, char8_t, std::mbstate_t>",
      .policy = "reject",
      .claims = PLACEMAT_CLAIM_OFFSET | PLACEMAT_CLAIM_INCOMPLETE,
      .encode = encode,
  });
  d.strict32 = strict32;
  return d;
}

}  // namespace

extern "C" {
extern const placemat_decoder placemat_decoder_libstdcxx_codecvt;
const placemat_decoder placemat_decoder_libstdcxx_codecvt = decoder();
}
