// The mutants of a proof. Each is explored in the steps that meet it, until one refutes it.
#include <algorithm>
#include <ctime>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "harness/prove/copies.h"
#include "harness/prove/kernel_text.h"
#include "harness/prove/mutants.h"
#include "harness/prove/proof.h"

namespace placemat::prove {
namespace {

// What Z3 may spend on a question, in milliseconds. No lemma takes a tenth.
constexpr unsigned kMostOfOne = 60'000;
// A path of a mutant that has so many branches more than any of the source is in a longer loop.
constexpr std::size_t kMoreBranches = 4;
// Texts that a step keeps.
constexpr std::size_t kTexts = 16;

}  // namespace

// One step with mutants of a site that no other step has refuted.
class Proof::StepWithMutants {
 public:
  StepWithMutants(Proof& proof, std::size_t step, MutantsOfSite& mutants);
  void run();

 private:
  z3::expr is_one(std::uint64_t number) const {
    return mutants_.word == proof_.context_.bv_val(number, 32);
  }
  template <class Numbers>
  z3::expr is_any(const Numbers& numbers) const {
    std::vector<z3::expr> any;
    for (const std::uint64_t number : numbers) any.push_back(is_one(number));
    return any_of(any, proof_.context_);
  }
  bool is_single() const { return mutants_.results.size() == 1; }
  void all_are(MutantResult result);
  // What `result` is worth. A formula that is a free variable is known by its form, which may be
  // another one among several mutants, so what fails there is undecided until it fails alone.
  MutantResult worth(MutantResult result) const {
    return has_free_ && !is_single() ? MutantResult::kUndecided : result;
  }
  // Explores the step. False: that has decided the mutants.
  bool explore();
  Explored explore(std::size_t branches) const;
  Question question_about(const z3::expr& formula) const;
  z3::expr contradicted(const Computed& changed) const;
  // Where a requirement breaks for the mutant alone, and where one of the first words differs.
  std::vector<Difference> different_words(std::size_t words) const;
  // Whether a text refutes some of the mutants.
  bool refutes(const z3::model& text, const OfAnyMutant& contradiction);
  void try_known(const OfAnyMutant& contradiction);
  void keep(const z3::model& text);
  OfAnyMutant of_any(const z3::expr& contradiction) const {
    return {step_.hypothesis && contradiction, mutants_.variable};
  }
  z3::check_result ask_of(std::uint64_t number, std::optional<Question>& question,
                          const z3::expr& formula) const;
  bool is_impossible(const z3::expr& formula, const std::set<std::uint64_t>& open) const;
  void keep_left(std::set<std::uint64_t>& open) const;  // of those that are open
  void decide_where(const z3::expr& difference, std::set<std::uint64_t>& open);
  // Of a mutant that computes something else on some text: `difference`.
  void decide(std::uint64_t number, const z3::model& difference);

  Proof& proof_;
  const Step& step_;
  const Computed& source_;
  std::vector<z3::model>& texts_;
  MutantsOfSite& mutants_;
  z3::expr hypothesis_;
  Computed changed_;
  bool has_free_ = false;
  z3::expr contradiction_;
  OfAnyMutant evaluated_;  // the contradiction
  std::optional<Question> refuting_, seen_;
};

Proof::StepWithMutants::StepWithMutants(Proof& proof, std::size_t step, MutantsOfSite& mutants)
    : proof_(proof),
      step_(proof.steps_[step]),
      source_(proof.computed_[step]),
      texts_(proof.texts_[step]),
      mutants_(mutants),
      hypothesis_(step_.hypothesis),
      changed_(source_),
      contradiction_(proof.context_.bool_val(false)),
      evaluated_(of_any(contradiction_)) {
  hypothesis_ = hypothesis_ && is_any(mutants.left());
}

void Proof::StepWithMutants::all_are(MutantResult result) {
  for (const std::uint64_t number : mutants_.left()) mutants_.results[number] = result;
}

Question Proof::StepWithMutants::question_about(const z3::expr& formula) const {
  Question question(proof_.context_, kMostOfOne);
  question.add((hypothesis_ && formula).simplify());
  return question;
}

z3::expr Proof::StepWithMutants::contradicted(const Computed& changed) const {
  std::vector<z3::expr> all;
  for (const Lemma& lemma : step_.negated(changed)) all.push_back(lemma.formula);
  return any_of(all, proof_.context_);
}

std::vector<Difference> Proof::StepWithMutants::different_words(std::size_t words) const {
  std::vector<Difference> different{{changed_.broken, source_.broken}};
  for (std::size_t word = 0; word < std::min(words, changed_.words.size()); ++word)
    different.emplace_back(changed_.words[word], source_.words[word]);
  std::vector<z3::expr> wholes;
  for (const Difference& one : different) wholes.push_back(one.whole);
  wholes = simplified(wholes);
  for (std::size_t i = 0; i < different.size(); ++i) different[i].whole = wholes[i];
  return different;
}

Proof::Explored Proof::StepWithMutants::explore(std::size_t branches) const {
  Explorer explorer(proof_.context_, proof_.sites_, mutants_.site, mutants_.word);
  explorer.follow(step_.known);
  explorer.take_at_most(branches);
  if (is_single()) explorer.stop_where_broken();
  const Explorer::Merged merged = explorer.explore(hypothesis_, step_.run);
  return {merged.words,
          explorer.broken(),
          merged.is_missed,
          explorer.has_cut_a_path(),
          explorer.has_free_variables(),
          merged.breaks};
}

// A loop that a mutant makes longer is refuted by its short paths, and a long one is dear. A
// mutated address names other places for each mutant, so each of them is taken alone.
bool Proof::StepWithMutants::explore() {
  Explored whole = explore(step_.branches + kMoreBranches);
  if (whole.breaks) {
    keep(*whole.breaks);
    all_are(MutantResult::kRefuted);
    return false;
  }
  if (whole.is_cut && !is_single()) {
    all_are(MutantResult::kUndecided);
    return false;
  }
  if (whole.is_cut) {
    if (!whole.words.empty()) {
      const z3::expr refuted = !whole.is_missed && contradicted({whole.words, whole.broken});
      try_known(of_any(refuted));
      if (mutants_.left().empty()) return false;
      Question refuting = question_about(refuted);
      if (refuting.ask() == z3::sat) {
        keep(refuting.values());
        all_are(MutantResult::kRefuted);
        return false;
      }
    }
    whole = explore(Explorer::kMostBranches);
    if (whole.breaks || whole.words.empty()) {  // or they end on no text
      all_are(MutantResult::kRefuted);
      return false;
    }
  }
  changed_ = {whole.words, whole.broken || whole.is_missed};
  has_free_ = whole.has_free;
  return true;
}

bool Proof::StepWithMutants::refutes(const z3::model& text, const OfAnyMutant& contradiction) {
  const std::vector<std::uint64_t> refuted = contradiction.holding(text, mutants_.left());
  for (const std::uint64_t number : refuted)
    mutants_.results[number] = worth(MutantResult::kRefuted);
  return !refuted.empty();
}

// Texts that refuted mutants of other sites in this step. The last ones stand first.
void Proof::StepWithMutants::try_known(const OfAnyMutant& contradiction) {
  for (std::size_t i = 0; i < texts_.size() && !mutants_.left().empty(); ++i) {
    const auto text = texts_.begin() + static_cast<std::ptrdiff_t>(i);
    if (refutes(*text, contradiction)) std::rotate(texts_.begin(), text, text + 1);
  }
}

void Proof::StepWithMutants::keep(const z3::model& text) {
  texts_.insert(texts_.begin(), text);
  if (texts_.size() > kTexts) texts_.pop_back();
}

z3::check_result Proof::StepWithMutants::ask_of(std::uint64_t number,
                                                std::optional<Question>& question,
                                                const z3::expr& formula) const {
  if (!question) question = question_about(formula);
  return question->ask(is_one(number));
}

void Proof::StepWithMutants::decide(std::uint64_t number, const z3::model& difference) {
  const MutantResult before = mutants_.results[number];
  if (refutes(difference, evaluated_)) keep(difference);
  MutantResult& result = mutants_.results[number];
  if (result != before) return;
  const z3::check_result is_refuted = ask_of(number, refuting_, contradiction_);
  if (is_refuted == z3::sat) {
    const z3::model text = refuting_->values();
    if (refutes(text, evaluated_)) keep(text);
    result = worth(MutantResult::kRefuted);
    return;
  }
  if (is_refuted == z3::unknown) {
    result = MutantResult::kUndecided;
    return;
  }
  const z3::expr is_reached =
      step_.is_reached ? step_.is_reached(source_) : proof_.context_.bool_val(true);
  z3::expr is_seen = proof_.context_.bool_val(false);
  for (const Difference& one : different_words(step_.seen)) is_seen = is_seen || one.whole;
  const z3::check_result differs = ask_of(number, seen_, is_reached && is_seen);
  if (differs == z3::unknown) result = MutantResult::kUndecided;
  if (differs != z3::sat) return;
  mutants_.texts[number] = proof_.text_of_difference(seen_->values());
  result = worth(MutantResult::kSurvives);
}

// Word by word: a vector has a word for each lane, and a solver compares one lane sooner than it
// looks for one that differs.
void Proof::StepWithMutants::run() {
  if (!explore()) return;
  // What computes the same as the source breaks no lemma, since the source breaks none.
  std::vector<Difference> differences = different_words(changed_.words.size());
  std::erase_if(differences, [](const Difference& one) { return one.whole.is_false(); });
  if (differences.empty()) return;
  const std::vector<std::uint64_t> left = mutants_.left();
  std::set<std::uint64_t> open(left.begin(), left.end());
  bool is_contradiction_known = false;  // large, and of no use where nothing can differ
  CommonForms forms(mutants_.variable);
  std::map<unsigned, std::optional<bool>> impossible;  // of those that several differences have
  const std::vector<std::vector<z3::expr>> pieces = pieces_of(differences);
  for (std::size_t i = 0; i < differences.size(); ++i) {
    bool is_excluded = true;
    for (const z3::expr& piece : pieces[i]) {
      const z3::expr form = forms.of(piece);
      const auto [known, is_new] = impossible.try_emplace(form.id());
      if (is_excluded && !is_new && !known->second) known->second = is_impossible(form, open);
      is_excluded = is_excluded && known->second.value_or(false);
    }
    if (is_excluded) continue;
    if (!is_contradiction_known) {
      contradiction_ = contradicted(changed_);
      evaluated_ = of_any(contradiction_);
      try_known(evaluated_);
      keep_left(open);
      is_contradiction_known = true;
    }
    decide_where(differences[i].whole, open);
  }
}

// For the mutants that are open, on no text at all.
bool Proof::StepWithMutants::is_impossible(const z3::expr& formula,
                                           const std::set<std::uint64_t>& open) const {
  return ask(formula && is_any(open), kMostOfOne) == z3::unsat;
}

void Proof::StepWithMutants::keep_left(std::set<std::uint64_t>& open) const {
  const std::vector<std::uint64_t> left = mutants_.left();
  std::erase_if(open, [&](std::uint64_t one) { return !std::ranges::binary_search(left, one); });
}

// Of the mutants that are open, those that differ there; they are closed.
void Proof::StepWithMutants::decide_where(const z3::expr& difference,
                                          std::set<std::uint64_t>& open) {
  if (open.empty()) return;
  Question differing = question_about(difference);
  while (!open.empty()) {
    differing.add(is_any(open));
    const z3::check_result result = differing.ask();
    if (result == z3::unsat) return;
    if (result == z3::unknown) {
      for (const std::uint64_t number : open) mutants_.results[number] = MutantResult::kUndecided;
      open.clear();
      return;
    }
    const z3::model model = differing.values();
    const std::uint64_t number = model.eval(mutants_.word, true).get_numeral_uint64();
    decide(number, model);
    open.erase(number);
    keep_left(open);
  }
}

void Proof::count(const std::string& mutant, MutantResult result, ByteView text,
                  MutationScore& score) {
  ++score.mutants;
  switch (result) {
    case MutantResult::kRefuted:
      ++score.refuted;
      break;
    case MutantResult::kEquivalent:
      ++score.equivalent;
      score.equivalents.push_back(mutant);
      break;
    case MutantResult::kSurvives:
      score.survivors.push_back({mutant, to_spaced_hex(text)});
      break;
    case MutantResult::kUndecided:
      score.undecided.push_back(mutant);
      break;
  }
}

// A task has bits of neighbouring entries of a table, or all mutants of another site. It takes one
// step after the other, until each mutant is refuted.
void Proof::mutate(const Site& site, const std::vector<std::uint64_t>& numbers,
                   MutationScore& score) {
  const z3::expr first = context_.bv_val(numbers.front(), 32);
  MutantsOfSite mutants{site, {}, first, first};
  for (const std::uint64_t number : numbers) mutants.results[number] = MutantResult::kEquivalent;
  if (numbers.size() > 1) {
    const bool is_of_table = site.kind == Site::Kind::kTable;
    mutants.variable = context_.bv_const("mutant", is_of_table ? kMutantBits : 32);
    mutants.word = is_of_table ? z3::concat(first.extract(31, kMutantBits), mutants.variable)
                               : mutants.variable;
  }
  std::vector<std::size_t> steps;
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    if (steps_[i].sites.contains(&site)) steps.push_back(i);
  }
  // The step that refuted the last mutants of a site first: it mostly refutes these too.
  const auto last = std::ranges::find(steps, refuters_[&site]);
  if (last != steps.end()) std::rotate(steps.begin(), last, last + 1);
  for (const std::size_t step : steps) {
    const std::size_t before = mutants.left().size();
    try {
      StepWithMutants(*this, step, mutants).run();
    } catch (const TooManyPaths&) {
      for (const std::uint64_t number : mutants.left())
        mutants.results[number] = MutantResult::kUndecided;
    }
    if (mutants.left().size() < before) refuters_[&site] = step;
    if (mutants.left().empty()) break;
  }
  for (const auto& [number, result] : mutants.results) {
    // A question about many may be too hard, or too coarse, where each alone is not.
    if (result == MutantResult::kUndecided && numbers.size() > 1)
      mutate(site, {number}, score);
    else
      count(site.mutant_text(number), result, mutants.texts[number], score);
  }
}

Bytes Proof::text_of_difference(const z3::model& model) const {
  constexpr unsigned kUnits = 8;
  return subject_.kernel ? text_of(model, kWindow + 1, SymbolicText::kBefore)
                         : text_of(model, kUnits);
}

std::vector<std::uint64_t> Proof::MutantsOfSite::left() const {
  std::vector<std::uint64_t> all;
  for (const auto& [number, result] : results) {
    if (result == MutantResult::kEquivalent || result == MutantResult::kSurvives)
      all.push_back(number);
  }
  return all;
}

MutationScore Proof::mutate(const ProofOptions& options) {
  sites_.number();
  struct Task {
    const Site* site;
    std::vector<std::uint64_t> mutants;
  };
  std::vector<Task> tasks;
  for (const auto& site : sites_.all()) {
    for (std::uint64_t i = 0; i < site->mutants(); ++i) {
      const std::uint64_t mutant = site->first_mutant + i;
      if (mutant % options.every != 0) continue;
      if (site->mutant_text(mutant).find(options.only) == std::string::npos) continue;
      const bool is_of_last =
          !tasks.empty() && tasks.back().site == site.get() &&
          (site->kind != Site::Kind::kTable ||
           tasks.back().mutants.front() >> kMutantBits == mutant >> kMutantBits);
      if (!is_of_last) tasks.push_back({site.get(), {}});
      tasks.back().mutants.push_back(mutant);
    }
  }
  const std::vector<std::string> answers = answers_by_copies(
      tasks.size(), options.processes,
      [&](std::size_t i) {
        const auto begun = std::clock();
        MutationScore score;
        mutate(*tasks[i].site, tasks[i].mutants, score);
        score.seconds = static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
        return to_text(score);
      },
      [&](std::size_t i) {
        if (options.progress) options.progress(i, tasks.size());
      });
  MutationScore all;
  for (const std::string& answer : answers) all += score_from(answer);
  return all;
}

}  // namespace placemat::prove
