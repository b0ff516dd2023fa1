// libmagic: the encoding that magic_buffer names for a text. It is a guess from the
// units: a text with most control characters is "binary".
#include <magic.h>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

class Magic {
 public:
  Magic() : magic_(magic_open(MAGIC_MIME_ENCODING)) {
    if (magic_load(magic_, nullptr) != 0) throw 0;
  }
  ~Magic() { magic_close(magic_); }
  Magic(const Magic&) = delete;
  Magic& operator=(const Magic&) = delete;
  std::string_view encoding_of(Input in) const {
    const char* name = magic_buffer(magic_, in.empty() ? "" : chars(in), in.size());
    return name != nullptr ? name : "";
  }

 private:
  magic_t magic_;
};

int is_utf8(Input in) {
  if (in.empty()) return -1;  // "binary", whatever it would be
  thread_local const Magic magic;
  const std::string_view name = magic.encoding_of(in);
  return name == "utf-8" || name == "us-ascii" ? 1 : 0;
}

const std::string version =
    std::to_string(MAGIC_VERSION / 100) + "." + std::to_string(MAGIC_VERSION % 100);
const placemat_decoder table[] = {
    validator<is_utf8>("libmagic_buffer", version.c_str(), "libmagic, magic_buffer"),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
