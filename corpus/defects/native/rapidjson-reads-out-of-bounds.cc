#include <rapidjson/document.h>
#include <sys/mman.h>
#include <unistd.h>
#include <cstdio>
#include <cstring>
int main() {  // the text, with its NUL, ends where a page begins that cannot be read
  const long page = sysconf(_SC_PAGESIZE);
  char* m = (char*)mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(m + page, page, PROT_NONE);
  const char json[] = "\"\xF1";
  rapidjson::Document d;
  d.Parse<rapidjson::kParseValidateEncodingFlag>((char*)memcpy(m + page - sizeof json, json, sizeof json));
  puts(d.HasParseError() ? "ill-formed" : "well-formed");
}
