#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <fribidi.h>

int main(void) {
  char *page = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(page + 4096, 4096, PROT_NONE);
  char *text = page + 4096 - 1;  /* the text is the last byte before the closed page */
  *text = '\xC3';
  FriBidiChar out[8];
  FriBidiStrIndex count = fribidi_charset_to_unicode(FRIBIDI_CHAR_SET_UTF8, text, 1, out);
  for (FriBidiStrIndex i = 0; i < count; i++) printf(i ? " %X" : "%X", out[i]);
  puts(count ? "" : "nothing");
  return 0;
}
