#include <stdio.h>
#include <libxml/HTMLparser.h>

int main(void) {
  htmlDocPtr document = htmlReadMemory("<p>\x41\xFF\x42", 6, NULL, "UTF-8", HTML_PARSE_NOERROR);
  xmlChar *text = xmlNodeGetContent(xmlDocGetRootElement(document));
  printf("content");
  for (xmlChar *at = text; *at; at++) printf(" %02X", *at);
  puts("");
  return 0;
}
