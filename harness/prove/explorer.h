// explorer.h: runs a function of symbolic words once for each of its paths. A branch on a symbolic
// condition asks the solver which sides are possible. It also keeps the places of the source
// whose change makes a mutant. It must not know what the function computes.
#pragma once

#include <z3++.h>

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <source_location>
#include <span>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace placemat::prove {

// A place of the proved source that a mutant changes: a constant, an operator or a table.
struct Site {
  std::string file;  // without its directories
  unsigned line = 0, column = 0;
  enum class Kind : std::uint8_t { kConstant, kOperator, kTable } kind = Kind::kConstant;
  std::uint64_t was = 0;                 // kConstant; kTable: its number
  std::string op = {};                   // kOperator
  std::vector<std::string> become = {};  // kOperator: the others; kConstant: the other numbers
  std::vector<std::uint64_t> numbers = {};
  std::uint64_t entries = 0, entry_bits = 0;  // kTable: each bit of each entry is changed
  std::uint64_t first_mutant = 0;             // its mutants are this one and the next ones

  std::uint64_t mutants() const {
    return kind == Kind::kTable ? entries * entry_bits : become.size();
  }
  // "some.cc:31:14: 7F becomes 7E"
  std::string mutant_text(std::uint64_t mutant) const;
};

// The sites in the order in which they were first met.
class Sites {
 public:
  Site& at(const Site& site);
  const Site* find(const Site& site) const;
  const std::vector<std::unique_ptr<Site>>& all() const { return order_; }
  // Numbers the mutants from 1 on; those of a table begin at a multiple of its entries' width.
  void number();
  const Site& of_mutant(std::uint64_t mutant) const;
  // Those met since the last call.
  std::set<const Site*> take_met() { return std::exchange(met_, {}); }
  // Tables are numbered in the order in which they are first met.
  std::uint64_t number_of_table(const void* table) {
    return tables_.try_emplace(table, tables_.size()).first->second;
  }

 private:
  static std::string key(const Site& site);
  std::map<std::string, Site*> by_key_;
  std::vector<std::unique_ptr<Site>> order_;
  std::set<const Site*> met_;
  std::map<const void*, std::uint64_t> tables_;
};

// The function has more paths than any decoder needs.
class TooManyPaths : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A branch that an exploration met, which sides of it are possible, and the next ones behind each.
struct Fork {
  z3::expr condition;
  bool can_be, can_not;
  std::array<std::shared_ptr<Fork>, 2> behind = {};  // where it does not hold, and where it does
};

// Formulas that were simplified before. Z3 would go through each of them again.
class Simplified {
 public:
  const z3::expr* find(const z3::expr& formula) const;
  const z3::expr& add(const z3::expr& formula);

 private:
  // It keeps the given ones too, so that no other gets the number of one of them.
  std::unordered_map<unsigned, std::pair<z3::expr, z3::expr>> known_;
};

// Entries of tables as the source has them, by the table and the index.
class Entries {
 public:
  const z3::expr* find(const void* table, const z3::expr& index) const;
  const z3::expr& add(const void* table, const z3::expr& index, const z3::expr& entry);

 private:
  // It keeps the index too, so that no other gets its number.
  std::map<std::pair<const void*, unsigned>, std::pair<z3::expr, z3::expr>> known_;
};

// In one pass, so that what several of them contain is simplified once.
std::vector<z3::expr> simplified(const std::vector<z3::expr>& formulas);

// Each expression within a formula, behind its operands.
std::vector<z3::expr> parts_of(const z3::expr& formula);

// What follows from what was said with definitions.
class Consequences {
 public:
  const bool* find(const z3::expr& condition) const;
  bool add(const z3::expr& condition, bool follows);

 private:
  // It keeps the condition too, so that no other gets its number.
  std::unordered_map<unsigned, std::pair<z3::expr, bool>> known_;
};

// What an exploration of the source leaves for those of its mutants, under the same hypothesis
// about the text.
struct Known {
  std::shared_ptr<Fork> forks = {};     // the first branch
  std::vector<z3::expr> required = {};  // what some path requires, each once
  std::shared_ptr<Simplified> simplified = std::make_shared<Simplified>();
  std::shared_ptr<Entries> entries = std::make_shared<Entries>();
  // Mutants add to it.
  std::shared_ptr<Consequences> consequences = std::make_shared<Consequences>();
};

class Explorer {
 public:
  // The source as it is; its sites are added.
  Explorer(z3::context& context, Sites& sites);
  // With the mutants of one known site: `mutant` is a word of 32 bits that selects one of them.
  Explorer(z3::context& context, Sites& sites, const Site& changed, const z3::expr& mutant);

  // What a function gives over all its paths: one formula for each of its words. `is_missed` says
  // where no path was taken to its end, which a solver is to find impossible.
  struct Merged {
    std::vector<z3::expr> words;
    z3::expr is_missed;
    std::size_t paths = 0;
    std::optional<z3::model> breaks = {};  // a requirement; then there are no words
  };
  // Calls `run` for each path that is possible under `hypothesis`.
  Merged explore(const z3::expr& hypothesis, const std::function<std::vector<z3::expr>()>& run);
  std::size_t branches() const { return branches_; }
  std::size_t longest_path() const { return longest_path_; }  // in branches
  std::size_t questions() const { return questions_; }        // to the solver

  // An exploration of a mutant asks no question about the branches that it has in common with the
  // source.
  const Known& known() const { return known_; }
  void follow(const Known& of_source);

  // A path with more branches than this is not taken to its end: more than a decoder has, fewer
  // than a mutant that never ends.
  static constexpr std::size_t kMostBranches = 60;
  void take_at_most(std::size_t branches) { most_branches_ = branches; }
  bool has_cut_a_path() const { return has_cut_a_path_; }

  // The first text that breaks a requirement ends the exploration. Nothing is asked about those of
  // the source, which a mutant may break on another path: broken() says so.
  void stop_where_broken() { stops_where_broken_ = true; }

  // Whether it tells several mutants apart.
  bool has_mutants(const z3::expr& formula) const;
  // Takes the path no further.
  [[noreturn]] void cut() const;

  // The explorer that runs a function on this thread.
  static Explorer& current();

  z3::context& context() { return context_; }
  bool decide(const z3::expr& condition);
  const z3::expr& path() const { return path_; }
  // Before the first branch: requires a condition that spares the solver work, and takes it as a
  // part of the hypothesis.
  void require_first(const z3::expr& condition);
  // A variable that the hypothesis says is equal to a formula, and what it says of the units there.
  void define(const z3::expr& variable, const z3::expr& formula, const z3::expr& units);
  const z3::expr* definition_of(const z3::expr& variable) const;
  // Whether a condition follows from what was said with the definitions.
  bool follows(const z3::expr& condition) const;
  // Remembers what must hold wherever the path so far is taken: an access within its bounds, ...
  void require(const z3::expr& condition, const std::string& what);
  // Where a requirement is broken.
  z3::expr broken() const;

  z3::expr simplified(const z3::expr& formula);
  // A constant of `bits`, as the chosen mutant has it.
  z3::expr constant(std::uint64_t value, unsigned bits, const std::source_location& where);
  // The result of an operator, given those of the operators that may stand in its place.
  struct Choice {
    const char* op;
    z3::expr result;
  };
  z3::expr chosen(const std::vector<Choice>& choices, const std::source_location& where);
  // A variable that is free, the same one for each formula.
  z3::expr free_variable(const z3::expr& formula);
  bool has_free_variables() const { return !variables_.empty(); }
  // An entry of a table, whose index is within its bounds or breaks a requirement.
  z3::expr entry(const void* table, const std::function<std::uint64_t(std::size_t)>& value,
                 std::size_t count, unsigned bits, const z3::expr& index,
                 const std::source_location& where);

 private:
  struct Branch {
    z3::expr condition;
    bool taken;
    bool has_other;
    std::shared_ptr<Fork> fork = {};         // that of the source, where it has this branch
    std::optional<z3::model> of_other = {};  // the values of one text on the other side
    z3::expr side() const { return taken ? condition : !condition; }
  };
  Branch new_branch(const z3::expr& condition);
  std::shared_ptr<Fork>* next_fork();
  // Whether a side is possible on the path so far, with a text that shows it.
  bool is_possible(const z3::expr& side, std::optional<z3::model>& found);
  bool leave_to_other_side();
  struct Path {
    std::vector<z3::expr> conditions;
    std::vector<bool> taken;
    std::vector<z3::expr> words;
  };
  // Of those paths, which agree in their first `depth` branches.
  Merged merge(std::span<const Path> paths, std::size_t depth) const;
  // Without the mutants.
  z3::expr entry_of_source(const void* table,
                           const std::function<std::uint64_t(std::size_t)>& value,
                           std::size_t count, unsigned bits, const z3::expr& index);
  Site site_at(const std::source_location& where, Site::Kind kind) const;
  z3::expr is_mutant(std::uint64_t mutant) const;

  z3::context& context_;
  Sites& sites_;
  const Site* changed_ = nullptr;
  std::optional<z3::expr> mutant_;
  // It has the hypothesis, and a scope for each of the first branches of the trail.
  std::optional<z3::solver> solver_;
  std::size_t scopes_ = 0;
  Known known_;
  std::shared_ptr<const Simplified> simplified_of_source_;
  std::shared_ptr<const Entries> entries_of_source_;
  std::optional<z3::model> model_;  // of all that, where one is known
  std::vector<Branch> trail_;
  std::size_t depth_ = 0;
  std::vector<z3::expr> conditions_;  // of the path so far, as written in the source
  z3::expr path_;                     // all of them, each as it was taken
  z3::expr broken_;
  std::size_t branches_ = 0, longest_path_ = 0, questions_ = 0;
  std::size_t most_branches_ = kMostBranches;
  bool has_cut_a_path_ = false;
  bool stops_where_broken_ = false;
  std::set<unsigned> required_;  // their numbers
  std::map<unsigned, std::pair<z3::expr, z3::expr>> variables_;
  std::map<unsigned, std::pair<z3::expr, z3::expr>> definitions_;
  z3::expr of_definitions_;
};

}  // namespace placemat::prove
