#include <magic.h>
#include <stdio.h>

int main(void) {
  magic_t cookie = magic_open(MAGIC_MIME_ENCODING);
  if (magic_load(cookie, NULL) != 0) return 1;
  puts(magic_buffer(cookie, "\x85" "A", 2));
}
