// reduce_command.cc: `placemat reduce FILE DECODER`, the shortest input that
// fails in the same way as a file does.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "harness/bytes/error.h"
#include "harness/campaign/run.h"
#include "harness/cli/command.h"
#include "harness/judge/minimise.h"

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

int reduce(const Global& global, const Options& options) {
  const Decoder& decoder = decoder_named(options.decoder);
  const Target subject =
      make_target(decoder, {}, {}, options.as.empty() ? std::nullopt : std::optional(options.as));
  const Bytes bytes = read_file(options.file);
  const Fence fence(1000);
  FencedThread thread;
  Caller caller(decoder, thread);
  Judge judge(caller, subject.judged_as);
  bool failed = false;
  for (std::size_t i = 0; i < kOperationCount; ++i) {
    const auto operation = static_cast<Operation>(i);
    if (!has(decoder, operation)) continue;
    const Check check{bytes, {.operation = operation}};
    const auto failure = judge.judge(check);
    if (!failure) continue;
    failed = true;
    const Check minimal =
        failure->kind == Kind::kHang ? check : minimise(judge, check, failure->kind);
    const Failure shown = judge.judge(minimal).value_or(*failure);
    const std::string units = to_text({minimal.units, minimal.how.cuts});
    if (global.json()) {
      fmt::print("{}\n", nlohmann::ordered_json{{"operation", name_of(operation)},
                                                {"kind", row_of(shown.kind).name},
                                                {"units", units},
                                                {"expected", shown.expected},
                                                {"seen", shown.seen}}
                             .dump());
    } else {
      fmt::print("{:14} {:24} {}\n{:14} expected {}; seen {}\n", name_of(operation),
                 row_of(shown.kind).name, units, "", shown.expected, shown.seen);
    }
  }
  if (!failed && !global.json()) {
    fmt::print("{} is right about {} ({} code units)\n", decoder.name, options.file, bytes.size());
  }
  return failed ? kFinding : kAsExpected;
}

}  // namespace

void add_reduce(CLI::App& app, Global& global) {
  auto* command = app.add_subcommand("reduce", "the shortest input that fails as a file does");
  auto options = std::make_shared<Options>();
  command->add_option("file", options->file, "code units, as they are")->required();
  command->add_option("decoder", options->decoder, "its name")->required();
  command->add_option("--as", options->as, "judge as another dialect or profile");
  command->footer(
      "Exit code 1 when the decoder fails on the file.\n\n"
      "Example:\n"
      "  placemat reduce crash-1f2e tutorial_lenient --as utf-8");
  command->callback([&global, options] { global.exit_code = reduce(global, *options); });
}

}  // namespace placemat::cli
