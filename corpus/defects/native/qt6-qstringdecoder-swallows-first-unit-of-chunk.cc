#include <QStringDecoder>
#include <cstdio>
int main() {
  QStringDecoder decode(QStringDecoder::Utf8);
  QString text = decode("\xC3");
  text += decode("A");
  for (const QChar unit : text) printf("%X ", unit.unicode());
}
