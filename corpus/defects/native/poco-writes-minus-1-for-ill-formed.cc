#include <Poco/UnicodeConverter.h>
#include <cstdio>
int main() {
  Poco::UTF32String out;
  Poco::UnicodeConverter::toUTF32("\x80", out);
  for (const auto v : out) printf("%X ", (unsigned)v);
}
