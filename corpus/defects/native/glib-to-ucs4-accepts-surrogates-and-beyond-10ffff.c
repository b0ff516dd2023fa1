#include <stdio.h>
#include <glib.h>

int main(void) {
  glong count = 0;
  gunichar *values = g_utf8_to_ucs4("\xED\xA0\x80", 3, NULL, &count, NULL);
  if (!values) puts("ill-formed");
  else for (glong i = 0; i < count; i++) printf("%X\n", values[i]);
  return 0;
}
