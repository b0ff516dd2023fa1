#include <stdio.h>
#include <fribidi.h>

int main(void) {
  FriBidiChar out[8];
  FriBidiStrIndex count = fribidi_charset_to_unicode(FRIBIDI_CHAR_SET_UTF8, "\xC3\x41\x42", 3, out);
  for (FriBidiStrIndex i = 0; i < count; i++) printf(i ? " %X" : "%X", out[i]);
  puts(count ? "" : "nothing");
  return 0;
}
