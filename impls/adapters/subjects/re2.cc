// RE2: a literal pattern must be well-formed UTF-8.
#include <re2/re2.h>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

int pattern(Input in) {
  re2::RE2::Options options;
  options.set_literal(true);
  options.set_log_errors(false);
  const re2::RE2 compiled(re2::StringPiece(in.empty() ? "" : chars(in), in.size()), options);
  if (compiled.ok()) return 1;
  return compiled.error_code() == re2::RE2::ErrorBadUTF8 ? 0 : -1;  // -1: a pattern too large
}

const placemat_decoder table[] = {
    validator<pattern>("re2_pattern", PLACEMAT_LIBRARY_VERSION, "RE2, a literal pattern"),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
