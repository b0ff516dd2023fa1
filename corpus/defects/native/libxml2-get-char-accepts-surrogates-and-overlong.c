#include <stdio.h>
#include <libxml/xmlstring.h>

int main(void) {
  int length = 3;
  int value = xmlGetUTF8Char((const unsigned char *)"\xED\xA0\x80", &length);
  if (value < 0) puts("ill-formed");
  else printf("%X\n", (unsigned)value);
  return 0;
}
