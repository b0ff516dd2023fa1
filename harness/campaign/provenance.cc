#include "harness/campaign/provenance.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/utsname.h>

#include <fstream>

#include "harness/campaign/external_decoder.h"
#include "harness/oracle/icu.h"

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

std::vector<std::string> cpu_features() {
  std::vector<std::string> features;
#if defined(__x86_64__)
  const auto add = [&](bool has, const char* name) {
    if (has) features.emplace_back(name);
  };
  add(__builtin_cpu_supports("sse4.1") != 0, "sse4.1");
  add(__builtin_cpu_supports("avx2") != 0, "avx2");
  add(__builtin_cpu_supports("avx512f") != 0, "avx512f");
  add(__builtin_cpu_supports("avx512vbmi") != 0, "avx512vbmi");
  add(__builtin_cpu_supports("avx512vbmi2") != 0, "avx512vbmi2");
#endif
  return features;
}

std::string compiler() {
#if defined(__clang__)
  return fmt::format("clang {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#else
  return fmt::format("gcc {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#endif
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

Header header_of_this_program() {
  Header header;
  header.tool_version = PLACEMAT_VERSION;
  header.compiler = compiler();
  header.cpu_features = cpu_features();
  header.icu_version = icu_version();
  return header;
}

}  // namespace placemat
