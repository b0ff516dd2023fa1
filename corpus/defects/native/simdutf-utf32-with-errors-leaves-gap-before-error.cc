#include <cstdio>
#include <string>
#include <vector>
#include <simdutf.h>
int main() {
  std::string text;
  for (int i = 0; i < 40; i++) text += "\xC3\xA9";
  text += "\xFF";
  std::vector<char32_t> out(text.size());  // all 0
  const simdutf::implementation *avx512 = simdutf::get_available_implementations()["icelake"];
  const simdutf::result result = avx512->convert_utf8_to_utf32_with_errors(text.data(), text.size(), out.data());
  int written = 0;
  while (written < 40 && out[written] == 0xE9) written++;
  printf("error at byte %zu, %d values before it\n", result.count, written);
}
