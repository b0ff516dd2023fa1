// certify_command.cc: `placemat certify`. What is established of a decoder for all inputs of some
// kind; harness/certify/ decides what that is.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>

#include "harness/bytes/error.h"
#include "harness/campaign/certificate_check.h"
#include "harness/campaign/certified.h"
#include "harness/cli/external.h"
#include "harness/cli/numbers.h"
#include "harness/report/text.h"
#include "harness/report/views/certificate.h"
#include "harness/report/views/certificate_table.h"

namespace placemat::cli {
namespace {

// Beside each certificate of `--all` that is whole.
constexpr const char* kAskedFor = "asked";
// Beside all of them: what became of the mutants of code that several decoders share.
constexpr const char* kScores = "scores";

struct CertifyArguments {
  ExternalOptions external;
  std::string as, budget = "standard", out = "out/certify";
  std::string check;
  bool has_no_proof = false, has_no_sanitizers = false, resume = false, of_all = false;
  std::optional<unsigned> length, states;
  unsigned threads = default_threads();
};

CertifyScope scope_of(const CertifyArguments& options) {
  const CertifyScope standard{3, 1}, deep{4, 2};
  const CertifyScope scope = options.budget == "deep" ? deep : standard;
  return {options.length.value_or(scope.length), options.states.value_or(scope.states)};
}

CertifyRequest request_of(const Global& global, const CertifyArguments& options) {
  CertifyRequest request;
  const std::string& word = options.external.plugin;
  request.external = options.external;
  request.external.command = global.child;
  if (!is_external(global, word)) {
    if (word.empty()) {
      throw InputError("name a decoder of this tree, PLUGIN.so, or -- COMMAND [ARGUMENT...]");
    }
    request.own = &decoder_named(word);
  }
  if (!options.as.empty()) request.as = options.as;
  request.scope = scope_of(options);
  request.asks_prover = !options.has_no_proof;
  request.asks_sanitizers = !options.has_no_sanitizers;
  request.has_all_mutants = options.budget == "deep";
  request.resume = options.resume;
  request.threads = options.threads;
  request.stop = &interrupted();
  return request;
}

int exit_code_of(const Certificate& certificate) {
  if (certificate.result == item_result::kUnfinished) return kUnfinished;
  return certificate.result == item_result::kEstablished ? kAsExpected : kFinding;
}

// The lemmas of a certificate, by the solvers of this machine.
int check(const Global& global, const CertifyArguments& options) {
  Progress progress(global.progress, "check");
  CheckHow how;
  how.threads = options.threads;
  how.stop = &interrupted();
  how.progress = [&](std::size_t done, std::size_t all) { progress.at(done, all); };
  const CertificateCheck found = check_certificate(options.check, how);
  progress.clear();
  std::size_t confirmed = 0, contradicted = 0;
  nlohmann::json rows = nlohmann::json::array();
  for (const LemmaCheck& lemma : found.lemmas) {
    confirmed += lemma.is_confirmed() ? 1 : 0;
    contradicted += lemma.is_contradicted() ? 1 : 0;
    rows.push_back({{"file", lemma.file},
                    {"expected", lemma.expected},
                    {"answers", lemma.answers},
                    {"missing", lemma.is_missing},
                    {"changed", lemma.is_changed}});
    if (global.json() || lemma.is_confirmed()) continue;
    fmt::print("  {:40} {} expected, {}{}\n", visible_line(lemma.file), lemma.expected,
               visible_line(fmt::to_string(fmt::join(lemma.answers, ", "))),
               lemma.is_missing   ? "the file is missing"
               : lemma.is_changed ? "; the file was changed"
                                  : "");
  }
  if (global.json()) {
    fmt::print("{}\n", nlohmann::json{{"decoder", found.decoder},
                                      {"solvers", found.solvers},
                                      {"confirmed", confirmed},
                                      {"contradicted", contradicted},
                                      {"lemmas", rows}}
                           .dump());
  } else {
    fmt::print("{} as {}, placemat {}, SHA-256 {}\n{} of {} formulas confirmed by {}\n",
               visible_line(found.decoder), visible_line(found.judged_as),
               visible_line(found.tool_commit),
               found.digest.empty() ? "unknown" : visible_line(found.digest), confirmed,
               found.lemmas.size(), fmt::join(found.solvers, " and "));
  }
  if (contradicted > 0) return kFinding;
  return confirmed == found.lemmas.size() && !interrupted() ? kAsExpected : kUnfinished;
}

// What a certificate of `--all` was asked for; --resume takes one over that was asked for the same.
std::string asked_for(const CertifyRequest& request, const CertifyArguments& options) {
  return fmt::format("{} {} as {}, length {}, states {}, budget {}, proof {}, sanitizers {}\n",
                     request.own->name, digest_of(request), options.as, request.scope.length,
                     request.scope.states, options.budget, request.asks_prover,
                     request.asks_sanitizers);
}

// The certificate of an earlier `--all` in this directory, where it was whole and asked for the
// same.
std::optional<Certificate> whole_one(const CertifyRequest& request, const std::string& asked) {
  std::ifstream in(request.file.parent_path() / kAskedFor);
  if (std::string(std::istreambuf_iterator<char>(in), {}) != asked) return std::nullopt;
  try {
    const Report report = read_report(request.file);
    if (!report.certificates.empty()) return report.certificates.front();
  } catch (const InputError&) {
    // A damaged one is made again.
  }
  return std::nullopt;
}

CertifyProgress shown_by(Progress& progress, const std::string& what) {
  return [&progress, what](std::string_view step, std::uint64_t done, std::uint64_t all) {
    progress.begin(fmt::format("{}: {}", what, step));
    progress.at(done, all);
  };
}

// One certificate after the other, each in a directory of its own, and what they say at a glance.
int certify_all(const Global& global, const CertifyArguments& options) {
  if (is_external(global, options.external.plugin) || !options.external.plugin.empty()) {
    throw InputError("--all takes the decoders of this tree, and no other is to be named");
  }
  std::vector<Certificate> all;
  int worst = kAsExpected;
  for (const Decoder* decoder : decoders()) {
    if (decoder->version == nullptr || std::string_view(decoder->version) != "in-tree") continue;
    CertifyArguments one = options;
    one.external.plugin = decoder->name;
    CertifyRequest request = request_of(global, one);
    request.file = make_directory((std::filesystem::path(options.out) / decoder->name).string()) /
                   "report.jsonl";
    request.scores = std::filesystem::path(options.out) / kScores;
    request.resume = false;  // the strings of a decoder that was not whole are asked again
    const std::string asked = asked_for(request, options);
    if (options.resume) {
      if (auto whole = whole_one(request, asked)) {
        worst = std::max(worst, exit_code_of(*whole));
        all.push_back(std::move(*whole));
        continue;
      }
    }
    std::filesystem::remove(request.file.parent_path() / kAskedFor);
    Progress progress(global.progress, decoder->name);
    request.progress = shown_by(progress, decoder->name);
    all.push_back(certify_to_report(request).certificates.front());
    progress.clear();
    worst = std::max(worst, exit_code_of(all.back()));
    if (interrupted()) break;
    if (all.back().result == item_result::kUnfinished) continue;
    std::ofstream(request.file.parent_path() / kAskedFor) << asked;
  }
  const Table table = certificate_table(all);
  fmt::print("{}\n", global.json() ? to_json(table) : to_markdown(table));
  return worst;
}

int run_certify(const Global& global, const CertifyArguments& options) {
  if (!options.check.empty()) return check(global, options);
  if (options.of_all) return certify_all(global, options);
  CertifyRequest request = request_of(global, options);
  request.file = make_directory(options.out) / "report.jsonl";
  Progress progress(global.progress, "certify");
  request.progress = shown_by(progress, "certify");
  const Report report = certify_to_report(request);
  progress.clear();
  const Certificate& certificate = report.certificates.front();
  if (global.json()) {
    fmt::print("{}", to_line(certificate));
  } else {
    fmt::print("{}\n{}\n", certificate_text(certificate), request.file.string());
  }
  return exit_code_of(certificate);
}

}  // namespace

void add_certify(CLI::App& app, Global& global) {
  auto* command = app.add_subcommand(
      "certify", "state what is established of a decoder, by which argument, and what is not");
  auto options = std::make_shared<CertifyArguments>();
  command->add_option("decoder", options->external.plugin,
                      "a decoder's name, PLUGIN.so, or -- COMMAND [ARGUMENT...]");
  command->add_option("--as", options->as, "judge as another dialect or profile");
  command
      ->add_option("--budget", options->budget,
                   "standard: --length 3 --states 1, and one mutant of the proof in 16; deep: 4 "
                   "and 2, and all")
      ->check(CLI::IsMember({"standard", "deep"}))
      ->capture_default_str();
  command->add_option("--length", options->length, "exhaust all strings of up to this many units")
      ->check(whole_number(1, 4, true));
  command
      ->add_option("--states", options->states,
                   "complete suites for machines with this many extra units to each state")
      ->check(whole_number(1, 2, true));
  command
      ->add_option("--threads", options->threads,
                   "threads, or processes of the decoder and of solvers")
      ->check(whole_number(1, 1024))
      ->capture_default_str();
  command->add_option("--out", options->out, "a directory for report.jsonl")->capture_default_str();
  command->add_flag("--resume", options->resume,
                    "continue the strings of an interrupted or killed certificate in --out; with "
                    "--all, the decoders that it has not finished");
  command->add_flag("--no-proof", options->has_no_proof, "do not start the prover");
  command->add_flag("--no-sanitizers", options->has_no_sanitizers,
                    "do not ask the decoder that is built with sanitizers");
  command->add_flag("--all", options->of_all,
                    "certify each decoder of this tree, and print one table: decoder x item");
  command->add_option("--check", options->check,
                      "replay the lemmas of a certificate in this directory with z3 and cvc5, as "
                      "far as they are installed");
  add_external_options(*command, options->external);
  command->footer(
      "Ctrl-C ends it, and what was established so far is written; --resume goes on behind the\n"
      "strings that were asked. Sanitizers and proofs begin anew.\n\n"
      "Exit code: 0 every item is established or says why not; 1 an item is refused, with the\n"
      "shortest string that contradicts it, or the decoder answers no string; 2 misuse; 3 the\n"
      "decoder is absent; 4 unfinished.\n\n"
      "Examples:\n"
      "  placemat certify branchy\n"
      "  placemat certify ./mine.so --budget deep\n"
      "  placemat certify --length 2 -- python3 adapter.py\n"
      "  placemat certify --check out/certify\n"
      "  placemat certify --all --length 1 --no-proof");
  command->callback([&global, options] { global.exit_code = run_certify(global, *options); });
}

}  // namespace placemat::cli
