/* musl's decoders, one per argument, as a child of `placemat audit`:
 *   musl-gcc -O2 -static impls/adapters/lang/musl.c -o adapter && ./adapter mbrtowc
 * Shows what they do; must not know what is right. The locale C.UTF-8 is set. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uchar.h>
#include <wchar.h>

typedef size_t decode_one(unsigned long* value, const char* at, size_t length, mbstate_t* state);

static size_t with_mbrtowc(unsigned long* value, const char* at, size_t length, mbstate_t* state) {
  wchar_t one = 0;
  const size_t used = mbrtowc(&one, at, length, state);
  *value = (unsigned long)one;
  return used;
}
static size_t with_mbrtoc32(unsigned long* value, const char* at, size_t length, mbstate_t* state) {
  char32_t one = 0;
  const size_t used = mbrtoc32(&one, at, length, state);
  *value = one;
  return used;
}

static void decode(decode_one* one, const char* units, size_t length, char* out) {
  mbstate_t state;
  memset(&state, 0, sizeof state);
  char* end = out + sprintf(out, "ok");
  for (size_t at = 0; at < length;) {
    unsigned long value = 0;
    const size_t used = one(&value, units + at, length - at, &state);
    if (used == (size_t)-1 || used == (size_t)-2) {
      sprintf(out, "error %zu - %s", at, used == (size_t)-1 ? "-1" : "-2");
      return;
    }
    end += sprintf(end, " %lX", value);
    at += used == 0 ? 1 : used;
  }
}

int main(int argc, char** argv) {
  const char* const api = argc == 2 ? argv[1] : "";
  decode_one* const one = strcmp(api, "mbrtowc") == 0    ? with_mbrtowc
                          : strcmp(api, "mbrtoc32") == 0 ? with_mbrtoc32
                                                         : NULL;
  if (one == NULL) {
    fprintf(stderr, "musl.c: which decoder? One of: mbrtowc mbrtoc32\n");
    return 2;
  }
  setlocale(LC_CTYPE, "C.UTF-8");
  char* line = NULL;
  size_t room = 0;
  for (ssize_t size; (size = getline(&line, &room, stdin)) > 0; fflush(stdout)) {
    char *rest = line, *number = strsep(&rest, " \n"), *mode = strsep(&rest, " \n");
    const char* hex = rest != NULL ? strsep(&rest, " \n") : "";
    if (strcmp(number, "placemat") == 0) {
      printf("hello {\"name\":\"musl_%s\",\"version\":\"" PLACEMAT_LIBRARY_VERSION
             "\",\"dialect\":\"utf-8\","
             "\"policy\":\"reject\",\"bom\":\"keep\",\"modes\":[\"strict\"]}\n",
             api);
      continue;
    }
    const size_t length = strlen(hex) / 2;
    char *units = malloc(length + 1), *out = malloc(10 * length + 64);
    if (units == NULL || out == NULL) return 1;
    for (size_t i = 0; i < length; ++i) {
      const char pair[3] = {hex[2 * i], hex[2 * i + 1], 0};
      units[i] = (char)strtoul(pair, NULL, 16);
    }
    if (strcmp(mode, "strict") == 0)
      decode(one, units, length, out);
    else
      strcpy(out, "unsupported");
    printf("%s %s\n", number, out);
    free(units);
    free(out);
  }
  return 0;
}
