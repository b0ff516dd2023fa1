#include <stdio.h>
#include <tcl.h>

int main(int count, char **arguments) {
  Tcl_FindExecutable(arguments[0]);
  const char *text = "\xF0\x9F\x98\0\0\0";
  Tcl_UniChar value = 0;
  for (int at = 0; at < 3;) {
    at += Tcl_UtfToUniChar(text + at, &value);
    printf(at < 3 ? "%X " : "%X\n", value);
  }
}
