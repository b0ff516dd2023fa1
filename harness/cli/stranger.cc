#include "harness/cli/stranger.h"

#include <fmt/format.h>

#include <filesystem>

#include "harness/audit/filter.h"
#include "harness/audit/lines.h"
#include "harness/audit/plugin.h"
#include "harness/bytes/error.h"

namespace placemat::cli {
namespace {

namespace fs = std::filesystem;

}  // namespace

std::string quoted(const std::string& word) {
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_-./=+,:@%").find(c) != std::string_view::npos;
  };
  if (!word.empty() && std::ranges::all_of(word, is_plain)) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? "'\\''" : std::string(1, c);
  return text + "'";
}

bool is_plugin_name(const std::string& name) {
  return name.find('/') != std::string::npos || name.ends_with(".so");
}

void add_stranger_options(CLI::App& command, StrangerOptions& options) {
  command.add_option("--limit", options.limits.call_ms, "processor time of one call, in ms")
      ->check(CLI::Range(10, 600000))
      ->capture_default_str();
  command.add_option("--memory", options.limits.memory_mib, "memory, in MiB; 0: no limit")
      ->capture_default_str();
  command.add_option("--file-size", options.limits.file_mib, "of a file it writes, in MiB")
      ->capture_default_str();
  command.add_option("--processes", options.limits.processes, "that it may start")
      ->capture_default_str();
  command
      .add_option("--output-limit", options.limits.output_mib, "it may print for one batch, in MiB")
      ->capture_default_str();
  command.add_option("--start-limit", options.start_ms, "until a child says hello, in ms")
      ->capture_default_str();
  add_filter_options(command, options);
  command.add_flag("--no-isolation", options.no_isolation,
                   "leave it the network and the file system");
}

void add_filter_options(CLI::App& command, StrangerOptions& options) {
  command.add_flag("--filter", options.is_filter,
                   "the command knows no protocol: it reads UTF-8 and writes what it decodes");
  command
      .add_option("--output", options.filter_output,
                  "what the filter writes; exit-code: only whether it is well-formed")
      ->check(CLI::IsMember({"utf-32le", "utf-32be", "utf-8", "exit-code"}))
      ->capture_default_str();
  command
      .add_option("--mode", options.filter_mode,
                  "strict: it fails where its input is ill-formed; lossy: it goes on")
      ->check(CLI::IsMember({"strict", "lossy"}))
      ->capture_default_str();
  command.add_option("--policy", options.filter_policy,
                     "the replacement policy that a lossy filter is documented to have");
}

Stranger::Stranger(const Global& global, const StrangerOptions& options) {
  Limits limits = options.limits;
  limits.isolate = !options.no_isolation;
  if (options.plugin.empty() == global.child.empty()) {
    throw InputError("one stranger at a time: PLUGIN.so, or -- COMMAND [ARGUMENT...]");
  }
  if (!options.plugin.empty()) {
    if (!fs::exists(options.plugin)) {
      throw AbsentError(fmt::format("{}: there is no such file", options.plugin));
    }
    const std::string path = fs::absolute(options.plugin).string();
    called_ = quoted(options.plugin);
    host_ = [path, limits](const Setting& setting) {
      return make_plugin_host(setting, path, limits);
    };
  }
  if (!global.child.empty()) {
    called_ = "--";
    for (const std::string& word : global.child) called_ += " " + quoted(word);
    const ChildCommand command{global.child, options.start_ms};
    const FilterCommand filter{global.child, options.filter_output, options.filter_mode,
                               options.filter_policy, options.name};
    if (options.is_filter) {
      const std::string policy =
          options.filter_policy.empty() ? "" : " --policy " + quoted(options.filter_policy);
      called_ = fmt::format("--filter --output {} --mode {}{} {}", options.filter_output,
                            options.filter_mode, policy, called_);
      host_ = [filter, limits](const Setting& setting) {
        return make_filter_host(setting, filter, limits);
      };
    } else {
      host_ = [command, limits](const Setting& setting) {
        return make_line_host(setting, command, limits);
      };
    }
  }
  const std::vector<Subject> nobody;
  const Setting setting{nobody, {}, nullptr};
  Remote remote(setting, host_);
  description_ = Unpacker(remote.ask(packed(Request::kDescribe))).read<Description>();
  if (!options.name.empty()) description_.claims.name = options.name;
  stand_in_ = std::make_unique<StandIn>(description_.claims);
  claimed_profile(stand_in_->decoder());  // throws where it claims what does not exist
}

}  // namespace placemat::cli
