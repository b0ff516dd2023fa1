#include <stdio.h>
#include <libxml/encoding.h>

int main(void) {
  xmlBufferPtr in = xmlBufferCreate(), out = xmlBufferCreate();
  xmlBufferAdd(in, (const xmlChar *)"\xC3\x41\x42", 3);
  if (xmlCharEncOutFunc(xmlFindCharEncodingHandler("UTF-16LE"), out, in) < 0) {
    puts("ill-formed");
    return 0;
  }
  const xmlChar *units = xmlBufferContent(out);
  for (int i = 0; i + 1 < xmlBufferLength(out); i += 2)
    printf(i ? " %X" : "%X", units[i] | units[i + 1] << 8);
  puts("");
  return 0;
}
