#include <stdio.h>
#include <string.h>
#include <glib.h>

int main(void) {
  gchar *text = g_utf8_normalize("\xC0\xAF", -1, G_NORMALIZE_NFC);
  if (!text) puts("ill-formed");
  else for (const gchar *at = text; *at; at++) printf("%X\n", (unsigned char)*at);
  return 0;
}
