#include <Poco/UTF8String.h>
#include <cstdio>
#include <cstdlib>
int main() {
  const std::string out = Poco::UTF8::escape(std::string("A\x80"));
  long high = 0;  // of a surrogate pair
  for (size_t at = 0; at < out.size(); at += out[at] == '\\' ? 6 : 1) {
    const long v = out[at] == '\\' ? strtol(out.substr(at + 2, 4).c_str(), nullptr, 16) : out[at];
    if (v >= 0xD800 && v < 0xDC00) { high = v; continue; }
    printf("%lX ", high ? 0x10000 + ((high - 0xD800) << 10) + (v - 0xDC00) : v);
    high = 0;
  }
}
