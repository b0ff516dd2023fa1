// libbson: bson_utf8_validate, which may be told to take U+0000 too.
#include <bson/bson.h>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

int validate(Input in) {
  return bson_utf8_validate(in.empty() ? "" : chars(in), in.size(), true) ? 1 : 0;
}

const placemat_decoder table[] = {
    validator<validate>("libbson_utf8_validate", BSON_VERSION_S, "libbson, bson_utf8_validate"),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
