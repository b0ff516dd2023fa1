#include <locale.h>
#include <stdio.h>
#include <uchar.h>

int main(void) {
  setlocale(LC_ALL, "C.UTF-8");
  mbstate_t state = {0};
  char16_t first = 0, second = 0;
  if (mbrtoc16(&first, "\xF4\x90\x80\x80", 4, &state) == (size_t)-1) return puts("ill-formed") < 0;
  mbrtoc16(&second, "", 1, &state);
  printf("%X %X\n", first, second);
}
