#include <stdio.h>
#include <vterm.h>

static int put(VTermGlyphInfo *info, VTermPos at, void *user) {
  (void)user;
  printf(at.col > 0 ? " %X" : "%X", (unsigned)info->chars[0]);
  return 1;
}

int main(void) {
  static const VTermStateCallbacks callbacks = {.putglyph = put};
  VTerm *vt = vterm_new(25, 80);
  vterm_set_utf8(vt, 1);
  VTermState *state = vterm_obtain_state(vt);
  vterm_state_set_callbacks(state, &callbacks, NULL);
  vterm_state_reset(state, 1);
  vterm_input_write(vt, "\xC3\xFE\xA9", 3);
  puts("");
  vterm_free(vt);
  return 0;
}
