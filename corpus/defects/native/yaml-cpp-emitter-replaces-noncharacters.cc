#include <cstdio>
#include <string>
#include <yaml-cpp/yaml.h>
int main() {
  YAML::Emitter out;
  out.SetOutputCharset(YAML::EscapeNonAscii);
  out << std::string("\xEF\xB7\x90");
  puts(out.c_str());
}
