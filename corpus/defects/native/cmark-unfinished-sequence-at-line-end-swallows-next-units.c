#include <stdio.h>
#include <string.h>
#include <cmark.h>

int main(void) {
  const char *markdown = "    \xF0\x41\n";  /* a code block of one line */
  cmark_node *document = cmark_parse_document(markdown, strlen(markdown), CMARK_OPT_VALIDATE_UTF8);
  const char *text = cmark_node_get_literal(cmark_node_first_child(document));
  if (strcmp(text, "\xEF\xBF\xBD\n") == 0) puts("FFFD");
  else if (strcmp(text, "\xEF\xBF\xBD\x41\n") == 0) puts("FFFD 41");
  else puts("other");
  return 0;
}
