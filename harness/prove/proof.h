// proof.h: what is to be shown of a decoder, as formulas that no assignment may satisfy: the item
// lemmas that the loops of adapt.h need for texts of every length. And what those lemmas are
// worth: the mutants of the source that they refute, and the cases that their hypotheses leave.
#pragma once

#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/bytes/bytes.h"
#include "harness/prove/law.h"
#include "harness/prove/mutation_score.h"
#include "harness/prove/question.h"
#include "harness/prove/subject.h"
#include "harness/spec/machine.h"

namespace placemat::prove {

// A formula, and whether it is to be satisfiable.
struct Lemma {
  std::string name;   // "value"; the file of its export
  std::string about;  // "lemma", "vacuity", "law"
  std::string claim;  // one sentence
  bool is_satisfiable = false;
  z3::expr formula;
  // What became of it.
  enum class Result : std::uint8_t { kHolds, kRefuted, kUnknown } result = Result::kUnknown;
  double seconds = 0;
  Bytes access = {};     // of an automaton: the units before those of the formula
  unsigned units = 1;    // and how many of those
  bool has_text = true;  // where it fails; of a vector kernel: the units around one lane,
  int first = 0;         // from this one on, counted from the start of the block
  // kRefuted: a text on which it fails.
  std::optional<Bytes> text = {};
};

struct ProofOptions {
  std::function<void(std::uint64_t, std::uint64_t)> progress = {};
  std::uint64_t every = 1;  // of the mutants, one in so many
  std::string only = {};    // of these, those whose text has it: "signed < becomes"
  unsigned processes = 1;
};

// Why there are no lemmas for this decoder and profile; empty where there are.
std::string why_no_lemmas(const Subject& subject, const Profile& profile);

struct KernelText;

class Proof {
 public:
  Proof(z3::context& context, const Subject& subject, const Profile& profile);

  const std::vector<Lemma>& lemmas() const { return lemmas_; }
  std::size_t paths() const { return paths_; }
  // Asks the solver for each lemma.
  void check(unsigned processes = 1);
  // check() comes first. Of a decoder that is not refuted.
  MutationScore mutate(const ProofOptions& options);

 private:
  // What a step computes: one formula for each word, over all its paths.
  struct Computed {
    std::vector<z3::expr> words;
    z3::expr broken;  // a requirement, or no path is taken
  };
  struct Step {
    z3::expr hypothesis;
    std::function<std::vector<z3::expr>()> run;
    // What must not hold of what the step computes.
    std::function<std::vector<Lemma>(const Computed&)> negated;
    // So many of the first words are what callers see; two steps that agree in them are equivalent.
    std::size_t seen = std::numeric_limits<std::size_t>::max();
    // Where another step proves more of its lanes than it is given: nothing else is compared.
    std::function<z3::expr(const Computed&)> is_reached = {};
    std::set<const Site*> sites = {};  // that it meets
    Known known = {};                  // what the exploration of the source leaves
    std::size_t branches = 0;          // those of its longest path
    // Of a vector kernel: it holds whatever these steps compute, which have mutants of their own.
    std::vector<std::size_t> parts = {};
  };
  void add_item_step();
  // Of a value: the law does not only shift.
  bool has_other_radix() const;
  void add_value_step(const Form& form);
  void add_ahead_step(const AheadPath& path);
  void add_shortcut_steps();
  void add_sequence_step();
  void add_take_step();
  void add_ascii_steps();
  void add_early_step();
  void add_unfinished_steps();
  SymbolicWords::Text text_of_size(const z3::expr& size) const;
  void add_automaton_steps();
  void add_kernel_steps();
  void add_kernel_loop(const std::shared_ptr<KernelText>& inside);
  void add_kernel_groups(const std::shared_ptr<KernelText>& inside);
  void add_kernel_boundary(const std::shared_ptr<KernelText>& inside);
  void add_kernel_edges(const std::shared_ptr<KernelText>& inside);
  void add_kernel_places();
  std::vector<Lemma> place_lemmas(const Computed& computed, const SymbolicText& text) const;
  Lemma place_lemma(int place, unsigned width, const z3::expr& places,
                    const SymbolicText& text) const;
  Lemma carry_lemma(const Computed& computed, const SymbolicText& text) const;
  void add_kernel_counts(std::size_t places);
  void add_length_vacuity(std::size_t places);
  void add_conversion(const Conversion& conversion);
  void add_conversion_values(const Conversion& conversion);
  void add_conversion_writes(const Conversion& conversion);
  void add_conversion_by_masks(const Conversion& conversion);
  void add_conversion_blocks(const Conversion& conversion);
  void add_conversion_of_ascii(const Conversion& conversion);
  void add_conversion_boundary(const Conversion& conversion);
  void add_run(const Conversion& conversion, const Conversion::Run& run);
  void add_run_lanes(const Conversion::Run& run);
  void add_run_step(const Conversion::Run& run, unsigned width);
  void add_run_kind(const Conversion& conversion);
  void add_conversion_vacuity(std::size_t number);
  void add_kernel_laws();
  void leave_parts_to_their_steps();
  enum class MutantResult : std::uint8_t { kRefuted, kEquivalent, kSurvives, kUndecided };
  // Of each mutant, by its number: what became of it so far; kSurvives: a text on which it differs.
  struct MutantsOfSite {
    const Site& site;
    std::map<std::uint64_t, MutantResult> results;
    z3::expr word;      // of 32 bits, the number of one of them
    z3::expr variable;  // its low bits; of one mutant a number
    std::map<std::uint64_t, Bytes> texts = {};
    std::vector<std::uint64_t> left() const;  // those that no step has refuted
  };
  static void count(const std::string& mutant, MutantResult result, ByteView text,
                    MutationScore& score);
  class StepWithMutants;
  // A step with mutants: what it computes, where one of its requirements breaks, where no path was
  // taken to its end, whether one was cut, and whether some of its formulas are free variables.
  struct Explored {
    std::vector<z3::expr> words;
    z3::expr broken, is_missed;
    bool is_cut, has_free;
    std::optional<z3::model> breaks;  // a requirement
  };
  void mutate(const Site& site, const std::vector<std::uint64_t>& numbers, MutationScore& score);
  // Mutants of a table are tried together where their numbers differ in so many low bits.
  static constexpr unsigned kMutantBits = 7;
  void add_kernel_vacuity();
  void add_values_of(const Form& form);
  void add_validate_steps();
  void add_counts();
  void add_put_steps();
  void add_encode_step();
  void add_encode_step(const Form& form);
  Lemma sequences_lemma() const;
  void add_put_step(Put put, unsigned width);
  void add_dirty_step(std::uint64_t state, const z3::expr& dirty, const z3::expr& cleaned);
  std::uint64_t state_after(ByteView units);
  void add_vacuity();
  Computed compute(Step& step);
  std::vector<Lemma> item_lemmas(const Computed& computed) const;
  std::vector<Lemma> ahead_lemmas(const AheadPath& path, const Computed& computed) const;
  z3::expr value_among(const z3::expr& length) const;
  Lemma subpart_lemma() const;
  void add_text(Lemma& lemma) const;
  Bytes text_of(const z3::model& model, std::uint64_t size, unsigned first = 0) const;
  Bytes text_of_difference(const z3::model& model) const;
  std::optional<Bytes> lane_text(const Lemma& lemma, Question& question) const;

  z3::context& context_;
  const Subject& subject_;
  Profile profile_;
  SymbolicUnits units_;
  z3::expr size_;
  Sites sites_;
  std::vector<Step> steps_;
  std::vector<std::size_t> puts_;      // the steps that write one value
  std::optional<std::size_t> encode_;  // the step of the encoder, before those of each form
  std::size_t places_ = 0;  // of a vector kernel: the step of its places; 0: there is none
  std::size_t lanes_of_threes_ = 0, lanes_of_fours_ = 0;
  // And those of a conversion: its values, its blocks, ASCII, each run, and which of these is
  // tried; and those of masks.
  struct ConversionSteps {
    std::size_t values = 0, blocks = 0, ascii = 0;
    std::vector<std::size_t> runs = {};
    std::size_t kind = 0, masked = 0;
  };
  std::vector<ConversionSteps> conversions_;
  std::vector<Computed> computed_;
  // The step that refuted a mutant of a site last, and texts that did so in each step.
  std::map<const Site*, std::size_t> refuters_;
  std::map<std::size_t, std::vector<z3::model>> texts_;
  std::vector<Lemma> lemmas_;
  std::size_t paths_ = 0;
  // Of an automaton: its state for each state of the law, and units that lead there.
  std::vector<std::uint64_t> states_;
  std::vector<Bytes> access_;
};

// Of the law's machine: the shortest units that lead to each state without an error.
std::vector<Bytes> access_to(const Machine& law);
z3::expr any_of(const std::vector<z3::expr>& all, z3::context& context);

// The law itself: its sequences are those of Table 3-7 as printed, in SMT-LIB.
Lemma table_3_7_lemma(z3::context& context, const Dialect& dialect, const std::string& printed);
void check_lemma(Lemma& lemma);

}  // namespace placemat::prove
