#include <stdio.h>
#include <allegro5/allegro.h>

int main(void) {
  ALLEGRO_USTR_INFO info;
  const ALLEGRO_USTR *text = al_ref_buffer(&info, "\xF4\x90\x80\x80", 4);
  printf("size %d\n", (int)al_ustr_size_utf16(text));
  return 0;
}
