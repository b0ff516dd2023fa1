#include <stdio.h>
#include <allegro5/allegro.h>

int main(void) {
  ALLEGRO_USTR_INFO info;
  const ALLEGRO_USTR *text = al_ref_buffer(&info, "\x41\xFF\x42", 3);
  uint16_t out[16];
  size_t count = al_ustr_encode_utf16(text, out, sizeof out) / 2 - 1;  /* without the final 0 */
  for (size_t i = 0; i < count; i++) printf(i ? " %X" : "%X", out[i]);
  puts(count ? "" : "nothing");
  return 0;
}
