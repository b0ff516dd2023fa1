// fmt: detail::utf8_to_utf16, which throws, as the output to a console uses it.
#include <fmt/format.h>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

Seen16 to_utf16(Input in) {
  const fmt::detail::utf8_to_utf16 text(fmt::string_view(in.empty() ? "" : chars(in), in.size()));
  return values_of<std::uint16_t>(text.c_str(), text.size());
}

const std::string version = std::to_string(FMT_VERSION / 10000) + "." +
                            std::to_string(FMT_VERSION / 100 % 100) + "." +
                            std::to_string(FMT_VERSION % 100);
const placemat_decoder table[] = {
    strict16<to_utf16>("fmt_utf8_to_utf16", version.c_str(), "fmt, detail::utf8_to_utf16"),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
