#include "harness/cli/external.h"

namespace placemat::cli {

void add_external_options(CLI::App& command, ExternalOptions& options) {
  command.add_option("--limit", options.limits.call_ms, "processor time of one call, in ms")
      ->check(CLI::Range(10, 600000))
      ->capture_default_str();
  command.add_option("--memory", options.limits.memory_mib, "memory, in MiB; 0: no limit")
      ->capture_default_str();
  command
      .add_option("--file-size", options.limits.file_mib,
                  "size limit of a file the decoder writes, in MiB")
      ->capture_default_str();
  command
      .add_option("--processes", options.limits.processes,
                  "limit of processes the decoder may start")
      ->capture_default_str();
  command
      .add_option("--output-limit", options.limits.output_mib, "output limit of one batch, in MiB")
      ->capture_default_str();
  command
      .add_option("--start-limit", options.start_ms, "time limit for the hello of a child, in ms")
      ->capture_default_str();
  add_filter_options(command, options);
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
  command.add_option("--policy", options.filter_policy,
                     "the replacement policy that a lossy filter is documented to have");
}

ExternalDecoder external_decoder(const Global& global, ExternalOptions options) {
  options.command = global.child;
  return ExternalDecoder(options);
}

}  // namespace placemat::cli
