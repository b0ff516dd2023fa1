#include <stdio.h>
#include <allegro5/allegro.h>

int main(void) {
  ALLEGRO_USTR_INFO info;
  const ALLEGRO_USTR *text = al_ref_buffer(&info, "\xED\xA0\x80", 3);
  int32_t value = al_ustr_get(text, 0);
  if (value < 0) puts("ill-formed");
  else printf("%X\n", (unsigned)value);
  return 0;
}
