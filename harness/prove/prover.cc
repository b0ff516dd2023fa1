#include "harness/prove/prover.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>

#include "harness/bytes/error.h"
#include "harness/bytes/parallel.h"
#include "harness/certify/solver_program.h"

namespace placemat::prove {
namespace {

namespace fs = std::filesystem;

// Z3 writes its own numbers of variables, with gaps; a solver wants them from 1 on.
std::string renumbered(const std::string& clauses) {
  std::istringstream in(clauses);
  std::string header;
  std::getline(in, header);
  std::map<long, std::size_t> numbers;
  std::string body;
  std::size_t count = 0;
  for (long literal = 0; in >> literal;) {
    if (literal == 0) {
      body += "0\n";
      ++count;
      continue;
    }
    const auto number = numbers.try_emplace(std::labs(literal), numbers.size() + 1).first->second;
    body += fmt::format("{}{} ", literal < 0 ? "-" : "", number);
  }
  return fmt::format("p cnf {} {}\n{}", numbers.size(), count, body);
}

// Conjunctive normal form, by Z3's bit-blasting.
std::string dimacs(const Lemma& lemma) {
  z3::context context;  // a small one, as for questions
  z3::goal goal(context);
  goal.add(z3::to_expr(context, Z3_translate(lemma.formula.ctx(), lemma.formula, context)));
  const z3::tactic to_clauses = z3::tactic(context, "simplify") & z3::tactic(context, "bit-blast") &
                                z3::tactic(context, "tseitin-cnf");
  const z3::apply_result clauses = to_clauses(goal);
  // Z3 writes no clause for what it has simplified to false.
  if (clauses[0].is_decided_unsat()) return "p cnf 1 2\n1 0\n-1 0\n";
  return renumbered(clauses[0].dimacs(false));
}

void write_file(const fs::path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  out << text;
  if (!out.flush()) throw InputError(file.string() + ": cannot be written");
}

std::string z3_version() {
  unsigned major = 0, minor = 0, build = 0, revision = 0;
  Z3_get_version(&major, &minor, &build, &revision);
  return fmt::format("Z3 {}.{}.{}", major, minor, build);
}

// A mutant of a kernel takes longer than one of another decoder. So where not all are taken, these
// are still fewer.
constexpr std::uint64_t kKernelSample = 31;
// How the names of lemmas begin that are about the code around a kernel.
constexpr std::string_view kOfRest = "rest_of_";

// The work on one decoder; each part of it adds an item.
class Prover {
 public:
  Prover(const Subject& subject, const Profile& profile, const ProverOptions& options)
      : subject_(subject), profile_(profile), options_(options) {
    files_.decoder = subject.decoder->name;
    files_.judged_as = to_text(profile);
  }

  ProofFiles run() {
    const std::string why = why_no_lemmas(subject_, profile_);
    if (!why.empty()) {
      add("proof", "all lengths", item_result::kNotAttempted, why);
      return std::move(files_);
    }
    show("lemmas", 0, 1);
    proof_.emplace(context_, subject_, profile_);
    proof_->check(options_.processes);
    lemmas_ = proof_->lemmas();
    if (subject_.rest != nullptr) prove_rest();
    add_proof();
    add_vacuity();
    add_table_3_7();
    write_lemmas();
    add_second_opinion();
    add_clauses();
    add_mutation_score();
    return std::move(files_);
  }

 private:
  CertificateItem& add(const char* item, const char* about, const char* result, std::string claim,
                       std::string assumption = "") {
    if (!subject_.chosen.empty() && std::string_view(item) == "proof")
      claim = fmt::format("on this processor it is {}: {}", subject_.chosen, claim);
    files_.items.push_back({.item = item,
                            .about = about,
                            .result = result,
                            .claim = std::move(claim),
                            .assumption = std::move(assumption)});
    return files_.items.back();
  }
  void show(const char* what, std::uint64_t done, std::uint64_t all) const {
    if (options_.progress) options_.progress(what, done, all);
  }

  void prove_rest();
  void add_proof();
  void add_kernel_proof();
  void add_rest_of_kernel(bool has_lengths, bool has_conversion, bool has_runs);
  void add_encoder();
  void add_vacuity();
  void add_table_3_7();
  void write_lemmas();
  void add_second_opinion();
  void add_clauses();
  std::string key_of(const Proof& proof, const Subject& subject, const ProofOptions& how) const;
  MutationScore score_of(Proof& proof, const Subject& subject, const ProofOptions& how,
                         std::uint64_t& taken_over) const;
  void add_mutation_score();
  std::string policy_gap() const;

  const Subject& subject_;
  const Profile profile_;
  const ProverOptions& options_;
  // Z3 orders terms by their age. In a context of its own, the code around a kernel has the same
  // lemmas for each kernel.
  z3::context context_, context_of_rest_;
  std::optional<Proof> proof_, rest_;  // of a kernel: the code around it
  std::vector<Lemma> lemmas_;
  ProofFiles files_;
};

double seconds_of(const std::vector<Lemma>& lemmas, std::string_view about) {
  double sum = 0;
  for (const Lemma& lemma : lemmas) sum += lemma.about == about ? lemma.seconds : 0;
  return sum;
}

// Constants of the loops, which no solver has to compare.
std::string Prover::policy_gap() const {
  const Policy& rule = policy(profile_.policy);
  const bool is_lossy =
      subject_.decoder->lossy32 != nullptr || subject_.decoder->lossy64 != nullptr;
  if (!is_lossy) return "";
  if (subject_.replacement != rule.replacement) return "it replaces by another value";
  if (subject_.is_per_unit != (rule.count == Policy::Count::kPerUnit)) {
    return "it counts replacements otherwise";
  }
  return "";
}

void Prover::prove_rest() {
  rest_.emplace(context_of_rest_, *subject_.rest, profile_);
  rest_->check(options_.processes);
  for (Lemma lemma : rest_->lemmas()) {
    lemma.name = std::string(kOfRest) + lemma.name;
    lemmas_.push_back(std::move(lemma));
  }
}

void Prover::add_proof() {
  const auto is_lemma = [](const Lemma& lemma) { return lemma.about == "lemma"; };
  const auto count = std::ranges::count_if(lemmas_, is_lemma);
  const auto failed = std::ranges::find_if(lemmas_, [&](const Lemma& lemma) {
    return is_lemma(lemma) && lemma.result == Lemma::Result::kRefuted;
  });
  const auto unknown = std::ranges::find_if(lemmas_, [&](const Lemma& lemma) {
    return is_lemma(lemma) && lemma.result == Lemma::Result::kUnknown;
  });
  const std::string gap = policy_gap();
  if (failed != lemmas_.end()) {
    // The shortest text of all that fail.
    const Lemma* shortest = &*failed;
    for (const Lemma& lemma : lemmas_) {
      if (!is_lemma(lemma) || !lemma.text) continue;
      if (!shortest->text || lemma.text->size() < shortest->text->size()) shortest = &lemma;
    }
    CertificateItem& item = add("proof", "all lengths", item_result::kRefused,
                                fmt::format("it is not so that {}", shortest->claim));
    if (shortest->text) item.refuted_by = to_spaced_hex(*shortest->text);
    return;
  }
  if (!gap.empty()) {
    add("proof", "all lengths", item_result::kRefused, gap);
    return;
  }
  if (unknown != lemmas_.end()) {
    add("proof", "all lengths", item_result::kUnfinished,
        fmt::format("the solver does not decide whether {}", unknown->claim));
    return;
  }
  if (subject_.kernel) return add_kernel_proof();
  const bool streams = subject_.decoder->stream_open != nullptr;
  const bool counts = subject_.decoder->length32 != nullptr;
  CertificateItem& item = add(
      "proof", "all lengths", item_result::kEstablished,
      fmt::format("texts of every length are answered as the law says: verdict, values, error "
                  "offset and length, replacements, end of input, code units that have room{}{}; "
                  "no unit outside of the text is read. {} lemmas about the step, from the source "
                  "that runs, over {} "
                  "paths, by {}; the loops {} by induction over items",
                  counts ? ", length functions" : "", streams ? ", and streams for every cut" : "",
                  count, proof_->paths(), z3_version(),
                  subject_.shortcuts ? "around it" : "of adapt.h"),
      "compiler, solver, symbolic words and these loops are right; see "
      "harness/prove/SOUNDNESS.md");
  item.seconds = seconds_of(lemmas_, "lemma");
  if (subject_.encode != nullptr) return add_encoder();
  if (subject_.decoder->encode != nullptr)
    add("encoder", "encode", item_result::kNotAttempted,
        "the encoder is not written in symbolic words");
}

void Prover::add_encoder() {
  add("encoder", "encode", item_result::kEstablished,
      "for each number of 64 bits, the encoder writes the shortest sequence of the law, or refuses "
      "it where there is none; it writes in the room for one sequence only",
      "compiler, solver and symbolic words are right");
}

void Prover::add_kernel_proof() {
  const char* const trusted =
      "compiler, solver, symbolic lanes, the instructions of the kernel and its loops are right; "
      "see harness/prove/SOUNDNESS.md";
  const auto named = [&](std::string_view prefix) {
    return static_cast<std::uint64_t>(std::ranges::count_if(lemmas_, [&](const Lemma& lemma) {
      return lemma.about == "lemma" && lemma.name.starts_with(prefix);
    }));
  };
  const std::uint64_t of_lengths = named("length"),
                      of_conversion = named("convert") + named("threes") + named("fours_");
  const std::uint64_t of_validation =
      named("") - named(std::string(kOfRest)) - of_lengths - of_conversion;
  add("proof", "validation by the kernel, all lengths", item_result::kEstablished,
      fmt::format(
          "the vector kernel calls a text of any length valid exactly where the law does, and "
          "otherwise names a boundary before which the text is well-formed; it reads no unit "
          "outside of the text. {} lemmas about the lanes, the blocks, ASCII and the edges, "
          "from the source that runs, over {} paths, by {}; the loop of the blocks by "
          "induction",
          of_validation, proof_->paths(), z3_version()),
      trusted)
      .seconds = seconds_of(lemmas_, "lemma");
  if (of_lengths > 0) {
    add("proof", "length functions of the kernel, all lengths", item_result::kEstablished,
        fmt::format("the vector kernel counts as many values of UTF-32 and of UTF-16 as lossy "
                    "decoding of a text of any length has by the law; it reads no unit outside of "
                    "the text. {} lemmas about the places, the carry and the edges, by {}; the "
                    "sum over the places by induction",
                    of_lengths, z3_version()),
        trusted);
  }
  const std::uint64_t of_runs = named("convert32_threes");
  const bool has_conversion = of_conversion > 0;
  if (has_conversion) {
    add("proof",
        of_runs > 0 ? "conversion by the kernel, all lengths"
                    : "conversion by the kernel, but for its runs, all lengths",
        item_result::kEstablished,
        fmt::format("the vector kernel writes, to UTF-32 and to UTF-16, lossy and strict, the "
                    "values of the law for all units before the boundary that it names{}; a strict "
                    "one names the boundary before the first error or an earlier one. It reads no "
                    "unit outside of the text and writes nothing outside of the room. {} lemmas "
                    "about the places, the blocks, ASCII, {}the boundary, by {}; the loops by "
                    "induction",
                    of_runs > 0 ? "" : ", where a run of sequences of three or four units is right",
                    of_conversion, of_runs > 0 ? "the runs and " : "and ", z3_version()),
        trusted);
  }
  add_rest_of_kernel(of_lengths > 0, has_conversion, of_runs > 0);
}

// What takes the text where the kernel stops, and the texts that are too short for it.
void Prover::add_rest_of_kernel(bool has_lengths, bool has_conversion, bool has_runs) {
  std::string left;
  const auto say = [&](const char* what) {
    left += (left.empty() ? "not proved: " : ", ") + std::string(what);
  };
  if (!has_lengths) say("the length functions");
  if (!has_conversion) say("conversion");
  if (has_conversion && !has_runs) say("runs of sequences of three and of four units");
  if (!rest_) say("streams, error length, and texts that are too short for the kernel");
  if (rest_) {
    const auto of_rest = std::ranges::count_if(lemmas_, [](const Lemma& lemma) {
      return lemma.about == "lemma" && lemma.name.starts_with(kOfRest);
    });
    add("proof", "all other code of the decoder, all lengths", item_result::kEstablished,
        fmt::format(
            "texts that are too short for the kernel, and those behind its boundary, are "
            "answered as the law says, one sequence at a time: values, error offset and "
            "length, replacements, code units that have room; streams are for every cut. {} "
            "lemmas about its steps, from the source that runs, by {}; the loops of "
            "simd_functions.h by induction over items",
            of_rest, z3_version()),
        "compiler, solver, symbolic words and these loops are right; see "
        "harness/prove/SOUNDNESS.md");
    add_encoder();
  }
  if (!left.empty()) add("proof", "what is left of the decoder", item_result::kNotAttempted, left);
}

void Prover::add_vacuity() {
  std::uint64_t all = 0, possible = 0;
  std::string missing;
  for (const Lemma& lemma : lemmas_) {
    if (lemma.about != "vacuity") continue;
    ++all;
    possible += lemma.result == Lemma::Result::kHolds ? 1 : 0;
    if (lemma.result != Lemma::Result::kHolds && missing.empty()) missing = lemma.claim;
  }
  if (missing.empty()) {
    add("vacuity", "the lemmas", item_result::kEstablished,
        fmt::format("no hypothesis is empty: in each of {} cases, every state of the law with each "
                    "outcome, some text is possible",
                    all));
  } else {
    add("vacuity", "the lemmas", item_result::kRefused,
        fmt::format("{} of {} cases are possible; not: {}", possible, all, missing));
  }
}

void Prover::add_table_3_7() {
  if (profile_.dialect != DialectId::kUtf8) return;
  std::ifstream in(PLACEMAT_TREE "/harness/prove/table_3_7.smt2");
  std::stringstream printed;
  printed << in.rdbuf();
  if (printed.str().empty()) {
    add("law", "Table 3-7 in SMT-LIB", item_result::kNotChecked,
        "harness/prove/table_3_7.smt2 is not where this program was built");
    return;
  }
  Lemma lemma = table_3_7_lemma(context_, dialect(profile_.dialect), printed.str());
  check_lemma(lemma);
  const bool holds = lemma.result == Lemma::Result::kHolds;
  add("law", "Table 3-7 in SMT-LIB", holds ? item_result::kEstablished : item_result::kRefused,
      "the law's sequences are those of Unicode's Table 3-7 as printed, so its texts of every "
      "length are",
      "table_3_7.smt2 is what the standard prints")
      .seconds = lemma.seconds;
  lemmas_.push_back(std::move(lemma));
}

void Prover::write_lemmas() {
  fs::remove_all(options_.out / "lemmas");
  fs::create_directories(options_.out / "lemmas");
  for (const Lemma& lemma : lemmas_) {
    const std::string file = fmt::format("lemmas/{}.smt2", lemma.name);
    write_file(options_.out / file, smt_lib(lemma));
    files_.lemmas.push_back({file, lemma.is_satisfiable ? "sat" : "unsat", lemma.claim,
                             sha256_of_file(options_.out / file), lemma.seconds});
  }
}

void Prover::add_second_opinion() {
  const auto cvc5 = solver_program("cvc5");
  if (!cvc5) {
    add("second opinion", "SMT-LIB", item_result::kNotChecked,
        "cvc5 is not on the search path (scripts/setup prove installs it)");
    return;
  }
  const std::size_t count = files_.lemmas.size();
  std::vector<std::string> answers(count);
  WorkOptions work(options_.processes);
  work.progress = [&](std::size_t i) { show("cvc5", i, count); };
  in_parallel(count, work, [&](std::size_t i) {
    answers[i] = ask_solver(*cvc5, options_.out / files_.lemmas[i].file, options_.limit);
  });
  std::uint64_t agreed = 0, open = 0;
  std::string other;
  for (std::size_t i = 0; i < count; ++i) {
    const LemmaFile& lemma = files_.lemmas[i];
    if (answers[i] == lemma.expected) {
      ++agreed;
    } else if (answers[i] == "sat" || answers[i] == "unsat") {
      other = fmt::format("{}: {} where {} is due", lemma.file, answers[i], lemma.expected);
    } else {
      ++open;
    }
  }
  const std::string solver = to_text(*cvc5);
  if (!other.empty()) {
    add("second opinion", "SMT-LIB", item_result::kRefused, solver + " disagrees: " + other);
  } else if (open > 0) {
    add("second opinion", "SMT-LIB", item_result::kUnfinished,
        fmt::format("{} agrees on {} of {} exported formulas and does not decide the others",
                    solver, agreed, files_.lemmas.size()));
  } else {
    add("second opinion", "SMT-LIB", item_result::kEstablished,
        fmt::format("{} decides all {} exported formulas in the same way: lemmas, vacuity and law",
                    solver, agreed),
        "the export says what the lemma says");
  }
}

void Prover::add_clauses() {
  const auto cadical = solver_program("cadical");
  if (!cadical) {
    add("second opinion", "CNF and DRAT", item_result::kNotChecked,
        "cadical is not on the search path (scripts/setup prove installs it)");
    return;
  }
  const auto checker = solver_program("drat-trim");
  fs::remove_all(options_.out / "clauses");
  fs::create_directories(options_.out / "clauses");
  // Z3 makes the clauses, of one lemma after the other.
  std::vector<std::string> names;
  for (const Lemma& lemma : lemmas_) {
    if (lemma.is_satisfiable) continue;
    show("clauses", names.size(), lemmas_.size());
    write_file(options_.out / "clauses" / (lemma.name + ".cnf"), dimacs(lemma));
    names.push_back(lemma.name);
  }
  const std::size_t all = names.size();
  std::vector<std::string> answers(all);
  std::atomic<std::uint64_t> verified = 0;
  WorkOptions work(options_.processes);
  work.progress = [&](std::size_t i) { show("CaDiCaL", i, all); };
  in_parallel(all, work, [&](std::size_t i) {
    const fs::path cnf = options_.out / "clauses" / (names[i] + ".cnf");
    const fs::path drat = options_.out / "clauses" / (names[i] + ".drat");
    answers[i] = ask_cadical(*cadical, cnf, drat, options_.limit);
    if (checker && answers[i] == "unsat" && is_verified(*checker, cnf, drat, options_.limit)) {
      ++verified;
    }
  });
  const auto unsat = static_cast<std::size_t>(std::ranges::count(answers, "unsat"));
  const auto sat = std::ranges::find(answers, "sat");
  const std::string other =
      sat == answers.end() ? "" : names[static_cast<std::size_t>(sat - answers.begin())];
  const std::string done = fmt::format(
      "CaDiCaL {} finds {} of {} lemmas in conjunctive normal form unsatisfiable, each with a DRAT "
      "proof",
      cadical->version, unsat, all);
  if (!other.empty()) {
    add("second opinion", "CNF and DRAT", item_result::kRefused,
        fmt::format("CaDiCaL {} disagrees: it satisfies the clauses of {}", cadical->version,
                    other));
  } else if (unsat < all) {
    add("second opinion", "CNF and DRAT", item_result::kUnfinished, done);
  } else if (!checker) {
    add("second opinion", "CNF and DRAT", item_result::kNotChecked,
        done + "; no checker (drat-trim) is on the search path, so no proof was verified");
  } else {
    add("second opinion", "CNF and DRAT",
        verified == all ? item_result::kEstablished : item_result::kUnfinished,
        fmt::format("{}; {} verified {} of them", done, to_text(*checker), verified.load()),
        "Z3's bit-blasting into clauses is right");
  }
}

// The same function of this program with the same lemmas has the same mutants.
std::string Prover::key_of(const Proof& proof, const Subject& subject,
                           const ProofOptions& how) const {
  std::string key = fmt::format("{} {} {} {} {}\n", sha256_of_file("/proc/self/exe"),
                                subject.place_in_program(), files_.judged_as, how.every, how.only);
  for (const Lemma& lemma : proof.lemmas()) key += smt_lib(lemma);
  return key;
}

MutationScore Prover::score_of(Proof& proof, const Subject& subject, const ProofOptions& how,
                               std::uint64_t& taken_over) const {
  if (options_.scores.empty()) return proof.mutate(how);
  const KeptScores kept(options_.scores);
  const std::string key = key_of(proof, subject, how);
  if (auto before = kept.find(key)) {
    taken_over += before->mutants;
    before->seconds = 0;
    return *before;
  }
  const MutationScore score = proof.mutate(how);
  kept.keep(key, score);
  return score;
}

void Prover::add_mutation_score() {
  const bool is_proved = std::ranges::all_of(
      lemmas_, [](const Lemma& lemma) { return lemma.result == Lemma::Result::kHolds; });
  if (!is_proved || options_.every == 0) {
    add("mutation score", "the proof", item_result::kNotAttempted,
        is_proved ? "no mutants were asked for" : "it stands on a proof that is refused");
    return;
  }
  ProofOptions how;
  how.every = options_.every;
  if (subject_.kernel && options_.every > 1 && options_.only.empty()) how.every *= kKernelSample;
  how.only = options_.only;
  how.processes = options_.processes;
  how.progress = [this](std::uint64_t done, std::uint64_t all) { show("mutants", done, all); };
  std::uint64_t taken_over = 0;
  MutationScore score = score_of(*proof_, subject_, how, taken_over);
  if (rest_) score += score_of(*rest_, *subject_.rest, how, taken_over);
  std::string claim = fmt::format(
      "{} of {} mutants refuted: constants, operators, comparisons and bits of table entries of "
      "the proved source, changed one at a time{}; {} more {} equivalent, which the solver decides "
      "without the law",
      score.refuted, score.score_of(), how.every == 1 ? "" : fmt::format(", one in {}", how.every),
      score.equivalent, score.equivalent == 1 ? "is" : "are");
  if (taken_over > 0) {
    claim += fmt::format(
        "; {} of all {} are of code that was proved for another decoder before, "
        "and were tried there",
        taken_over, score.mutants);
  }
  if (!options_.only.empty()) claim += fmt::format("; only those with \"{}\"", options_.only);
  if (!score.undecided.empty()) {
    claim += fmt::format("; not decided: {}", fmt::join(score.undecided, ", "));
  }
  if (score.score_of() == 0) {
    claim =
        options_.only.empty()
            ? fmt::format("one mutant in {} is none to refute; a smaller step has some", how.every)
            : fmt::format("no mutant with \"{}\" is to be refuted", options_.only);
  }
  for (const Survivor& one : score.survivors) {
    claim += fmt::format("; not refuted: {} (differs on {})", one.mutant, one.text);
  }
  std::string listed;
  for (const std::string& one : score.equivalents) listed += one + "\n";
  write_file(options_.out / "equivalent_mutants.txt", listed);
  const char* result = !score.survivors.empty()   ? item_result::kRefused
                       : !score.undecided.empty() ? item_result::kUnfinished
                       : score.score_of() == 0    ? item_result::kNotAttempted
                                                  : item_result::kEstablished;
  add("mutation score", "the proof", result, std::move(claim)).seconds = score.seconds;
}

}  // namespace

std::string smt_lib(const Lemma& lemma) {
  z3::solver solver(lemma.formula.ctx(), "QF_BV");
  solver.add(lemma.formula);
  std::string text =
      fmt::format("; {}: {}\n; {}: {}\n", lemma.about, lemma.name,
                  lemma.is_satisfiable ? "sat, that is" : "unsat, that is", lemma.claim);
  text += fmt::format("(set-logic QF_BV)\n(set-info :status {})\n",
                      lemma.is_satisfiable ? "sat" : "unsat");
  // Z3 writes a header of its own.
  std::istringstream lines(solver.to_smt2());
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("(set-info") && !line.starts_with(";")) text += line + "\n";
  }
  return text;
}

ProofFiles prove_decoder(const Subject& subject, const Profile& profile,
                         const ProverOptions& options) {
  // Z3 takes minutes to free what the mutants of one decoder took, and this program ends anyway.
  static auto& kept = *new std::vector<std::unique_ptr<Prover>>;
  kept.push_back(std::make_unique<Prover>(subject, profile, options));
  return kept.back()->run();
}

}  // namespace placemat::prove
