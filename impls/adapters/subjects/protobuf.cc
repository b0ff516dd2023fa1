// Protocol Buffers: the check that the parser of proto3 strings uses, exported by
// the library though not declared in an installed header.
#include <google/protobuf/stubs/common.h>

#include "impls/adapters/subjects/subject.h"

namespace google::protobuf::internal {
bool IsStructurallyValidUTF8(const char* text, int length);
}

namespace placemat::subjects {
namespace {

int is_valid(Input in) {
  if (!fits_int(in)) return -1;
  return google::protobuf::internal::IsStructurallyValidUTF8(in.empty() ? "" : chars(in),
                                                             static_cast<int>(in.size()))
             ? 1
             : 0;
}

const std::string version = google::protobuf::internal::VersionString(GOOGLE_PROTOBUF_VERSION);
const placemat_decoder table[] = {
    validator<is_valid>("protobuf_is_structurally_valid_utf8", version.c_str(),
                        "Protocol Buffers, IsStructurallyValidUTF8"),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
