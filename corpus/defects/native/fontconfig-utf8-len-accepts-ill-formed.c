#include <stdio.h>
#include <fontconfig/fontconfig.h>

int main(void) {
  int count = 0, width = 0;
  puts(FcUtf8Len((const FcChar8 *)"\xC0\xAF", 2, &count, &width) ? "well-formed" : "ill-formed");
  return 0;
}
