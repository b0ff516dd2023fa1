#include <stdio.h>
#include <string.h>
#include <cmark.h>

int main(void) {
  const char *markdown = "\x41\xFF\x42\n";
  cmark_node *document = cmark_parse_document(markdown, strlen(markdown), CMARK_OPT_DEFAULT);
  const char *text = cmark_render_commonmark(document, CMARK_OPT_DEFAULT, 0);
  if (strcmp(text, "\x41\n") == 0) puts("41");
  else if (strcmp(text, "\x41\xEF\xBF\xBD\x42\n") == 0) puts("41 FFFD 42");
  else puts("other");
  return 0;
}
