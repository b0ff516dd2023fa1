#include <stdio.h>
#include <caca.h>

int main(void) {
  caca_canvas_t *canvas = caca_create_canvas(0, 0);
  caca_import_canvas_from_memory(canvas, "\xC3\x41\x42", 3, "utf8");
  for (int x = 0; x < caca_get_canvas_width(canvas); x++)
    printf(x ? " %X" : "%X", (unsigned)caca_get_char(canvas, x, 0));
  puts("");
  return 0;
}
