#include <EXTERN.h>
#include <perl.h>
#include <stdio.h>

int main(void) {
  PerlInterpreter *my_perl = perl_alloc();
  STRLEN length = 0;
  perl_construct(my_perl);
  utf8n_to_uvchr((const U8 *)"\x80\xC0\x80", 3, &length, UTF8_CHECK_ONLY);
  puts(length == (STRLEN)-1 ? "ill-formed" : "well-formed");
  return 0;
}
