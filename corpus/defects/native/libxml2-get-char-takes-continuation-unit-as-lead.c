#include <stdio.h>
#include <libxml/xmlstring.h>

int main(void) {
  int length = 2;
  int value = xmlGetUTF8Char((const unsigned char *)"\x80\xA9", &length);
  if (value < 0) puts("ill-formed");
  else printf("%X\n", (unsigned)value);
  return 0;
}
