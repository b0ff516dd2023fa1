#include <FL/fl_utf8.h>
#include <cstdio>
int main() {
  printf("length %d\n", fl_utf_nb_char((const unsigned char*)"\xE2" "AB", 3));
}
