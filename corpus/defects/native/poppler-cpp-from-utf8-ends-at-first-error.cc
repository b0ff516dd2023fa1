#include <cstdio>
#include <poppler-global.h>
int main() {
  const poppler::ustring text = poppler::ustring::from_utf8("\x41\x80\x42", 3);
  for (unsigned short unit : text) printf("%X ", unit);
}
