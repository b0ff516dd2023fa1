#include <cstdio>
#include <string>
#include <yaml-cpp/yaml.h>
int main() {
  YAML::Emitter out;
  out << YAML::DoubleQuoted << std::string("\xC0\xAF");
  const std::string text = YAML::Load(out.c_str()).as<std::string>();
  for (unsigned char c : text) printf("%02X ", c);
}
