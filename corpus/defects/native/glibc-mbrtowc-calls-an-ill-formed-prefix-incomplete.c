#include <locale.h>
#include <stdio.h>
#include <wchar.h>

int main(void) {
  setlocale(LC_ALL, "C.UTF-8");
  mbstate_t state = {0};
  wchar_t value;
  printf("%d\n", (int)mbrtowc(&value, "\xED\xA0", 2, &state));
}
