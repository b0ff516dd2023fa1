// glibc, the entry points that the decoders of this tree do not use already:
// mbrtowc, mbrtoc16 and mbsnrtowcs in the locale C.UTF-8, set during a call.
#include <gnu/libc-version.h>
#include <locale.h>
#include <uchar.h>
#include <wchar.h>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

class InUtf8 {
 public:
  InUtf8() : before_(uselocale(locale())) {}
  ~InUtf8() { uselocale(before_); }
  InUtf8(const InUtf8&) = delete;
  InUtf8& operator=(const InUtf8&) = delete;

 private:
  static locale_t locale() {
    static const locale_t one = newlocale(LC_CTYPE_MASK, "C.UTF-8", static_cast<locale_t>(nullptr));
    return one;
  }
  locale_t before_;
};
constexpr auto kInvalid = static_cast<std::size_t>(-1);
constexpr auto kIncomplete = static_cast<std::size_t>(-2);
constexpr auto kNoUnits = static_cast<std::size_t>(-3);

template <class A, class Character, class Convert>
A each(Input in, Convert convert) {
  const InUtf8 locale;
  A seen;
  mbstate_t state{};
  for (std::size_t at = 0; at < in.size() || mbsinit(&state) == 0;) {
    Character value{};
    const std::size_t used = convert(&value, chars(in) + at, in.size() - at, &state);
    if (used == kInvalid) return std::move(seen).ill_formed_at(at);
    if (used == kIncomplete) return std::move(seen).incomplete_at(at);
    seen.values.push_back(static_cast<typename decltype(A::values)::value_type>(value));
    at += used == kNoUnits ? 0 : used == 0 ? 1 : used;
  }
  return seen;
}
Seen with_mbrtowc(Input in) { return each<Seen, wchar_t>(in, mbrtowc); }
Seen16 with_mbrtoc16(Input in) { return each<Seen16, char16_t>(in, mbrtoc16); }
Seen with_mbsnrtowcs(Input in) {
  if (has_nul(in)) return Seen::unsupported();
  const InUtf8 locale;
  mbstate_t state{};
  std::vector<wchar_t> out(in.size() + 1);
  const char* at = chars(in);
  const std::size_t count =
      in.empty() ? 0 : mbsnrtowcs(out.data(), &at, in.size(), out.size(), &state);
  if (count == kInvalid) return Seen::ill_formed(static_cast<std::size_t>(at - chars(in)));
  if (mbsinit(&state) == 0) return Seen::incomplete();
  return values_of<std::uint32_t>(out.data(), count);
}

constexpr auto kClaims = PLACEMAT_CLAIM_OFFSET | PLACEMAT_CLAIM_INCOMPLETE;
const placemat_decoder table[] = {
    strict<with_mbrtowc>("glibc_mbrtowc", gnu_get_libc_version(), "glibc, mbrtowc", kClaims),
    strict16<with_mbrtoc16>("glibc_mbrtoc16", gnu_get_libc_version(), "glibc, mbrtoc16",
                            PLACEMAT_CLAIM_INCOMPLETE),
    strict<with_mbsnrtowcs>("glibc_mbsnrtowcs", gnu_get_libc_version(), "glibc, mbsnrtowcs"),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
