#define POINTERHOLDER_TRANSITION 4
#include <qpdf/QUtil.hh>
#include <cstdio>
int main() {
  size_t at = 0;
  bool error = false;
  QUtil::get_next_utf8_codepoint("\xED\xA0\x80", at, error);
  puts(error ? "ill-formed" : "well-formed");
}
