#include <stdio.h>
#include <mujs.h>

int main(void) {
  js_State *js = js_newstate(NULL, NULL, JS_STRICT);
  js_dostring(js, "var answer; try { decodeURIComponent('%C0%AF'); answer = 'well-formed'; }"
                  " catch (error) { answer = 'ill-formed'; }");
  js_getglobal(js, "answer");
  puts(js_tostring(js, -1));
  js_freestate(js);
  return 0;
}
