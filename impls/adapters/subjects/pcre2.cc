// PCRE2: pcre2_match with PCRE2_UTF checks its subject first and returns the
// offset of the error; pcre2_compile checks a pattern.
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

pcre2_code* any() {
  int error = 0;
  PCRE2_SIZE offset = 0;
  return pcre2_compile(reinterpret_cast<PCRE2_SPTR>("(?s).*"), PCRE2_ZERO_TERMINATED, PCRE2_UTF,
                       &error, &offset, nullptr);
}

Seen match(Input in) {
  static pcre2_code* const code = any();
  pcre2_match_data* data = pcre2_match_data_create_from_pattern(code, nullptr);
  const int answer = pcre2_match(code, in.empty() ? reinterpret_cast<PCRE2_SPTR>("") : in.data(),
                                 in.size(), 0, 0, data, nullptr);
  const PCRE2_SIZE start = pcre2_get_startchar(data);
  pcre2_match_data_free(data);
  if (answer > 0) return points_of({chars(in), in.size()});
  const bool is_of_utf8 = answer <= PCRE2_ERROR_UTF8_ERR1 && answer >= PCRE2_ERROR_UTF8_ERR21;
  return is_of_utf8 ? Seen::ill_formed(start) : Seen::unsupported();
}

int compile(Input in) {
  int error = 0;
  PCRE2_SIZE offset = 0;
  pcre2_code* code = pcre2_compile(in.empty() ? reinterpret_cast<PCRE2_SPTR>("") : in.data(),
                                   in.size(), PCRE2_UTF | PCRE2_LITERAL, &error, &offset, nullptr);
  pcre2_code_free(code);
  if (code != nullptr) return 1;
  // Another error is not about UTF-8: the compiled pattern is too large, or there is no memory.
  return error <= PCRE2_ERROR_UTF8_ERR1 && error >= PCRE2_ERROR_UTF8_ERR21 ? 0 : -1;
}

const std::string version = std::to_string(PCRE2_MAJOR) + "." + std::to_string(PCRE2_MINOR);
const placemat_decoder table[] = {
    strict<match>("pcre2_match", version.c_str(), "PCRE2, pcre2_match with PCRE2_UTF",
                  PLACEMAT_CLAIM_OFFSET),
    validator<compile>("pcre2_compile", version.c_str(), "PCRE2, pcre2_compile with PCRE2_UTF"),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
