// Raptor: raptor_unicode_check_utf8_string and
// raptor_unicode_utf8_string_get_char.
#include <raptor2.h>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

int check(Input in) { return raptor_unicode_check_utf8_string(in.data(), in.size()) != 0; }

struct GetChar {
  static constexpr bool kTellsIncomplete = false;
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    raptor_unichar value = 0;
    const int used =
        raptor_unicode_utf8_string_get_char(at, static_cast<std::size_t>(end - at), &value);
    if (used <= 0 || used > end - at) return Decoded::ill_formed(1);
    return Decoded::of(value, static_cast<std::size_t>(used));
  }
};

const placemat_decoder table[] = {
    validator<check>("raptor2_check_utf8_string", raptor_version_string,
                     "Raptor, raptor_unicode_check_utf8_string"),
    one_by_one<GetChar>("raptor2_utf8_string_get_char", raptor_version_string,
                        "Raptor, raptor_unicode_utf8_string_get_char"),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
