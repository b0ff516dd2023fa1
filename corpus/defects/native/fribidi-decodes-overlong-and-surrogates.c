#include <stdio.h>
#include <fribidi.h>

int main(void) {
  FriBidiChar out[8];
  FriBidiStrIndex count = fribidi_charset_to_unicode(FRIBIDI_CHAR_SET_UTF8, "\xC0\xAF", 2, out);
  for (FriBidiStrIndex i = 0; i < count; i++) printf(i ? " %X" : "%X", out[i]);
  puts(count ? "" : "nothing");
  return 0;
}
