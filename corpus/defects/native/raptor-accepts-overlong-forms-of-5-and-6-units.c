#include <raptor2.h>
#include <stdio.h>

int main(void) {
  const unsigned char text[] = {0xF8, 0x80, 0x80, 0x80, 0x80};
  puts(raptor_unicode_check_utf8_string(text, sizeof text) ? "well-formed" : "ill-formed");
}
