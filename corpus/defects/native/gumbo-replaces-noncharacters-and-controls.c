#include <stdio.h>
#include <string.h>
#include <gumbo.h>

int main(void) {
  GumboOutput *output = gumbo_parse("<!DOCTYPE html><title>t</title><p>\xEF\xB7\x90");
  const GumboNode *html = output->root;
  const GumboNode *body = html->v.element.children.data[1];
  const GumboNode *p = body->v.element.children.data[0];
  const GumboNode *text = p->v.element.children.data[0];
  const char *units = text->v.text.text;
  if (strcmp(units, "\xEF\xBF\xBD") == 0) puts("FFFD");
  else puts(strcmp(units, "\xEF\xB7\x90") == 0 ? "FDD0" : "other");
  return 0;
}
