#include <stdio.h>
#include <id3tag.h>

int main(void) {
  id3_ucs4_t *text = id3_utf8_ucs4duplicate((const id3_utf8_t *)"\xED\xA0\x80");
  if (!text || !*text) puts("nothing");
  for (; text && *text; text++) printf("%lX ", *text);
  return 0;
}
