#include <stdio.h>
#include <yaml.h>

int main(void) {
  yaml_event_t event;
  int good = yaml_scalar_event_initialize(&event, NULL, NULL, (yaml_char_t *)"\xED\xA0\x80", 3,
                                          1, 1, YAML_ANY_SCALAR_STYLE);
  puts(good ? "well-formed" : "ill-formed");
  return 0;
}
