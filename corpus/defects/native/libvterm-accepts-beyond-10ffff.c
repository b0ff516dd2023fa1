#include <stdio.h>
#include <vterm.h>

static int put(VTermGlyphInfo *info, VTermPos at, void *user) {
  (void)at, (void)user;
  puts(info->chars[0] == 0xFFFD ? "ill-formed" : "well-formed");
  return 1;
}

int main(void) {
  static const VTermStateCallbacks callbacks = {.putglyph = put};
  VTerm *vt = vterm_new(25, 80);
  vterm_set_utf8(vt, 1);
  VTermState *state = vterm_obtain_state(vt);
  vterm_state_set_callbacks(state, &callbacks, NULL);
  vterm_state_reset(state, 1);
  vterm_input_write(vt, "\xF4\x90\x80\x80", 4);
  vterm_free(vt);
  return 0;
}
