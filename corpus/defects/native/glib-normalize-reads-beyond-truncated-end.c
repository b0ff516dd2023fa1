#include <stdio.h>
#include <sys/mman.h>
#include <glib.h>

int main(void) {
  char *page = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(page + 4096, 4096, PROT_NONE);
  char *text = page + 4096 - 1;  /* the text is the last byte before the closed page */
  *text = '\xC3';
  puts(g_utf8_normalize(text, 1, G_NORMALIZE_NFC) ? "well-formed" : "ill-formed");
  return 0;
}
