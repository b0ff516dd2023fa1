// corpus_command.cc: `placemat corpus lint|add|generate|show|export`. It reads options and prints;
// harness/corpus decides what a correct corpus is.
#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "harness/bytes/error.h"
#include "harness/bytes/text_file.h"
#include "harness/cli/external.h"
#include "harness/corpus/defects.h"
#include "harness/corpus/generated.h"
#include "harness/generate/fuzz_kit.h"
#include "harness/generate/vector_packages.h"
#include "harness/generate/vector_set.h"

namespace placemat::cli {
namespace {

std::string read_standard_input() {
  return {std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()};
}

// ---- lint ----

struct LintOptions {
  bool fix = false;
};

// The layout of a correct corpus may differ from the generated one; that is the only problem that
// can be repaired automatically.
std::vector<Problem> layout_problems(const std::filesystem::path& directory, const Corpus& corpus,
                                     const DefectCatalogue& defects, bool fix) {
  std::vector<Problem> problems;
  for (const Rewrite& file : generated_files(directory)) {
    std::error_code error;
    if (!std::filesystem::exists(file.path, error) || read_text_file(file.path) == file.text) {
      continue;
    }
    problems.push_back({file.path.string(), 0,
                        "not what `placemat corpus generate` writes; run it, and add what is not "
                        "generated to another theme"});
  }
  std::vector<Rewrite> rewrites = layout_rewrites(directory, corpus);
  for (Rewrite& rewrite : defect_rewrites(defects)) rewrites.push_back(std::move(rewrite));
  for (const Rewrite& rewrite : rewrites) {
    if (fix) {
      write_text_file(rewrite.path, rewrite.text);
      fmt::print("{}: laid out again\n", rewrite.path.string());
    } else {
      problems.push_back({rewrite.path.string(), 0,
                          "the layout is not canonical; `placemat corpus lint --fix` mends it"});
    }
  }
  return problems;
}

std::size_t count_defects(const DefectCatalogue& catalogue) { return catalogue.by_effect().size(); }

void print_lint_json(const Lint& lint, const DefectCatalogue& defects) {
  nlohmann::json problems = nlohmann::json::array();
  for (const Problem& problem : lint.problems) {
    problems.push_back({{"file", problem.file}, {"line", problem.line}, {"what", problem.what}});
  }
  const nlohmann::json document = {{"vectors", lint.corpus.vectors.size()},
                                   {"themes", lint.corpus.themes.size()},
                                   {"flags", lint.corpus.flags.size()},
                                   {"bugs", lint.corpus.bugs.size()},
                                   {"defects", count_defects(defects)},
                                   {"digest", digest_of(lint.corpus)},
                                   {"problems", problems}};
  fmt::print("{}\n", document.dump(2));
}

void run_lint(Global& global, const LintOptions& options) {
  const std::filesystem::path directory = corpus_directory(global);
  Lint lint = lint_corpus(directory);
  DefectLint defects = lint_defects(directory, defect_folder(directory));
  for (Problem& problem : defects.problems) lint.problems.push_back(std::move(problem));
  if (lint.problems.empty()) {
    lint.problems = layout_problems(directory, lint.corpus, defects.catalogue, options.fix);
  }
  if (!lint.problems.empty()) global.exit_code = kMisuse;
  if (global.json()) return print_lint_json(lint, defects.catalogue);
  for (const Problem& problem : lint.problems) fmt::print("{}\n", to_text(problem));
  if (lint.problems.empty()) {
    fmt::print("{} vectors in {} themes, {} flags, {} bugs, {} defects, no problem; digest {}\n",
               lint.corpus.vectors.size(), lint.corpus.themes.size(), lint.corpus.flags.size(),
               lint.corpus.bugs.size(), count_defects(defects.catalogue),
               digest_of(lint.corpus).substr(0, 16));
  } else {
    fmt::print("{} problem{}\n", lint.problems.size(), lint.problems.size() == 1 ? "" : "s");
  }
}

void add_lint(CLI::App& corpus, Global& global) {
  CLI::App* command =
      corpus.add_subcommand("lint",
                            "check every file against the schema, and every outcome "
                            "against the law; print all problems");
  const auto options = std::make_shared<LintOptions>();
  command->add_flag("--fix", options->fix, "write correct files in the canonical layout");
  command->footer("Example:\n  placemat corpus lint");
  command->callback([&global, options] { run_lint(global, *options); });
}

// ---- add ----

struct AddOptions {
  Envelope envelope;
  std::vector<std::string> exclusions;
  std::string limit_reason, batch;
  std::string from, report;  // the key of a finding, and the report that has it
};

void add_limit(AddOptions& options) {
  if (options.exclusions.empty() && options.limit_reason.empty()) return;
  options.envelope.limit = Limit{options.exclusions, options.limit_reason};
}

// What a person did not state, a finding does.
void fill_from_finding(const Corpus& corpus, AddOptions& options) {
  const Finding finding = stored_finding(options.from, options.report).finding;
  if (finding.operation.empty()) {
    throw InputError(options.from + ": this finding is not about units, so it is no vector");
  }
  const std::string kind(row_of(finding.kind).name);
  Envelope& envelope = options.envelope;
  if (envelope.hex.empty()) envelope.hex = finding.minimal;
  if (envelope.clause.empty()) envelope.clause = row_of(finding.kind).clause;
  if (envelope.comment.empty()) {
    const std::string conditions =
        finding.conditions.empty() ? "" : fmt::format(", {}", finding.conditions);
    envelope.comment = fmt::format("A decoder was found with it: {}{}", kind, conditions);
  }
  if (!envelope.flags.empty()) return;
  for (const auto& [name, flag] : corpus.flags) {
    if (flag.kind != kind) continue;
    envelope.flags.push_back(name);
    return;
  }
}

// A line for --batch, which a person completes.
void print_candidate(const Envelope& envelope) {
  const nlohmann::ordered_json candidate{{"theme", envelope.theme},
                                         {"hex", envelope.hex},
                                         {"flags", envelope.flags},
                                         {"clause", envelope.clause},
                                         {"comment", envelope.comment}};
  fmt::print("{}\n", candidate.dump());
}

std::vector<Envelope> envelopes_of(AddOptions& options) {
  if (!options.batch.empty()) {
    const bool is_standard_input = options.batch == "-";
    return parse_envelopes(
        is_standard_input ? read_standard_input() : read_text_file(options.batch),
        is_standard_input ? "standard input" : options.batch);
  }
  add_limit(options);
  for (const auto& [name, value] :
       {std::pair("--theme", &options.envelope.theme), std::pair("--hex", &options.envelope.hex),
        std::pair("--clause", &options.envelope.clause),
        std::pair("--comment", &options.envelope.comment)}) {
    if (value->empty()) {
      throw InputError(
          fmt::format("{} is missing; `placemat corpus add --help` has an example", name));
    }
  }
  return {options.envelope};
}

void run_add(Global& global, AddOptions& options) {
  if (!options.from.empty()) {
    fill_from_finding(load_corpus(corpus_directory(global)), options);
    if (options.envelope.theme.empty()) return print_candidate(options.envelope);
  }
  const std::vector<std::string> ids = add_vectors(corpus_directory(global), envelopes_of(options));
  if (global.json()) {
    fmt::print("{}\n", nlohmann::json{{"added", ids}}.dump());
    return;
  }
  for (const std::string& id : ids) fmt::print("{}\n", id);
}

void add_add(CLI::App& corpus, Global& global) {
  CLI::App* command = corpus.add_subcommand(
      "add",
      "add a vector; the id, the outcome and the layout are computed, and duplicate "
      "code units are refused");
  const auto options = std::make_shared<AddOptions>();
  Envelope& envelope = options->envelope;
  command->add_option("--theme", envelope.theme, "the file it belongs to");
  command->add_option("--hex", envelope.hex, "code units in case notation, as \"61*63 C3|A9\"");
  command->add_option("--flag", envelope.flags,
                      "the probable error of a decoder that fails; may be repeated");
  command->add_option("--clause", envelope.clause, "the rule that decides the outcome");
  command->add_option("--comment", envelope.comment, "why the vector exists");
  command->add_option("--slug", envelope.slug,
                      "the second half of the id; made from the comment by default");
  command->add_option("--about", envelope.about, "what a new theme is about");
  command->add_option("--without", options->exclusions,
                      "a presentation to exclude; may be repeated");
  command->add_option("--limit-reason", options->limit_reason, "the reason for --without");
  CLI::Option* const batch =
      command->add_option("--batch", options->batch,
                          "read envelopes from this file, one JSON object a line (- for standard "
                          "input); all are added or none");
  command
      ->add_option("--from", options->from,
                   "take units, clause, flag and comment from the finding with this key; "
                   "without --theme, print them as a line for --batch and add nothing")
      ->excludes(batch);
  add_report_option(*command, options->report);
  command->footer(
      "Examples:\n"
      "  placemat corpus add --from 'KEY' --report out/fuzz/report.jsonl\n"
      "  placemat corpus add --theme overlong --hex \"2E 2E C0 AF 2E 2E C0 AF\" --flag "
      "overlong-path \\\n"
      "      --clause \"Unicode 3.9, D92\" --comment \"Two steps up the tree\"\n"
      "  echo '{\"theme\": \"nul\", \"hex\": \"00 C0 80\", \"flags\": [\"nul\"], "
      "\"clause\": \"RFC 3629, section 3\", \"comment\": \"Both forms of NUL\"}' \\\n"
      "      | placemat corpus add --batch -");
  command->callback([&global, options] { run_add(global, *options); });
}

// ---- generate ----

void add_generate(CLI::App& corpus, Global& global) {
  CLI::App* command = corpus.add_subcommand(
      "generate", "write the files of generated/ again, from the rows of generated.cc");
  command->footer("Example:\n  placemat corpus generate");
  command->callback([&global] {
    const std::filesystem::path directory = corpus_directory(global);
    std::filesystem::create_directories(directory / "generated");
    for (const Rewrite& file : generated_files(directory)) {
      write_text_file(file.path, file.text);
      fmt::print("{}\n", file.path.string());
    }
  });
}

// ---- show ----

struct Selection {
  std::vector<std::string> names;  // ids or themes; all when empty
  std::vector<std::string> flags;
};

bool has_flag(const Vector& vector, const std::vector<std::string>& flags) {
  return flags.empty() || std::any_of(flags.begin(), flags.end(), [&](const std::string& flag) {
           return std::find(vector.flags.begin(), vector.flags.end(), flag) != vector.flags.end();
         });
}

void check_names(const Corpus& corpus, const Selection& selection) {
  for (const std::string& name : selection.names) {
    if (!corpus.themes.contains(name) && corpus.find(name) == nullptr) {
      throw InputError(
          fmt::format("no vector or theme \"{}\"; `placemat corpus show` lists the "
                      "themes, `placemat corpus show THEME` its vectors",
                      name));
    }
  }
  for (const std::string& flag : selection.flags) {
    if (!corpus.flags.contains(flag)) {
      throw InputError(fmt::format("unknown flag \"{}\"; `placemat list flags` names them", flag));
    }
  }
}

std::vector<Vector> chosen(const Corpus& corpus, const Selection& selection) {
  check_names(corpus, selection);
  std::vector<Vector> vectors;
  for (const Vector& vector : corpus.vectors) {
    const auto is_named = [&](const std::string& name) {
      return name == vector.id || name == vector.theme;
    };
    const bool is_wanted = selection.names.empty() ||
                           std::any_of(selection.names.begin(), selection.names.end(), is_named);
    if (is_wanted && has_flag(vector, selection.flags)) vectors.push_back(vector);
  }
  return vectors;
}

void add_selection(CLI::App& command, Selection& selection) {
  command.add_option("NAME", selection.names, "ids or themes");
  command.add_option("--flag", selection.flags, "only vectors with this flag; may be repeated");
}

void print_themes(const Corpus& corpus) {
  for (const auto& [name, theme] : corpus.themes) {
    const auto count = std::count_if(corpus.vectors.begin(), corpus.vectors.end(),
                                     [&](const Vector& vector) { return vector.theme == name; });
    fmt::print("{:20} {:5}  {}\n", name, count, theme.about);
  }
  fmt::print("{:20} {:5}\n", "all", corpus.vectors.size());
}

void print_flag(const Flag& flag) {
  fmt::print("  flag {} ({}): {}\n    effect: {}\n", flag.name, flag.kind, flag.about, flag.effect);
  if (!flag.cves.empty()) fmt::print("    see {}\n", fmt::join(flag.cves, ", "));
}

void print_outcome(const Vector& vector) {
  const VectorOutcome& outcome = vector.outcome;
  if (outcome.well_formed()) {
    fmt::print("  well-formed: {}\n", values_to_text(outcome.values));
    return;
  }
  const Extent first = outcome.errors.front();
  fmt::print("  ill-formed at offset {}, length {}\n", first.offset, first.length);
  for (const Policy& policy : policies()) {
    if (policy.stops) continue;
    fmt::print("    {:20} {}\n", policy.name,
               values_to_text(values_under(policy, outcome, vector.units.bytes)));
  }
}

void print_vector(const Corpus& corpus, const Vector& vector) {
  fmt::print("{}\n  {}\n  {}\n  clause {}\n", vector.id, to_text(vector.units), vector.comment,
             vector.clause);
  if (vector.source) {
    fmt::print("  from {}, line {}, in {}\n", vector.source->file, vector.source->line,
               vector.source->encoding);
  }
  if (vector.limit) {
    fmt::print("  without {}: {}\n", fmt::join(vector.limit->exclusions, ", "),
               vector.limit->reason);
  }
  print_outcome(vector);
  for (const std::string& name : vector.flags) print_flag(corpus.flags.find(name)->second);
}

void run_show(Global& global, const Selection& selection) {
  const Corpus corpus = load_corpus(corpus_directory(global));
  const std::vector<Vector> vectors = chosen(corpus, selection);
  if (global.json()) return export_vectors(vectors, ExportFormat::kJsonLines, std::cout);
  if (selection.names.empty() && selection.flags.empty()) return print_themes(corpus);
  if (vectors.size() == 1) return print_vector(corpus, vectors.front());
  for (const Vector& vector : vectors) {
    fmt::print("{:48} {:24} {}\n", vector.id, to_text(vector.units), vector.comment);
  }
}

void add_show(CLI::App& corpus, Global& global) {
  CLI::App* command =
      corpus.add_subcommand("show",
                            "show the themes, the vectors of a theme, or one vector with "
                            "its outcome under every policy");
  const auto selection = std::make_shared<Selection>();
  add_selection(*command, *selection);
  command->footer(
      "Examples:\n"
      "  placemat corpus show\n"
      "  placemat corpus show replacement-count\n"
      "  placemat corpus show overlong/slash-2-units");
  command->callback([&global, selection] { run_show(global, *selection); });
}

// ---- export ----

struct ExportOptions {
  Selection selection;
  std::string format = "jsonl";
  std::string out, set, fuzz, packages;
};

// A dictionary, seeds, and the options that clusters of fuzzers read from a file.
void export_fuzz_kit(const Corpus& corpus, const std::filesystem::path& directory) {
  make_directory(directory / "seeds", "--fuzz");
  for (const FuzzSeed& seed : fuzz_seeds(corpus)) {
    write_text_file(directory / "seeds" / seed.name,
                    std::string(seed.units.begin(), seed.units.end()));
  }
  write_text_file(directory / "utf-8.dict", fuzz_dictionary(DialectId::kUtf8));
  write_text_file(directory / "utf-8.options", "[libfuzzer]\ndict = utf-8.dict\nmax_len = 4096\n");
}

void check_alone(const ExportOptions& options, bool is_alone, const char* otherwise) {
  const bool chooses = !options.selection.names.empty() || !options.selection.flags.empty() ||
                       !options.set.empty() || !options.out.empty();
  if (chooses || !is_alone) throw InputError(otherwise);
}

// A package has whole sets, and the version of the program is that of the corpora.
void export_packages(const Global& global, const Corpus& corpus, const ExportOptions& options) {
  check_alone(options, options.fuzz.empty(),
              "--packages goes alone; each package has the sets core, standard and full");
  const std::filesystem::path templates =
      std::filesystem::path(corpus_directory(global)) / "packages";
  write_packages(vector_packages(templates, corpus, PLACEMAT_VERSION), options.packages,
                 date_of_source());
}

// A set is given as a whole.
std::vector<Vector> vectors_of_set(const Corpus& corpus, const ExportOptions& options) {
  if (!options.selection.names.empty() || !options.selection.flags.empty()) {
    throw InputError("--set goes with no names and no --flag; a set is exported as a whole");
  }
  return vectors_of(*find_vector_set(options.set), corpus);
}

void run_export(Global& global, const ExportOptions& options) {
  const std::optional<ExportFormat> format = find_export_format(options.format);
  if (!format) {
    throw InputError(
        fmt::format("unknown format \"{}\"; --to takes jsonl, tsv, c or hex", options.format));
  }
  const Corpus corpus = load_corpus(corpus_directory(global));
  if (!options.packages.empty()) return export_packages(global, corpus, options);
  if (!options.fuzz.empty()) {
    check_alone(options, true, "--fuzz goes alone; its seeds are chosen from all vectors");
    return export_fuzz_kit(corpus, options.fuzz);
  }
  const std::vector<Vector> vectors =
      options.set.empty() ? chosen(corpus, options.selection) : vectors_of_set(corpus, options);
  if (options.out.empty()) return export_vectors(vectors, *format, std::cout);
  std::ostringstream text;
  export_vectors(vectors, *format, text);
  write_text_file(options.out, text.str());
}

void add_export(CLI::App& corpus, Global& global) {
  CLI::App* command = corpus.add_subcommand(
      "export",
      "write vectors for other programs, with the result under each policy: jsonl (all "
      "members), tsv (id, hex, well_formed, offset, length, values), c (a header), hex (code "
      "units only)");
  const auto options = std::make_shared<ExportOptions>();
  add_selection(*command, options->selection);
  command->add_option("--to", options->format, "jsonl, tsv, c or hex")->capture_default_str();
  command->add_option("--out", options->out, "write to this file; standard output by default");
  add_vector_set(*command, options->set, "write this set instead of curated vectors");
  command->add_option("--fuzz", options->fuzz,
                      "write what a fuzzer starts with to this directory: seeds, a dictionary and "
                      "options");
  command
      ->add_option("--packages", options->packages,
                   "write packages to this new directory, each ready to publish: npm, PyPI, "
                   "crate, Go module, vcpkg port, Conan recipe, and plain JSON and TSV")
      ->type_name("DIR");
  command->footer(
      "Examples:\n"
      "  placemat corpus export --packages out/packages\n"
      "  placemat corpus export --set standard --to hex\n"
      "  placemat corpus export --to tsv overlong surrogate\n"
      "  placemat corpus export --to c --out vectors.h\n"
      "  placemat corpus export --fuzz out/fuzz-kit");
  command->callback([&global, options] { run_export(global, *options); });
}

}  // namespace

void add_corpus(CLI::App& app, Global& global) {
  CLI::App* corpus = app.add_subcommand("corpus", "show, check, extend and export the vectors");
  corpus->require_subcommand(1);
  corpus->footer("Example:\n  placemat corpus show overlong");
  add_lint(*corpus, global);
  add_add(*corpus, global);
  add_generate(*corpus, global);
  add_show(*corpus, global);
  add_export(*corpus, global);
}

}  // namespace placemat::cli
