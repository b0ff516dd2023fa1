#include <stdio.h>
#include <duktape.h>

int main(void) {
  duk_context *js = duk_create_heap_default();
  duk_peval_string(js,
      "var decoder = new TextDecoder('utf-8', {fatal: true});"
      "function decode(units) {"
      "  try { return decoder.decode(new Uint8Array(units)).charCodeAt(0).toString(16); }"
      "  catch (error) { return error.name; }"
      "}"
      "decode([0xC3]) + ', then ' + decode([0x41]);");
  puts(duk_safe_to_string(js, -1));
  duk_destroy_heap(js);
  return 0;
}
