// Oniguruma: onigenc_is_valid_mbc_string; and character by character by the
// length and code functions of ONIG_ENCODING_UTF8, which check nothing.
#include <oniguruma.h>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

int is_valid(Input in) {
  return onigenc_is_valid_mbc_string(ONIG_ENCODING_UTF8, in.data(), in.data() + in.size()) != 0;
}
Seen mbc_to_code(Input in) {
  Seen seen;
  const OnigUChar* at = in.data();
  const OnigUChar* const end = at + in.size();
  while (at < end) {
    const int size = ONIGENC_MBC_ENC_LEN(ONIG_ENCODING_UTF8, at);
    // The library reads as many units as it says, so the adapter must not ask.
    if (size > end - at)
      return std::move(seen).ill_formed_at(static_cast<std::size_t>(at - in.data()));
    seen.values.push_back(ONIGENC_MBC_TO_CODE(ONIG_ENCODING_UTF8, at, end));
    at += size;
  }
  return seen;
}

const placemat_decoder table[] = {
    validator<is_valid>("oniguruma_is_valid_mbc_string", onig_version(),
                        "Oniguruma, onigenc_is_valid_mbc_string"),
    strict<mbc_to_code>("oniguruma_mbc_to_code", onig_version(), "Oniguruma, ONIGENC_MBC_TO_CODE"),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
