#include <stdio.h>
#include <json-c/json.h>

int main(void) {
  json_tokener *parser = json_tokener_new();
  json_tokener_set_flags(parser, JSON_TOKENER_VALIDATE_UTF8);
  json_object *value = json_tokener_parse_ex(parser, "\"\xC3", 2);
  if (json_tokener_get_error(parser) == json_tokener_continue)
    value = json_tokener_parse_ex(parser, "\xA9\"", 2);
  puts(value ? "well-formed" : "ill-formed");
  return 0;
}
