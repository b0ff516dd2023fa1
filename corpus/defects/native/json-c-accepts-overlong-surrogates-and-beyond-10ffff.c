#include <stdio.h>
#include <json-c/json.h>

int main(void) {
  json_tokener *parser = json_tokener_new();
  json_tokener_set_flags(parser, JSON_TOKENER_VALIDATE_UTF8);
  json_object *value = json_tokener_parse_ex(parser, "\"\xC0\xAF\"", 4);
  puts(value ? "well-formed" : "ill-formed");
  return 0;
}
