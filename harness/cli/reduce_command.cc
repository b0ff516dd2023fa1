// reduce_command.cc: `placemat reduce FILE DECODER`, the shortest input that
// fails in the same way as a file does.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "harness/bytes/error.h"
#include "harness/campaign/reduce.h"
#include "harness/cli/command.h"

namespace placemat::cli {
namespace {

struct Options {
  std::string file, decoder, as;
};

Bytes read_file(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    throw InputError(fmt::format("{}: a directory; name a file of code units", path));
  }
  std::ifstream in(path, std::ios::binary);
  if (!in) throw InputError(fmt::format("{}: cannot be read; check the name", path));
  Bytes bytes{std::istreambuf_iterator<char>(in), {}};
  if (bytes.size() > Caller::kMaxUnits) {
    throw InputError(fmt::format("{}: {} code units; the most is {}, cut it first", path,
                                 bytes.size(), Caller::kMaxUnits));
  }
  return bytes;
}

void print(const Global& global, const Reduction& reduction) {
  const std::string_view operation = name_of(reduction.operation);
  const Failure& failure = reduction.failure;
  if (global.json()) {
    fmt::print("{}\n", nlohmann::ordered_json{{"operation", operation},
                                              {"kind", row_of(failure.kind).name},
                                              {"units", reduction.units},
                                              {"expected", failure.expected},
                                              {"seen", failure.seen}}
                           .dump());
  } else {
    fmt::print("{:14} {:24} {}\n{:14} expected {}; seen {}\n", operation, row_of(failure.kind).name,
               reduction.units, "", failure.expected, failure.seen);
  }
}

int run(const Global& global, const Options& options) {
  const Decoder& decoder = decoder_named(options.decoder);
  const auto as = options.as.empty() ? std::nullopt : std::optional(options.as);
  if (as) parse_profile(*as, claimed_profile(decoder));  // before a file is read
  const Bytes bytes = read_file(options.file);
  const std::vector<Reduction> reductions = reduce(decoder, as, bytes);
  for (const Reduction& reduction : reductions) print(global, reduction);
  if (reductions.empty() && !global.json()) {
    fmt::print("{} is right about {} ({} code units)\n", decoder.name, options.file, bytes.size());
  }
  return reductions.empty() ? kAsExpected : kFinding;
}

}  // namespace

void add_reduce(CLI::App& app, Global& global) {
  auto* command = app.add_subcommand("reduce", "find the shortest input that fails as a file does");
  auto options = std::make_shared<Options>();
  command->add_option("file", options->file, "a file of raw code units")->required();
  command->add_option("decoder", options->decoder, "its name")->required();
  command->add_option("--as", options->as, "judge as another dialect or profile");
  command->footer(
      "Exit code 1 when the decoder fails on the file.\n\n"
      "Example:\n"
      "  placemat reduce crash-1f2e tutorial_lenient --as utf-8");
  command->callback([&global, options] { global.exit_code = run(global, *options); });
}

}  // namespace placemat::cli
