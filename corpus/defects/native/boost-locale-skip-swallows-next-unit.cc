#include <boost/locale/encoding_utf.hpp>
#include <cstdio>
int main() {
  using namespace boost::locale::conv;
  const std::u32string out = utf_to_utf<char32_t>("\xC3" "A", skip);
  for (const char32_t v : out) printf("%X ", (unsigned)v);
  if (out.empty()) printf("nothing");
}
