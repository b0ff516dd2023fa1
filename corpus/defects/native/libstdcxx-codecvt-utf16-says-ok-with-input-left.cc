#include <codecvt>
#include <cstdio>
#include <locale>

int main() {
  std::codecvt_utf8_utf16<char16_t> facet;
  std::mbstate_t state{};
  const char text[] = "AB", *next;
  char16_t out[1], *out_next;
  const auto result = facet.in(state, text, text + 2, next, out, out + 1, out_next);
  std::printf("%s, %d of 2 units read\n", result == facet.ok ? "ok" : "partial", int(next - text));
}
