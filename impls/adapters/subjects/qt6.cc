// Qt 6: QString::fromUtf8, QUtf8StringView::isValidUtf8, and QStringDecoder, whole,
// with hasError, and in pieces. A BOM at the start is removed.
#include <QString>
#include <QStringDecoder>
#include <QUtf8StringView>

#include "impls/adapters/subjects/subject.h"

namespace placemat::subjects {
namespace {

QByteArrayView view(Input in) {
  return {in.empty() ? "" : chars(in), static_cast<qsizetype>(in.size())};
}
Seen16 units_of(const QString& text) {
  return values_of<std::uint16_t>(text.utf16(), static_cast<std::size_t>(text.size()));
}
int is_valid(Input in) { return QUtf8StringView(view(in)).isValidUtf8() ? 1 : 0; }
Seen16 from_utf8(Input in) { return units_of(QString::fromUtf8(view(in))); }
Seen16 decoder_strict(Input in) {
  QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
  const QString text = decoder(view(in));
  return decoder.hasError() ? Seen16::ill_formed() : units_of(text);
}
Seen16 decoder_lossy(Input in) {
  QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
  return units_of(decoder(view(in)));
}

struct Stream {
  QStringDecoder decoder{QStringDecoder::Utf8};
  Joiner joiner;
  explicit Stream(bool) {}
  static bool offers(bool lossy) { return lossy; }
  void push(Input chunk, std::vector<std::uint32_t>& out) {
    const QString text = decoder(view(chunk));
    for (const QChar unit : text) joiner.push(unit.unicode(), out);
  }
  // No call marks the end of the input.
  void finish(std::vector<std::uint32_t>& out) { joiner.finish(out); }
};

placemat_decoder stripping(placemat_decoder d) {
  d.bom = "strip-leading";
  return d;
}
placemat_decoder string_decoder() {
  placemat_decoder d = stripping(
      lossy16<decoder_lossy>("qt6_qstringdecoder", qVersion(), "Qt 6, QStringDecoder, Stateless"));
  d.strict16 = decode<decoder_strict, std::uint16_t>;
  return d;
}
const placemat_decoder table[] = {
    validator<is_valid>("qt6_is_valid_utf8", qVersion(), "Qt 6, QUtf8StringView::isValidUtf8"),
    stripping(lossy16<from_utf8>("qt6_qstring_fromutf8", qVersion(), "Qt 6, QString::fromUtf8")),
    string_decoder(),
    stripping(Streaming<Stream>::add_to(subject("qt6_qstringdecoder_stream", qVersion(),
                                                "Qt 6, QStringDecoder", "maximal-subpart"))),
};

}  // namespace
const placemat_decoder* named(std::string_view name) { return pick(table, name); }
}  // namespace placemat::subjects
