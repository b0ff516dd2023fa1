// qpdf: QUtil::get_next_utf8_codepoint, and QUtil::utf8_to_utf16, which writes
// big-endian units behind a BOM of its own.
#include <qpdf/QUtil.hh>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

Seen codepoints(Input in, bool lossy) {
  const std::string text = text_of(in);
  Seen seen;
  for (std::size_t at = 0; at < text.size();) {
    bool error = false;
    const std::size_t start = at;
    const unsigned long value = QUtil::get_next_utf8_codepoint(text, at, error);
    if (error && !lossy) return std::move(seen).ill_formed_at(start);
    seen.values.push_back(static_cast<std::uint32_t>(value));
  }
  return seen;
}
Seen strict_codepoints(Input in) { return codepoints(in, false); }
Seen lossy_codepoints(Input in) { return codepoints(in, true); }
Seen16 to_utf16(Input in) {
  const std::string out = QUtil::utf8_to_utf16(text_of(in));
  Seen16 seen;
  const std::size_t from = out.starts_with("\xFE\xFF") ? 2 : 0;
  for (std::size_t i = from; i + 1 < out.size(); i += 2)
    seen.values.push_back(static_cast<std::uint16_t>(static_cast<unsigned char>(out[i]) << 8 |
                                                     static_cast<unsigned char>(out[i + 1])));
  return seen;
}

placemat_decoder next_codepoint() {
  placemat_decoder d = lossy<lossy_codepoints>("qpdf_get_next_utf8_codepoint", QPDF_VERSION,
                                               "qpdf, QUtil::get_next_utf8_codepoint");
  d.strict32 = decode<strict_codepoints, std::uint32_t>;
  d.claims = PLACEMAT_CLAIM_OFFSET;
  return d;
}
const placemat_decoder table[] = {
    next_codepoint(),
    lossy16<to_utf16>("qpdf_utf8_to_utf16", QPDF_VERSION, "qpdf, QUtil::utf8_to_utf16"),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
