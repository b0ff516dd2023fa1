#include <SFML/System/Utf.hpp>
#include <cstdio>
#include <string>
int main() {
  const std::string text = "\xC3" "A";
  for (auto at = text.begin(); at < text.end();) {
    sf::Uint32 value;
    at = sf::Utf8::decode(at, text.end(), value, 0xFFFD);
    printf("%X ", value);
  }
}
