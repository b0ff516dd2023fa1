#include <QTextCodec>
#include <cstdio>
int main() {
  QTextDecoder* decoder = QTextCodec::codecForName("UTF-8")->makeDecoder();
  QString text = decoder->toUnicode("\x80", 1);
  text += decoder->toUnicode("\xEF\xBB\xBF", 3);
  for (const QChar unit : text) printf("%X ", unit.unicode());
}
