#include <re2/re2.h>
#include <cstdio>
int main() {
  puts(RE2("\xED\xA0\x80", RE2::Quiet).ok() ? "well-formed" : "ill-formed");
}
