#include <locale.h>
#include <stdio.h>
#include <wchar.h>

int main(void) {
  setlocale(LC_ALL, "C.UTF-8");
  FILE *file = fopen("input", "w");
  fputs("A\xC3", file);
  fclose(file);
  file = fopen("input", "r");
  while (fgetwc(file) != WEOF) continue;
  puts(ferror(file) ? "ill-formed" : "well-formed");
}
