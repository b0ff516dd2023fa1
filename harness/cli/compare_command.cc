// compare_command.cc: `placemat compare A B`, on which strings two decoders differ.
#include <fmt/format.h>

#include "harness/bytes/error.h"
#include "harness/bytes/nearest.h"
#include "harness/campaign/compare.h"
#include "harness/campaign/installed_audit.h"
#include "harness/cli/external.h"
#include "harness/report/views/comparison.h"

namespace placemat::cli {
namespace {

struct CompareArguments {
  std::string first, second, first_by, second_by;
  ExternalOptions external;
};

// None where the program has no list: an installed one.
std::vector<ListedSubject> listed_subjects() {
  try {
    return read_subject_list(PLACEMAT_SUBJECTS, {PLACEMAT_TREE, build_directory()},
                             {"audit-full", {}});
  } catch (const InputError&) {
    return {};
  }
}

ExternalOptions options_for(const ListedSubject& listed, const ExternalOptions& options) {
  if (const std::string why = why_absent(listed); !why.empty()) {
    throw AbsentError(fmt::format("{} is not on this machine: {}", listed.name, why));
  }
  AuditRequest request;
  request.decoder = options;
  return request_for(listed, request, "").decoder;
}

[[noreturn]] void throw_unknown(const std::string& name, const std::vector<ListedSubject>& listed) {
  std::vector<std::string_view> names;
  for (const Decoder* decoder : decoders()) names.emplace_back(decoder->name);
  for (const Decoder* decoder : saboteurs()) names.emplace_back(decoder->name);
  for (const ListedSubject& subject : listed) names.emplace_back(subject.name);
  const std::string_view near = nearest(name, names);
  throw InputError(
      fmt::format("'{}' is neither a decoder nor a listed subject{}; `placemat list decoders` and "
                  "`placemat list subjects` have the names",
                  name, near.empty() ? "" : fmt::format(", did you mean '{}'?", near)));
}

std::unique_ptr<ComparedDecoder> decoder_of(const std::string& name,
                                            const ExternalOptions& options) {
  if (is_plugin_name(name)) {
    ExternalOptions plugin = options;
    plugin.plugin = name;
    return compared(plugin);
  }
  if (find_decoder(name) == nullptr) {
    const std::vector<ListedSubject> subjects = listed_subjects();
    const auto found = std::ranges::find(subjects, name, &ListedSubject::name);
    if (found != subjects.end()) return compared(options_for(*found, options));
    const std::vector<AbsentDecoder> absent = absent_decoders();
    if (std::ranges::find(absent, name, &AbsentDecoder::name) == absent.end()) {
      throw_unknown(name, subjects);
    }
  }
  return compared(decoder_named(name));
}

std::vector<Bytes> strings_of(const Corpus& corpus) {
  std::vector<Bytes> strings;
  for (const Vector& vector : corpus.vectors) strings.push_back(vector.units.bytes);
  return strings;
}

std::optional<Operation> operation_named(const std::string& name) {
  if (name.empty()) return std::nullopt;
  const std::optional<Operation> operation = find_operation(name);
  if (!operation)
    throw InputError(
        fmt::format("unknown operation '{}'; validate, strict32, "
                    "lossy32, stream-strict and others are some",
                    name));
  return operation;
}

int run_compare(const Global& global, const CompareArguments& options) {
  if (global.format == "markdown") throw InputError("compare knows --format text and json");
  if (options.first.empty() || options.second.empty() == global.child.empty()) {
    throw InputError("name two decoders; the second one may be a command: A -- COMMAND");
  }
  const std::vector<Bytes> vectors = strings_of(load_corpus(corpus_directory(global)));
  const std::unique_ptr<ComparedDecoder> first = decoder_of(options.first, options.external);
  std::unique_ptr<ComparedDecoder> second;
  if (global.child.empty()) {
    second = decoder_of(options.second, options.external);
  } else {
    ExternalOptions child = options.external;
    child.command = global.child;
    second = compared(child);
  }
  Progress progress(global.progress, "compare");
  CompareOptions how;
  how.first_by = operation_named(options.first_by);
  how.second_by = operation_named(options.second_by);
  how.stop = &interrupted();
  how.progress = [&](std::size_t done, std::size_t all) { progress.at(done, all); };
  const DecoderComparison comparison = compare(*first, *second, vectors, how);
  progress.clear();
  fmt::print("{}", global.json() ? comparison_json(comparison) : comparison_text(comparison));
  if (!comparison.groups.empty() || comparison.unanswered > 0) return kFinding;
  return comparison.is_complete ? kAsExpected : kUnfinished;
}

}  // namespace

void add_compare(CLI::App& app, Global& global) {
  auto* command = app.add_subcommand("compare", "the strings that two decoders read differently");
  auto options = std::make_shared<CompareArguments>();
  command->add_option("first", options->first,
                      "a decoder's name, PLUGIN.so, or a name of the list of subjects");
  command->add_option("second", options->second, "the same, or -- COMMAND [ARGUMENT...]");
  command->add_option("--first-by", options->first_by,
                      "ask only this function of the first one, such as validate");
  command->add_option("--second-by", options->second_by, "the same of the second one");
  add_external_options(*command, options->external);
  command->footer(
      "No law says here which of the two is right. What one accepts and the other refuses, and "
      "what\n"
      "both accept and read as other text, is what an attacker looks for between a validator and "
      "the\n"
      "decoder behind it.\n\n"
      "Asked are all strings of up to two code units, those of up to six over the edges of the "
      "rows\n"
      "of Table 3-7 and of the bit patterns of RFC 2279, short ones between letters, and the "
      "curated\n"
      "vectors.\n\n"
      "Exit code: 0 they agree; 1 they differ, or one gives no answer; 2 misuse; 3 one is absent; "
      "4 interrupted.\n\n"
      "Examples:\n"
      "  placemat compare branchy tutorial_lenient\n"
      "  placemat compare branchy ./mine.so --format json\n"
      "  placemat compare simd simd --first-by validate --second-by stream-lossy\n"
      "  placemat compare ./validator.so -- python3 adapter.py");
  command->callback([&global, options] { global.exit_code = run_compare(global, *options); });
}

}  // namespace placemat::cli
