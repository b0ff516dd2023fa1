#include <Poco/StreamConverter.h>
#include <Poco/UTF8Encoding.h>
#include <Poco/UTF32Encoding.h>
#include <cstdint>
#include <cstdio>
#include <sstream>
int main() {
  Poco::UTF8Encoding utf8;
  Poco::UTF32Encoding utf32;
  std::istringstream file("\xC3\xA9\xC3");
  Poco::InputStreamConverter in(file, utf8, utf8, 0xFFFD);
  int a, b;
  while ((a = in.get()) != EOF && (b = in.get()) != EOF) printf("%X ", (a & 0x1F) << 6 | (b & 0x3F));
}
