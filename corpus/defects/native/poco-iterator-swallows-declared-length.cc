#include <Poco/TextConverter.h>
#include <Poco/UTF32Encoding.h>
#include <Poco/UTF8Encoding.h>
#include <cstdint>
#include <cstdio>
#include <cstring>
int main() {
  std::string out;
  Poco::TextConverter(Poco::UTF8Encoding(), Poco::UTF32Encoding(), 0xFFFD).convert("\xC3" "A", out);
  for (size_t at = 0; at < out.size(); at += 4) {
    uint32_t v;
    memcpy(&v, &out[at], 4);
    printf("%X ", v);
  }
}
