#include "harness/campaign/provenance.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/utsname.h>

#include <fstream>

#include "harness/campaign/external_decoder.h"

namespace placemat {
namespace {

std::string without_quotes(std::string text) {
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"') {
    text = text.substr(1, text.size() - 2);
  }
  return text;
}

// The value of the first line of the file that begins with `name` and the separator.
std::string value_in(const char* file, std::string_view name, char separator) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    const std::size_t at = line.find(separator);
    if (!line.starts_with(name) || at == std::string::npos) continue;
    if (line.find_first_not_of(" \t", name.size()) != at) continue;
    const std::size_t from = line.find_first_not_of(" \t", at + 1);
    return from == std::string::npos ? "" : without_quotes(line.substr(from));
  }
  return "";
}

std::string os_name() {
  utsname kernel{};
  const bool is_known = uname(&kernel) == 0;
  const std::string distribution = value_in("/etc/os-release", "PRETTY_NAME", '=');
  const std::string system =
      is_known ? fmt::format("{} {} {}", kernel.sysname, kernel.release, kernel.machine) : "";
  if (distribution.empty()) return system;
  return system.empty() ? distribution : fmt::format("{}, {}", distribution, system);
}

std::string cpu_model() {
  // The name of x86, or of other architectures.
  for (const char* name : {"model name", "Model", "cpu model", "uarch", "CPU part"}) {
    if (std::string model = value_in("/proc/cpuinfo", name, ':'); !model.empty()) return model;
  }
  return "unknown";
}

}  // namespace

Invocation& invocation() {
  static Invocation the;
  return the;
}

std::string command_line(std::span<const char* const> words) {
  std::string line;
  for (const char* word : words) line += (line.empty() ? "" : " ") + quoted(word);
  return line;
}

Header::Run this_run(const std::string& command, unsigned threads) {
  Header::Run run;
  run.command = command;
  run.given = invocation().command;
  run.started = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(invocation().started));
  run.threads = threads;
  run.commit = invocation().commit;
  run.build_type = PLACEMAT_BUILD_TYPE;
  run.os = os_name();
  run.cpu = cpu_model();
  return run;
}

}  // namespace placemat
