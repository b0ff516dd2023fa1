#include "harness/prove/explorer.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <unordered_set>

#include "harness/prove/question.h"

namespace placemat::prove {
namespace {

thread_local Explorer* the_current = nullptr;

// More than a decoder has.
constexpr std::size_t kMostPaths = 5000;

// Thrown through the explored function: where a path is taken no further, and by a text that breaks
// a requirement.
struct Cut {};
struct Broken {
  z3::model text;
};

// The numbers that take the place of a constant: its neighbours, and it with one bit changed.
std::vector<std::uint64_t> neighbours(std::uint64_t value, unsigned bits) {
  std::vector<std::uint64_t> all;
  const std::uint64_t mask = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  const auto add = [&](std::uint64_t number) {
    number &= mask;
    if (number != value && std::ranges::find(all, number) == all.end()) all.push_back(number);
  };
  add(value + 1);
  add(value - 1);
  const int width = std::max(8, static_cast<int>(std::bit_width(value)));
  for (int bit = 0; bit < width; ++bit) add(value ^ std::uint64_t{1} << bit);
  return all;
}

// A tree over the bits of the index. Entries behind the last one are 0.
z3::expr tree(z3::context& context, const std::function<std::uint64_t(std::size_t)>& value,
              std::size_t count, unsigned bits, const z3::expr& index, std::size_t first,
              unsigned levels) {
  if (first >= count) return context.bv_val(0, bits);
  if (levels == 0) return context.bv_val(value(first), bits);
  const std::size_t half = std::size_t{1} << (levels - 1);
  const z3::expr low = tree(context, value, count, bits, index, first, levels - 1);
  const z3::expr high = tree(context, value, count, bits, index, first + half, levels - 1);
  if (z3::eq(low, high)) return low;
  return z3::ite(index.extract(levels - 1, levels - 1) == context.bv_val(1, 1), high, low);
}

}  // namespace

std::string Site::mutant_text(std::uint64_t mutant) const {
  const std::string place = fmt::format("{}:{}:{}", file, line, column);
  const std::uint64_t i = mutant - first_mutant;
  switch (kind) {
    case Kind::kConstant:
      return fmt::format("{}: {:X} becomes {}", place, was, become[i]);
    case Kind::kOperator:
      return fmt::format("{}: {} becomes {}", place, op, become[i]);
    case Kind::kTable:
      return fmt::format("{}: bit {} of entry {} is changed", place, i % entry_bits,
                         i / entry_bits);
  }
  return place;
}

std::string Sites::key(const Site& site) {
  if (site.kind == Site::Kind::kTable) return fmt::format("table {}", site.was);
  return fmt::format("{}:{}:{} {} {} {}", site.file, site.line, site.column,
                     static_cast<int>(site.kind), site.was, site.op);
}

Site& Sites::at(const Site& site) {
  Site*& known = by_key_[key(site)];
  if (known == nullptr) {
    order_.push_back(std::make_unique<Site>(site));
    known = order_.back().get();
  }
  met_.insert(known);
  return *known;
}

const Site* Sites::find(const Site& site) const {
  const auto known = by_key_.find(key(site));
  return known == by_key_.end() ? nullptr : known->second;
}

void Sites::number() {
  std::uint64_t next = 1;
  for (const auto& site : order_) {
    if (site->kind == Site::Kind::kTable) {
      next = (next + site->entry_bits - 1) / site->entry_bits * site->entry_bits;
    }
    site->first_mutant = next;
    next += site->mutants();
  }
}

const Site& Sites::of_mutant(std::uint64_t mutant) const {
  for (const auto& site : order_) {
    if (mutant >= site->first_mutant && mutant < site->first_mutant + site->mutants()) return *site;
  }
  throw std::out_of_range("no such mutant");
}

const z3::expr* Simplified::find(const z3::expr& formula) const {
  const auto known = known_.find(formula.id());
  return known == known_.end() ? nullptr : &known->second.second;
}

const z3::expr& Simplified::add(const z3::expr& formula) {
  return known_.try_emplace(formula.id(), formula, formula.simplify()).first->second.second;
}

const z3::expr* Entries::find(const void* table, const z3::expr& index) const {
  const auto known = known_.find({table, index.id()});
  return known == known_.end() ? nullptr : &known->second.second;
}

const z3::expr& Entries::add(const void* table, const z3::expr& index, const z3::expr& entry) {
  return known_.try_emplace({table, index.id()}, index, entry).first->second.second;
}

const bool* Consequences::find(const z3::expr& condition) const {
  const auto known = known_.find(condition.id());
  return known == known_.end() ? nullptr : &known->second.second;
}

bool Consequences::add(const z3::expr& condition, bool follows) {
  known_.try_emplace(condition.id(), condition, follows);
  return follows;
}

std::vector<z3::expr> simplified(const std::vector<z3::expr>& formulas) {
  if (formulas.empty()) return {};
  z3::context& context = formulas.front().ctx();
  z3::sort_vector sorts(context);
  z3::expr_vector given(context);
  for (const z3::expr& formula : formulas) {
    sorts.push_back(formula.get_sort());
    given.push_back(formula);
  }
  // Nothing is known of this function, so its operands stay apart.
  const z3::expr all = context.function("all", sorts, context.bool_sort())(given).simplify();
  std::vector<z3::expr> simple;
  for (unsigned i = 0; i < all.num_args(); ++i) simple.push_back(all.arg(i));
  return simple;
}

std::vector<z3::expr> parts_of(const z3::expr& formula) {
  std::vector<z3::expr> parts;
  std::unordered_set<unsigned> known;
  const std::function<void(const z3::expr&)> add = [&](const z3::expr& part) {
    if (!known.insert(part.id()).second) return;
    for (unsigned i = 0; i < part.num_args(); ++i) add(part.arg(i));
    parts.push_back(part);
  };
  add(formula);
  return parts;
}

Explorer::Explorer(z3::context& context, Sites& sites)
    : context_(context),
      sites_(sites),
      path_(context.bool_val(true)),
      broken_(context.bool_val(false)),
      of_definitions_(context.bool_val(true)) {}

Explorer::Explorer(z3::context& context, Sites& sites, const Site& changed, const z3::expr& mutant)
    : Explorer(context, sites) {
  changed_ = &changed;
  mutant_ = mutant;
}

Explorer& Explorer::current() {
  if (the_current == nullptr) throw std::logic_error("symbolic words outside of an exploration");
  return *the_current;
}

Explorer::Merged Explorer::explore(const z3::expr& hypothesis,
                                   const std::function<std::vector<z3::expr>()>& run) {
  the_current = this;
  trail_.clear();
  if (!mutant_) known_.forks.reset();
  model_.reset();
  scopes_ = 0;
  solver_.emplace(context_, "QF_BV");
  solver_->add(hypothesis.simplify());
  std::vector<Path> paths;
  do {
    if (paths.size() > kMostPaths) throw TooManyPaths("it has too many paths");
    depth_ = 0;
    conditions_.clear();
    path_ = context_.bool_val(true);
    std::vector<z3::expr> words;
    try {
      words = run();
    } catch (const Cut&) {
      words.clear();
      has_cut_a_path_ = true;
    } catch (const Broken& broken) {
      the_current = nullptr;
      return {{}, context_.bool_val(true), paths.size(), broken.text};
    }
    longest_path_ = std::max(longest_path_, depth_);
    paths.push_back({conditions_, {}, std::move(words)});
    for (const Branch& branch : trail_) paths.back().taken.push_back(branch.taken);
  } while (leave_to_other_side());
  the_current = nullptr;
  Merged merged = merge(paths, 0);
  merged.paths = paths.size();
  return merged;
}

Explorer::Merged Explorer::merge(std::span<const Path> paths, std::size_t depth) const {
  const Path& first = paths.front();
  if (depth == first.conditions.size()) {
    return {first.words, context_.bool_val(first.words.empty())};
  }
  const auto behind = std::ranges::find_if(
      paths, [&](const Path& path) { return path.taken[depth] != first.taken[depth]; });
  const auto same = static_cast<std::size_t>(behind - paths.begin());
  const z3::expr& condition = first.conditions[depth];
  const z3::expr is_first = first.taken[depth] ? condition : !condition;
  Merged merged = merge(paths.first(same), depth + 1);
  if (same == paths.size()) {
    merged.is_missed = !is_first || merged.is_missed;
    return merged;
  }
  const Merged other = merge(paths.subspan(same), depth + 1);
  if (merged.words.empty()) merged.words = other.words;
  for (std::size_t i = 0; i < other.words.size(); ++i) {
    merged.words[i] = z3::ite(is_first, merged.words[i], other.words[i]);
  }
  merged.is_missed = z3::ite(is_first, merged.is_missed, other.is_missed);
  return merged;
}

bool Explorer::decide(const z3::expr& given) {
  const z3::expr condition = simplified(given);
  if (condition.is_true()) return true;
  if (condition.is_false()) return false;
  ++branches_;
  if (depth_ == most_branches_) throw Cut{};
  if (depth_ == trail_.size()) trail_.push_back(new_branch(condition));
  const bool taken = trail_[depth_++].taken;
  conditions_.push_back(condition);
  path_ = path_ && (taken ? condition : !condition);
  return taken;
}

// Where the branch behind the trail is kept; none where the source did not come here.
std::shared_ptr<Fork>* Explorer::next_fork() {
  if (trail_.empty()) return &known_.forks;
  const Branch& last = trail_.back();
  return last.fork ? &last.fork->behind[last.taken ? 1 : 0] : nullptr;
}

bool Explorer::is_possible(const z3::expr& side, std::optional<z3::model>& found) {
  for (; scopes_ < trail_.size(); ++scopes_) {
    solver_->push();
    solver_->add(trail_[scopes_].side());
  }
  ++questions_;
  z3::expr_vector chosen(context_);
  chosen.push_back(side);
  const z3::check_result result = solver_->check(chosen);
  if (result == z3::sat) found = solver_->get_model();
  return result != z3::unsat;
}

// Which sides are possible. A text that leads here shows one of them without a question.
Explorer::Branch Explorer::new_branch(const z3::expr& condition) {
  std::shared_ptr<Fork>* fork = next_fork();
  if (fork != nullptr && *fork != nullptr && z3::eq((*fork)->condition, condition)) {
    model_.reset();
    return {condition, (*fork)->can_be, (*fork)->can_be && (*fork)->can_not, *fork};
  }
  const bool is_known = model_.has_value();
  const bool is_yes = is_known && model_->eval(condition, true).is_true();
  std::optional<z3::model> yes, no;
  if (is_known) (is_yes ? yes : no) = model_;
  const bool can_be = yes || is_possible(condition, yes);
  const bool can_not = no || !can_be || is_possible(!condition, no);
  model_ = can_be ? yes : no;
  Branch branch{condition, can_be, can_be && can_not, {}, can_be ? no : std::nullopt};
  if (!mutant_ && fork != nullptr) {
    *fork = std::make_shared<Fork>(Fork{condition, can_be, can_not});
    branch.fork = *fork;
  }
  return branch;
}

// To the last branch whose other side no path has taken; there may be none.
bool Explorer::leave_to_other_side() {
  while (!trail_.empty()) {
    const Branch last = trail_.back();
    trail_.pop_back();
    if (scopes_ > trail_.size()) {
      solver_->pop();
      scopes_ = trail_.size();
    }
    if (!last.has_other) continue;
    model_ = last.of_other;
    trail_.push_back({last.condition, !last.taken, false, last.fork});
    return true;
  }
  return false;
}

void Explorer::require(const z3::expr& condition, const std::string&) {
  const z3::expr needed = simplified(condition);
  if (needed.is_true()) return;
  broken_ = broken_ || (path_ && !needed);
  if (!required_.insert(needed.id()).second) return;
  known_.required.push_back(needed);
  std::optional<z3::model> text;
  if (stops_where_broken_ && depth_ == trail_.size() && is_possible(!needed, text) && text)
    throw Broken{*text};
}

void Explorer::require_first(const z3::expr& condition) {
  if (depth_ > 0) throw std::logic_error("behind a branch");
  require(condition, "");
  if (!trail_.empty()) return;  // the paths behind the first one
  solver_->add(condition);
}

void Explorer::define(const z3::expr& variable, const z3::expr& formula, const z3::expr& units) {
  if (!definitions_.try_emplace(variable.id(), variable, formula).second) return;
  of_definitions_ = of_definitions_ && units;
}

bool Explorer::follows(const z3::expr& condition) const {
  const bool* const known = known_.consequences->find(condition);
  if (known != nullptr) return *known;
  return known_.consequences->add(condition, ask(of_definitions_ && !condition) == z3::unsat);
}

const z3::expr* Explorer::definition_of(const z3::expr& variable) const {
  const auto known = definitions_.find(variable.id());
  return known == definitions_.end() ? nullptr : &known->second.second;
}

void Explorer::follow(const Known& of_source) {
  known_.forks = of_source.forks;
  known_.required = of_source.required;
  known_.consequences = of_source.consequences;
  for (const z3::expr& required : known_.required) required_.insert(required.id());
  simplified_of_source_ = of_source.simplified;
  entries_of_source_ = of_source.entries;
}

z3::expr Explorer::simplified(const z3::expr& formula) {
  if (formula.is_numeral() || formula.is_true()) return formula;
  const z3::expr* known = simplified_of_source_ ? simplified_of_source_->find(formula) : nullptr;
  if (known == nullptr) known = known_.simplified->find(formula);
  return known != nullptr ? *known : known_.simplified->add(formula);
}

bool Explorer::has_mutants(const z3::expr& formula) const {
  if (!mutant_ || mutant_->is_numeral()) return false;
  const z3::expr variable = mutant_->is_const() ? *mutant_ : mutant_->arg(1);
  return std::ranges::any_of(parts_of(formula),
                             [&](const z3::expr& part) { return part.id() == variable.id(); });
}

void Explorer::cut() const { throw Cut{}; }

z3::expr Explorer::broken() const { return broken_; }

Site Explorer::site_at(const std::source_location& where, Site::Kind kind) const {
  const std::string_view file = where.file_name();
  Site site;
  site.file = file.substr(file.find_last_of('/') + 1);
  site.line = where.line();
  site.column = where.column();
  site.kind = kind;
  return site;
}

z3::expr Explorer::is_mutant(std::uint64_t mutant) const {
  return *mutant_ == context_.bv_val(mutant, mutant_->get_sort().bv_size());
}

z3::expr Explorer::constant(std::uint64_t value, unsigned bits, const std::source_location& where) {
  Site site = site_at(where, Site::Kind::kConstant);
  site.was = value;
  z3::expr result = context_.bv_val(value, bits);
  if (!mutant_) {
    Site& known = sites_.at(site);
    if (known.become.empty()) {
      known.numbers = neighbours(value, bits);
      for (const std::uint64_t number : known.numbers) {
        known.become.push_back(fmt::format("{:X}", number));
      }
    }
    return result;
  }
  const Site* known = sites_.find(site);
  if (known == nullptr || known != changed_) return result;
  for (std::size_t i = 0; i < known->numbers.size(); ++i) {
    result = z3::ite(is_mutant(known->first_mutant + i), context_.bv_val(known->numbers[i], bits),
                     result);
  }
  return result;
}

z3::expr Explorer::chosen(const std::vector<Choice>& choices, const std::source_location& where) {
  Site site = site_at(where, Site::Kind::kOperator);
  site.op = choices.front().op;
  z3::expr result = choices.front().result;
  if (!mutant_) {
    Site& known = sites_.at(site);
    if (known.become.empty()) {
      for (std::size_t i = 1; i < choices.size(); ++i) known.become.push_back(choices[i].op);
    }
    return result;
  }
  const Site* known = sites_.find(site);
  if (known == nullptr || known != changed_) return result;
  for (std::size_t i = 1; i < choices.size(); ++i) {
    result = z3::ite(is_mutant(known->first_mutant + i - 1), choices[i].result, result);
  }
  return result;
}

z3::expr Explorer::free_variable(const z3::expr& formula) {
  const unsigned number = Z3_get_ast_id(context_, formula);
  const auto known = variables_.find(number);
  if (known != variables_.end()) return known->second.second;
  const std::string name = fmt::format("lane{}", variables_.size());
  const z3::expr free = context_.bv_const(name.c_str(), formula.get_sort().bv_size());
  variables_.emplace(number, std::pair{formula, free});
  return free;
}

z3::expr Explorer::entry_of_source(const void* table,
                                   const std::function<std::uint64_t(std::size_t)>& value,
                                   std::size_t count, unsigned bits, const z3::expr& index) {
  const z3::expr* known = entries_of_source_ ? entries_of_source_->find(table, index) : nullptr;
  if (known == nullptr) known = known_.entries->find(table, index);
  if (known != nullptr) return *known;
  const auto levels = static_cast<unsigned>(std::bit_width(count - 1));
  return known_.entries->add(table, index,
                             tree(context_, value, count, bits, index, 0, levels).simplify());
}

z3::expr Explorer::entry(const void* table, const std::function<std::uint64_t(std::size_t)>& value,
                         std::size_t count, unsigned bits, const z3::expr& index,
                         const std::source_location& where) {
  const unsigned width = index.get_sort().bv_size();
  require(z3::ult(index, context_.bv_val(count, width)), "an index lies in its table");
  z3::expr result = entry_of_source(table, value, count, bits, index);
  Site site = site_at(where, Site::Kind::kTable);
  site.was = sites_.number_of_table(table);
  if (!mutant_) {
    Site& known = sites_.at(site);
    known.entries = count;
    known.entry_bits = bits;
    return result;
  }
  const Site* known = sites_.find(site);
  if (known == nullptr || known != changed_) return result;
  const unsigned select = mutant_->get_sort().bv_size();
  // A width is a power of two, and the first mutant a multiple of it.
  const auto shift = static_cast<unsigned>(std::countr_zero(std::uint64_t{bits}));
  const z3::expr first = context_.bv_val(known->first_mutant >> shift, select - shift);
  const z3::expr number = (mutant_->extract(select - 1, shift) - first).simplify();
  const z3::expr bit = mutant_->extract(shift - 1, 0).simplify();
  const z3::expr own = z3::zext(bit, bits - shift);
  const z3::expr narrow =
      width > select ? index.extract(select - 1, 0) : z3::zext(index, select - width);
  const z3::expr is_hit = z3::ult(number, context_.bv_val(known->entries, select - shift)) &&
                          narrow == z3::zext(number, shift);
  return result ^ z3::ite(is_hit, z3::shl(context_.bv_val(1, bits), own), context_.bv_val(0, bits));
}

}  // namespace placemat::prove
