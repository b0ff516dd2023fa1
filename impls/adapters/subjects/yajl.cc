// YAJL: yajl_parse on a string literal, whole and one unit a call.
#include <yajl/yajl_parse.h>
#include <yajl/yajl_version.h>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

int on_string(void* context, const unsigned char* text, std::size_t length) {
  static_cast<std::string*>(context)->assign(reinterpret_cast<const char*>(text), length);
  return 1;
}

Seen parse(Input in, std::size_t piece) {
  if (!fits_literal(in)) return Seen::unsupported();
  yajl_callbacks callbacks{};
  callbacks.yajl_string = on_string;
  std::string text;
  yajl_handle handle = yajl_alloc(&callbacks, nullptr, &text);
  const std::string json = "[\"" + text_of(in) + "\"]";
  yajl_status status = yajl_status_ok;
  for (std::size_t at = 0; at < json.size() && status == yajl_status_ok; at += piece)
    status = yajl_parse(handle, reinterpret_cast<const unsigned char*>(json.data()) + at,
                        std::min(piece, json.size() - at));
  if (status == yajl_status_ok) status = yajl_complete_parse(handle);
  yajl_free(handle);
  return status == yajl_status_ok ? points_of(text) : Seen::ill_formed();
}
Seen whole(Input in) { return parse(in, in.size() + 4); }
Seen pieces(Input in) { return parse(in, 1); }

const std::string version = std::to_string(YAJL_MAJOR) + "." + std::to_string(YAJL_MINOR) + "." +
                            std::to_string(YAJL_MICRO);
const placemat_decoder table[] = {
    strict<whole>("yajl_parse", version.c_str(), "YAJL, yajl_parse, a string literal"),
    strict<pieces>("yajl_parse_pieces", version.c_str(), "YAJL, yajl_parse, one unit a call"),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
