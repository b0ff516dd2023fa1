// utf8proc. utf8proc_iterate decodes one sequence or returns a negative number;
// utf8proc_decompose takes a whole text and returns an error code.
#include <utf8proc.h>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

struct Iterate {
  static constexpr bool kTellsIncomplete = false;
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    utf8proc_int32_t value = 0;
    const utf8proc_ssize_t used = utf8proc_iterate(at, end - at, &value);
    if (used <= 0) return Decoded::ill_formed(1);
    return Decoded::of(static_cast<std::uint32_t>(value), static_cast<std::size_t>(used));
  }
};

Seen decompose(Input in) {
  std::vector<utf8proc_int32_t> out(in.size() + 1);
  const utf8proc_ssize_t count =
      utf8proc_decompose(in.data(), static_cast<utf8proc_ssize_t>(in.size()), out.data(),
                         static_cast<utf8proc_ssize_t>(out.size()), UTF8PROC_STABLE);
  if (count < 0) return Seen::ill_formed();
  return values_of<std::uint32_t>(out.data(), static_cast<std::size_t>(count));
}

const placemat_decoder table[] = {
    one_by_one<Iterate>("utf8proc_iterate", utf8proc_version(), "utf8proc, utf8proc_iterate"),
    strict<decompose>("utf8proc_decompose", utf8proc_version(), "utf8proc, utf8proc_decompose"),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
