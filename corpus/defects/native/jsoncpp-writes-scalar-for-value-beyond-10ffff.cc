#include <json/json.h>
#include <cstdio>
#include <cstdlib>
int main() {
  Json::StreamWriterBuilder builder;
  builder["emitUTF8"] = false;
  const std::string json = Json::writeString(builder, Json::Value("\xF4\x90\x80\x80"));
  long high = 0;  // of a surrogate pair
  for (size_t at = 1; at + 1 < json.size(); at += json[at] == '\\' ? 6 : 1) {
    const long v = json[at] == '\\' ? strtol(json.substr(at + 2, 4).c_str(), nullptr, 16) : json[at];
    if (v >= 0xD800 && v < 0xDC00) { high = v; continue; }
    printf("%lX ", high ? 0x10000 + ((high - 0xD800) << 10) + (v - 0xDC00) : v);
    high = 0;
  }
}
