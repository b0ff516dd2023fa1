#include <taglib/tstring.h>
#include <cstdio>
int main() {
  const TagLib::String text(std::string("A\x80"), TagLib::String::UTF8);
  for (const wchar_t v : text) printf("%X ", (unsigned)v);
  if (text.isEmpty()) printf("nothing");
}
