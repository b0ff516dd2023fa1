#include <cstdio>
#include <pugixml.hpp>

int main() {
  const std::wstring text = pugi::as_wide("\xC0\xAF");
  for (std::size_t i = 0; i < text.size(); ++i)
    std::printf(i ? " %X" : "%X", static_cast<unsigned>(text[i]));
  std::puts(text.empty() ? "nothing" : "");
}
