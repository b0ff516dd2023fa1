#include <boost/nowide/convert.hpp>
#include <cstdio>
int main() {
  for (const wchar_t v : boost::nowide::widen("\xC3" "A")) printf("%X ", (unsigned)v);
}
