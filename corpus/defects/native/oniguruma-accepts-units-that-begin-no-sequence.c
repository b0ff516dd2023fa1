#include <oniguruma.h>
#include <stdio.h>

int main(void) {
  const OnigUChar text[] = {0xFF};
  puts(onigenc_is_valid_mbc_string(ONIG_ENCODING_UTF8, text, text + sizeof text) ? "well-formed"
                                                                                : "ill-formed");
}
