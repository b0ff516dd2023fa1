// Qt 5: QString::fromUtf8, QTextCodec::toUnicode with a ConverterState, and
// QTextDecoder for pieces. A BOM at the start is removed.
#include <QString>
#include <QTextCodec>
#include <memory>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

Seen16 units_of(const QString& text) {
  return values_of<std::uint16_t>(text.utf16(), static_cast<std::size_t>(text.size()));
}
Seen16 from_utf8(Input in) {
  return units_of(QString::fromUtf8(in.empty() ? "" : chars(in), static_cast<int>(in.size())));
}
Seen16 codec(Input in, bool lossy) {
  QTextCodec::ConverterState state;
  const QString text = QTextCodec::codecForName("UTF-8")->toUnicode(
      in.empty() ? "" : chars(in), static_cast<int>(in.size()), &state);
  if (!lossy && (state.invalidChars > 0 || state.remainingChars > 0)) return Seen16::ill_formed();
  return units_of(text);
}
Seen16 codec_strict(Input in) { return codec(in, false); }

struct Stream {
  std::unique_ptr<QTextDecoder> decoder{QTextCodec::codecForName("UTF-8")->makeDecoder()};
  Joiner joiner;
  explicit Stream(bool) {}
  static bool offers(bool lossy) { return lossy; }
  void push(Input chunk, std::vector<std::uint32_t>& out) {
    const QString text =
        decoder->toUnicode(chunk.empty() ? "" : chars(chunk), static_cast<int>(chunk.size()));
    for (const QChar unit : text) joiner.push(unit.unicode(), out);
  }
  // No call marks the end of the input.
  void finish(std::vector<std::uint32_t>& out) { joiner.finish(out); }
};

placemat_decoder stripping(placemat_decoder d) {
  d.bom = "strip-leading";
  return d;
}
const placemat_decoder table[] = {
    stripping(lossy16<from_utf8>("qt5_qstring_fromutf8", qVersion(), "Qt 5, QString::fromUtf8")),
    stripping(strict16<codec_strict>("qt5_qtextcodec_tounicode", qVersion(),
                                     "Qt 5, QTextCodec::toUnicode with ConverterState")),
    stripping(Streaming<Stream>::add_to(
        subject("qt5_qtextdecoder", qVersion(), "Qt 5, QTextDecoder", "maximal-subpart"))),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
