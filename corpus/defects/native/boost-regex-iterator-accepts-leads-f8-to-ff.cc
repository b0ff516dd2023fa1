#include <boost/regex/pending/unicode_iterator.hpp>
#include <cstdio>
#include <string>
int main() {
  const std::string text = "\xF8\x90\x80\x80";
  using Iterator = boost::u8_to_u32_iterator<std::string::const_iterator>;
  try {
    Iterator at(text.begin(), text.begin(), text.end()), end(text.end(), text.begin(), text.end());
    while (at != end) *at++;
    puts("well-formed");
  } catch (const std::out_of_range&) { puts("ill-formed"); }
}
