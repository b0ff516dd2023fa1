#include "harness/cli/external.h"

#include <fmt/format.h>

#include "harness/bytes/error.h"
#include "harness/cli/numbers.h"

namespace placemat::cli {
namespace {

// In less memory no process starts; a TiB is more than any.
constexpr std::uint64_t kLeastMemory = 16, kMostMib = std::uint64_t{1} << 20;
constexpr std::uint64_t kMostProcesses = 100'000, kMostStart = 3'600'000;

// The options that state what a command is.
void add_filter_options(CLI::App& command, ExternalOptions& options) {
  command.add_flag("--filter", options.is_filter,
                   "the command has no protocol: it reads UTF-8 and writes the decoded text");
  command
      .add_option("--output", options.filter_output,
                  "output of the filter; exit-code: only whether the input is well-formed")
      ->check(CLI::IsMember({"utf-32le", "utf-32be", "utf-8", "exit-code"}))
      ->capture_default_str();
  command
      .add_option("--mode", options.filter_mode,
                  "strict: fails on ill-formed input; lossy: continues")
      ->check(CLI::IsMember({"strict", "lossy"}))
      ->capture_default_str();
  // `placemat explain` has an option of that name and passes it on.
  if (command.get_option_no_throw("--policy") != nullptr) return;
  command.add_option("--policy", options.filter_policy,
                     "the replacement policy that a lossy filter is documented to have");
}

}  // namespace

void add_external_options(CLI::App& command, ExternalOptions& options) {
  command.add_option("--limit", options.limits.call_ms, "processor time of one call, in ms")
      ->check(whole_number(10, 600'000))
      ->capture_default_str();
  command.add_option("--memory", options.limits.memory_mib, "memory, in MiB; 0: no limit")
      ->check(whole_number(kLeastMemory, kMostMib, true))
      ->capture_default_str();
  command
      .add_option("--file-size", options.limits.file_mib,
                  "size limit of a file the decoder writes, in MiB")
      ->check(whole_number(1, kMostMib))
      ->capture_default_str();
  command
      .add_option("--processes", options.limits.processes,
                  "limit of processes the decoder may start")
      ->check(whole_number(1, kMostProcesses))
      ->capture_default_str();
  command
      .add_option("--output-limit", options.limits.output_mib, "output limit of one batch, in MiB")
      ->check(whole_number(1, kMostMib))
      ->capture_default_str();
  command
      .add_option("--wait", options.wait_s,
                  "stop when calls without an answer have taken this long together, in s; a "
                  "decoder that answers none gets 3 calls")
      ->check(whole_number(1, 86'400))
      ->capture_default_str();
  command
      .add_option("--start-limit", options.start_ms, "time limit for the hello of a child, in ms")
      ->check(whole_number(1, kMostStart))
      ->capture_default_str();
  add_filter_options(command, options);
  command.add_option("--name", options.name, "name of an external decoder, instead of its own");
  add_relaxations(command, options);
}

void add_relaxations(CLI::App& command, ExternalOptions& options) {
  Relaxations& relaxed = options.limits.relaxed;
  command
      .add_option("--allow-read", relaxed.readable,
                  "a directory or file that the decoder may read too; may be given again")
      ->allow_extra_args(false);
  command
      .add_option_function<std::vector<std::string>>(
          "--allow",
          [&relaxed](const std::vector<std::string>& what) {
            for (const std::string& one : what) relax(relaxed, one);
          },
          "sockets, namespaces or reading (of all files); may be given again")
      ->allow_extra_args(false)
      ->check(CLI::IsMember({"sockets", "namespaces", "reading"}));
  command
      .add_option("--env", relaxed.variables,
                  "a variable of the environment that the decoder gets too; may be given again")
      ->allow_extra_args(false);
  command.add_flag("--no-isolation", options.no_isolation,
                   "allow the decoder the network and the file system");
}

void add_report_option(CLI::App& command, std::string& report) {
  const std::string about = "the report that has the key of a finding; default: ";
  command
      .add_option("--report", report, about + fmt::format("{}", fmt::join(default_reports(), ", ")))
      ->type_name("FILE");
}

ExternalDecoder external_decoder(const Global& global, ExternalOptions options) {
  options.command = global.child;
  return ExternalDecoder(options);
}

bool is_external(const Global& global, const std::string& name) {
  return !global.child.empty() || is_plugin_name(name);
}

AnyDecoder any_decoder(const Global& global, const std::string& name, ExternalOptions options) {
  if (!is_external(global, name)) return AnyDecoder(decoder_named(name));
  options.plugin = name;
  options.command = global.child;
  return AnyDecoder(options);
}

AnyDecoder decoder_of(const Global& global, const StoredFinding& stored, const ReplayCall& call,
                      const std::string& otherwise, ExternalOptions options) {
  if (options.name.empty()) options.name = stored.finding.decoder;
  if (is_external(global, otherwise)) return any_decoder(global, otherwise, options);
  if (!call.is_external()) return AnyDecoder(decoder_named(call.decoder));
  options.plugin = call.external.plugin;
  options.command = call.external.command;
  options.is_filter = call.external.is_filter;
  options.filter_output = call.external.filter_output;
  options.filter_mode = call.external.filter_mode;
  options.filter_policy = call.external.filter_policy;
  try {
    return AnyDecoder(options);
  } catch (const AbsentError& error) {
    throw AbsentError(fmt::format(
        "{}; {} says that it was called so; name PLUGIN.so or -- COMMAND behind the key instead",
        error.what(), stored.file.string()));
  }
}

}  // namespace placemat::cli
