#include <codecvt>
#include <cstdio>
#include <locale>

int main() {
  std::codecvt_utf8<char16_t> facet;
  std::mbstate_t state{};
  const char text[] = "\xC3", *next;
  char16_t out[4], *out_next;
  const auto result = facet.in(state, text, text + 1, next, out, out + 4, out_next);
  std::puts(result == facet.error ? "error" : result == facet.partial ? "partial" : "ok");
}
