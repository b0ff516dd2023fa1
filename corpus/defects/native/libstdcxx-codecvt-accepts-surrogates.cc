#include <codecvt>
#include <cstdio>
#include <locale>
#include <stdexcept>

int main() {
  std::wstring_convert<std::codecvt_utf8<char32_t>, char32_t> converter;
  try {
    converter.from_bytes("\xED\xA0\x80");
    std::puts("well-formed");
  } catch (const std::range_error&) {
    std::puts("ill-formed");
  }
}
