#include <raptor2.h>
#include <stdio.h>

int main(void) {
  const unsigned char text[] = {0xC3, 0x41};
  puts(raptor_unicode_check_utf8_string(text, sizeof text) ? "well-formed" : "ill-formed");
}
