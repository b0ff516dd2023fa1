#include <stdio.h>
#include <yajl/yajl_parse.h>

int main(void) {
  static const yajl_callbacks none;
  yajl_handle parser = yajl_alloc(&none, NULL, NULL);
  yajl_status status = yajl_parse(parser, (const unsigned char *)"\"\xC0\xAF\"", 4);
  if (status == yajl_status_ok) status = yajl_complete_parse(parser);
  puts(status == yajl_status_ok ? "well-formed" : "ill-formed");
  yajl_free(parser);
  return 0;
}
