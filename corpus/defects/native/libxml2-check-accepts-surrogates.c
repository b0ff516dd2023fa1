#include <stdio.h>
#include <libxml/xmlstring.h>

int main(void) {
  puts(xmlCheckUTF8((const unsigned char *)"\xED\xA0\x80") ? "well-formed" : "ill-formed");
  return 0;
}
