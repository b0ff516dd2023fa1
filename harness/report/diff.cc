#include "harness/report/diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>
#include <utility>

#include "harness/report/matrix.h"
#include "harness/report/strength.h"
#include "harness/report/text.h"

namespace placemat {
namespace {

using SubjectKey = std::pair<std::string, std::string>;  // decoder, profile

// How one named case fails: kind -> digest of the presentations that fail.
using Failure = std::map<Kind, std::string>;

// One side of the comparison, indexed.
class Side {
 public:
  explicit Side(const Report& report) : report_(report) {
    for (const SourceRecord& source : report.sources) {
      if (source.not_run.empty()) sources_[source.name] = &source;
    }
    for (const DecoderResult& subject : report.subjects) {
      if (!subject.claimed) continue;
      subjects_[{subject.decoder, subject.judged_as}] = &subject;
    }
  }
  const Report& report() const { return report_; }
  const std::map<SubjectKey, const DecoderResult*>& subjects() const { return subjects_; }
  const std::map<std::string, const SourceRecord*>& sources() const { return sources_; }

  bool ran(const std::string& source) const { return sources_.contains(source); }
  bool has_names(const std::string& source) const {
    const auto found = sources_.find(source);
    return found != sources_.end() && !found->second->ids.empty();
  }
  std::set<std::string> ids(const std::string& source) const {
    const auto found = sources_.find(source);
    if (found == sources_.end()) return {};
    return {found->second->ids.begin(), found->second->ids.end()};
  }

 private:
  const Report& report_;
  std::map<std::string, const SourceRecord*> sources_;
  std::map<SubjectKey, const DecoderResult*> subjects_;
};

bool asked(const DecoderResult& subject, const std::string& source) {
  return std::ranges::any_of(subject.sources,
                             [&](const SourceTally& tally) { return tally.source == source; });
}

std::map<std::string, Failure> failures_of(const DecoderResult& subject,
                                           const std::string& source) {
  std::map<std::string, Failure> failures;
  for (const FailingCase& failing : subject.failing) {
    if (failing.source == source) failures[failing.id][failing.kind] = failing.presentations;
  }
  return failures;
}

std::string kinds_text(const Failure& failure) {
  std::string out;
  for (const auto& [kind, presentations] : failure) {
    out += fmt::format("{}{}", out.empty() ? "" : ", ", row_of(kind).name);
  }
  return out;
}

bool became_grave(const Failure& before, const Failure& after) {
  return std::ranges::any_of(after, [&](const auto& entry) {
    return is_grave(entry.first) && !before.contains(entry.first);
  });
}

bool same_kinds(const Failure& a, const Failure& b) {
  return std::ranges::equal(a, b, [](const auto& x, const auto& y) { return x.first == y.first; });
}

class Comparison {
 public:
  Comparison(const Report& before, const Report& after) : before_(before), after_(after) {
    diff_.budgets = budgets_text(before.header.budget, after.header.budget);
  }

  Diff run() {
    find_lost();
    note_differences();
    compare_sources();
    for (const auto& [key, subject] : before_.subjects()) {
      const auto other = after_.subjects().find(key);
      if (other == after_.subjects().end()) {
        diff_.removed.push_back({key.first, key.second, "", "", "judged", "not judged"});
      } else {
        compare_subjects(*subject, *other->second);
      }
    }
    for (const auto& [key, subject] : after_.subjects()) {
      if (before_.subjects().contains(key)) continue;
      diff_.added.push_back({key.first, key.second, "", "", "not judged",
                             counted(subject->findings.size(), "finding")});
    }
    sort_entries(diff_);
    return std::move(diff_);
  }

 private:
  void find_lost() {
    const Coverage before = coverage_of(before_.report()), after = coverage_of(after_.report());
    diff_.lost = lost_between(before, after);
    for (const auto& [name, source] : before_.sources()) {
      if (!after_.ran(name)) continue;
      const std::set<std::string> there = after_.ids(name);
      for (const std::string& id : source->ids) {
        if (!there.contains(id)) diff_.lost.push_back({"vector", id});
      }
    }
    for (const auto& [key, subject] : before_.subjects()) {
      const auto now = after_.subjects().find(key);
      if (now == after_.subjects().end()) continue;
      for (const SourceTally& tally : subject->sources) {
        if (!after_.ran(tally.source) || asked(*now->second, tally.source)) continue;
        diff_.lost.push_back({"source", key.first + ":" + tally.source});
      }
    }
    for (const Loss& loss : lost_by(after_.report())) {
      if (loss.what != "cases" || !had_same_sample(loss.name)) diff_.lost.push_back(loss);
    }
  }
  bool had_same_sample(const std::string& decoder) const {
    return std::ranges::all_of(after_.subjects(), [&](const auto& entry) {
      const auto before = before_.subjects().find(entry.first);
      return entry.first.first != decoder ||
             (before != before_.subjects().end() &&
              sample_of(*before->second) == sample_of(*entry.second));
    });
  }

  void note(std::string_view what, const std::string& before, const std::string& after) {
    if (before == after) return;
    diff_.notes.push_back(fmt::format("{}: {} before, {} after", what, before, after));
  }
  void note_differences() {
    const Report &a = before_.report(), &b = after_.report();
    if (!a.footer.complete) diff_.notes.emplace_back("the report before is of an unfinished run");
    if (!b.footer.complete) diff_.notes.emplace_back("the report after is of an unfinished run");
    if (!a.coverage.empty() && b.coverage.empty()) {
      diff_.notes.emplace_back(
          "the report after does not say which operations and presentations it covers");
    }
    note("budget", a.header.budget, b.header.budget);
    note("seed", std::to_string(a.header.seed), std::to_string(b.header.seed));
    note_strength(a, b);
    for (const auto& [key, subject] : before_.subjects()) {
      const auto other = after_.subjects().find(key);
      if (other == after_.subjects().end()) continue;
      note("version of " + key.first, subject->version, other->second->version);
    }
  }

  // The strength of the suite is no test of a decoder, so it becomes a note. Compared where both
  // sides measured the same set.
  void note_strength(const Report& a, const Report& b) {
    for (const Strength& before : a.strength) {
      const auto after = std::ranges::find(b.strength, before.subject, &Strength::subject);
      if (after == b.strength.end()) continue;
      for (const FamilyStrength& family : before.families) {
        const auto same = std::ranges::find(after->families, family.name, &FamilyStrength::name);
        if (same == after->families.end()) continue;
        for (const StrengthColumn& column : strength_columns()) {
          note(fmt::format("mutants killed, {}, {}", family.name, column.title),
               share_text(find_tally(family, column.how)),
               share_text(find_tally(*same, column.how)));
        }
      }
    }
  }

  // Sources and named cases that only one side has are listed once, not once per decoder.
  void compare_sources() {
    only_in(before_, after_, diff_.removed, "run", "not run");
    only_in(after_, before_, diff_.added, "not run", "run");
  }
  static void only_in(const Side& side, const Side& other, std::vector<DiffEntry>& list,
                      const char* before, const char* after) {
    for (const auto& [name, source] : side.sources()) {
      if (!other.ran(name)) {
        list.push_back({"", "", name, "", before, after});
        continue;
      }
      const std::set<std::string> known = other.ids(name);
      for (const std::string& id : source->ids) {
        if (!known.contains(id)) list.push_back({"", "", name, id, before, after});
      }
    }
  }

  void compare_subjects(const DecoderResult& before, const DecoderResult& after) {
    for (const auto& [name, source] : before_.sources()) {
      if (!after_.ran(name)) continue;
      const bool was = asked(before, name), is = asked(after, name);
      if (was != is) {
        (is ? diff_.added : diff_.removed)
            .push_back({before.decoder, before.judged_as, name, "", was ? "run" : "not run",
                        is ? "run" : "not run"});
      } else if (was) {
        compare_named(before, after, name);
      }
    }
    compare_findings(before, after);
    const bool is_same_question = std::ranges::equal(before.sources, after.sources, {},
                                                     &SourceTally::source, &SourceTally::source);
    if (is_same_question && states_inputs(before) && states_inputs(after))
      compare_cells(before, after);
  }

  void compare_named(const DecoderResult& before, const DecoderResult& after,
                     const std::string& source) {
    const auto old_failures = failures_of(before, source),
               new_failures = failures_of(after, source);
    const std::set<std::string> old_ids = before_.ids(source);
    for (const std::string& id : after_.ids(source)) {
      const auto was = old_failures.find(id), is = new_failures.find(id);
      const bool failed = was != old_failures.end(), fails = is != new_failures.end();
      DiffEntry entry{before.decoder, before.judged_as, source, id, "", ""};
      if (!old_ids.contains(id)) {
        // A new test that fails is no evidence about the decoder's past.
        entry.before = "no such test";
        entry.after = fails ? kinds_text(is->second) : "";
        if (fails) diff_.added.push_back(entry);
      } else if (failed || fails) {
        compare_failures(entry, failed ? was->second : Failure{}, fails ? is->second : Failure{});
      }
    }
  }

  void compare_failures(DiffEntry entry, const Failure& was, const Failure& is) {
    if (was == is) return;
    entry.before = was.empty() ? "as expected" : kinds_text(was);
    entry.after = is.empty() ? "as expected" : kinds_text(is);
    if (is.empty()) {
      diff_.newly_passing.push_back(std::move(entry));
      return;
    }
    const bool is_worse = was.empty() || became_grave(was, is);
    if (!was.empty() && same_kinds(was, is)) entry.after += ", in other presentations";
    if (is_worse && !diff_.budgets.empty()) {
      diff_.newly_asked.push_back(std::move(entry));
    } else {
      entry.is_regression = is_worse;
      (was.empty() ? diff_.newly_failing : diff_.changed).push_back(std::move(entry));
    }
  }

  // Findings that no named case represents, by key.
  void compare_findings(const DecoderResult& before, const DecoderResult& after) {
    std::map<std::string, const Finding*> old_findings, new_findings;
    for (const Finding& finding : before.findings) old_findings[finding.key] = &finding;
    for (const Finding& finding : after.findings) new_findings[finding.key] = &finding;
    // A failure that was a finding of its own may now be a symptom of another.
    const std::set<std::string> was_symptom = symptoms_of(before), is_symptom = symptoms_of(after);
    for (const auto& [key, finding] : old_findings) {
      if (is_symptom.contains(key)) continue;
      const auto other = new_findings.find(key);
      if (other != new_findings.end()) {
        compare_one(*finding, *other->second);
      } else if (!before_.has_names(finding->source)) {
        add_one_sided(*finding, after, false);
      }
    }
    for (const auto& [key, finding] : new_findings) {
      if (old_findings.contains(key) || was_symptom.contains(key)) continue;
      if (after_.has_names(finding->source)) continue;
      add_one_sided(*finding, before, true);
    }
    compare_symptoms(before, after);
  }

  // A failure that joins a known cause is new when nothing failed in that way before.
  void compare_symptoms(const DecoderResult& before, const DecoderResult& after) {
    const std::set<Kind> was = kinds_of(before);
    for (const Finding& finding : after.findings) {
      for (const Symptom* symptom : further_kinds(finding)) {
        if (was.contains(symptom->kind)) continue;
        Finding shown = finding;
        shown.kind = symptom->kind;
        shown.key = symptom->key;
        shown.minimal = symptom->minimal;
        shown.conditions = symptom->conditions;
        add_one_sided(shown, before, true);
      }
    }
  }

  // Reports before format 13 say nothing about inputs with errors of one class alone.
  static bool states_inputs(const DecoderResult& subject) {
    return std::ranges::any_of(subject.error_classes,
                               [](const ErrorClassTally& tally) { return !tally.alone.empty(); }) ||
           failed_of(subject) == 0;
  }

  // A class that fails by a cause whose own input is of another class has no finding that is new.
  void compare_cells(const DecoderResult& before, const DecoderResult& after) {
    for (const ColumnRow& column : columns()) {
      const Cell was = cell_of(before, column.column), is = cell_of(after, column.column);
      if (was.checks == 0 || is.checks == 0) continue;
      for (const Mark& mark : is.marks) {
        if (is_only_in(mark, was)) add_mark(after, column, mark, true);
      }
      for (const Mark& mark : was.marks) {
        if (is_only_in(mark, is)) add_mark(after, column, mark, false);
      }
    }
  }
  static bool is_only_in(const Mark& mark, const Cell& other) {
    return mark.findings.empty() && mark.glyph != kDeclared &&
           std::ranges::find(other.marks, mark.glyph, &Mark::glyph) == other.marks.end();
  }
  void add_mark(const DecoderResult& subject, const ColumnRow& column, const Mark& mark,
                bool is_after) {
    const std::string seen = fmt::format("{}: {}", row_of(mark.kinds.front()).name, mark.alone);
    const std::string unseen = "as expected";
    DiffEntry entry{subject.decoder,          subject.judged_as,        "",
                    std::string(column.name), is_after ? unseen : seen, is_after ? seen : unseen};
    const bool is_by_budget = is_after && !diff_.budgets.empty();
    entry.is_regression = is_after && !is_by_budget;
    auto& list = is_by_budget ? diff_.newly_asked
                 : is_after   ? diff_.newly_failing
                              : diff_.newly_passing;
    list.push_back(std::move(entry));
  }

  static std::set<Kind> kinds_of(const DecoderResult& subject) {
    std::set<Kind> kinds;
    for (const FailingCase& failing : subject.failing) kinds.insert(failing.kind);
    for (const Finding& finding : subject.findings) {
      kinds.insert(finding.kind);
      for (const Symptom& symptom : finding.symptoms) kinds.insert(symptom.kind);
    }
    return kinds;
  }

  static std::set<std::string> symptoms_of(const DecoderResult& subject) {
    std::set<std::string> keys;
    for (const Finding& finding : subject.findings) {
      for (const Symptom& symptom : finding.symptoms) keys.insert(symptom.key);
    }
    return keys;
  }

  // A finding that only one side has: a change when the other side ran the same source, else a test
  // that the other side lacks. The encoder's round trip, which no record lists, is tested for every
  // subject.
  void add_one_sided(const Finding& finding, const DecoderResult& other_subject, bool is_after) {
    const Side &here = is_after ? after_ : before_, &there = is_after ? before_ : after_;
    const bool comparable = !here.ran(finding.source) ||
                            (there.ran(finding.source) && asked(other_subject, finding.source));
    const std::string seen = fmt::format("{}: {}", row_of(finding.kind).name, input_of(finding));
    const std::string unseen = comparable ? "as expected" : "not run";
    DiffEntry entry{finding.decoder, finding.judged_as,        finding.source,
                    finding.key,     is_after ? unseen : seen, is_after ? seen : unseen};
    // The round trip does not depend on the budget.
    const bool is_by_budget = comparable && here.ran(finding.source) && !diff_.budgets.empty();
    entry.is_regression = is_after && comparable && !is_by_budget;
    if (is_after && is_by_budget) {
      diff_.newly_asked.push_back(std::move(entry));
    } else if (is_after) {
      (comparable ? diff_.newly_failing : diff_.added).push_back(std::move(entry));
    } else {
      (comparable ? diff_.newly_passing : diff_.removed).push_back(std::move(entry));
    }
  }

  // The same finding, since the kind is in its key. Only answers to the same question can be
  // compared.
  void compare_one(const Finding& before, const Finding& after) {
    if (before_.has_names(before.source) || after_.has_names(after.source)) return;
    const bool same_question = std::tie(before.minimal, before.operation, before.conditions) ==
                               std::tie(after.minimal, after.operation, after.conditions);
    if (!same_question || before.seen == after.seen) return;
    diff_.changed.push_back({before.decoder, before.judged_as, after.source, before.key,
                             "seen " + before.seen, "seen " + after.seen});
  }

  Side before_, after_;
  Diff diff_;
};

struct Section {
  const char* name;
  const char* title;
  std::vector<DiffEntry> Diff::* entries;
};
constexpr Section kSections[] = {
    {"newly_failing", "newly failing", &Diff::newly_failing},
    {"changed", "changed", &Diff::changed},
    {"newly_asked", "new, by a larger budget", &Diff::newly_asked},
    {"newly_passing", "newly passing", &Diff::newly_passing},
    {"added", "added", &Diff::added},
    {"removed", "removed", &Diff::removed},
};

std::string entry_text(const DiffEntry& entry, char mark) {
  std::string what = entry.decoder;
  for (const std::string& part : {entry.judged_as, entry.source, entry.test}) {
    if (!part.empty()) what += fmt::format("{}{}", what.empty() ? "" : "  ", part);
  }
  return fmt::format("  {} {}\n      {} -> {}\n", entry.is_regression ? '!' : mark,
                     visible_line(what), visible_line(entry.before), visible_line(entry.after));
}

// One line that names regressions, for a log that shows a line or two.
std::string regressions_line(const Diff& diff) {
  constexpr std::size_t kMostNamed = 3;
  std::vector<std::string> names;
  for (const Section& section : kSections) {
    for (const DiffEntry& entry : diff.*section.entries) {
      if (!entry.is_regression) continue;
      names.push_back(visible_line(fmt::format("{} {}", entry.decoder, entry.test)));
    }
  }
  if (names.empty()) return {};
  const std::size_t all = names.size();
  names.resize(std::min(all, kMostNamed));
  return fmt::format("regression: {}{}\n", fmt::join(names, ", "),
                     all > kMostNamed ? fmt::format(" and {} more", all - kMostNamed) : "");
}

}  // namespace

Diff make_diff(const Report& before, const Report& after) {
  return Comparison(before, after).run();
}

std::string render_diff(const Diff& diff) {
  std::string out;
  if (!diff.lost.empty()) {
    out += fmt::format("coverage lost: {}\n", visible_line(text_of(diff.lost)));
    out += fmt::format("  where that is meant: --allow-less {}{}\n",
                       visible_line(diff.lost.front().token()),
                       diff.lost.size() > 1 ? ", and so on for each" : "");
  }
  if (!diff.newly_asked.empty()) {
    out += fmt::format("the budget is larger: {}\n", visible_line(diff.budgets));
    out += fmt::format(
        "  {} that may not have been asked for; only a run of\n"
        "  the budget before shows which are regressions\n",
        counted(diff.newly_asked.size(), "failure"));
  }
  out += regressions_line(diff);
  for (const Section& section : kSections) {
    const std::vector<DiffEntry>& entries = diff.*section.entries;
    if (entries.empty()) continue;
    out += fmt::format("{} ({})\n", section.title, entries.size());
    const char mark = section.entries == &Diff::newly_asked ? '+' : ' ';
    for (const DiffEntry& entry : entries) out += entry_text(entry, mark);
  }
  for (const std::string& note : diff.notes) out += fmt::format("note: {}\n", visible_line(note));
  if (diff.is_empty()) out += "no test changed\n";
  const bool has_marked = std::ranges::any_of(kSections, [&](const Section& section) {
    return std::ranges::any_of(diff.*section.entries, &DiffEntry::is_regression);
  });
  if (has_marked) out += "there are regressions, marked '!'\n";
  return out;
}

std::string render_diff_json(const Diff& diff) {
  using OrderedJson = nlohmann::ordered_json;
  OrderedJson json{{"regressions", diff.has_regressions()}, {"lost", OrderedJson::array()}};
  for (const Loss& loss : diff.lost) json["lost"].push_back(loss.token());
  for (const Section& section : kSections) {
    OrderedJson& list = json[section.name] = OrderedJson::array();
    for (const DiffEntry& entry : diff.*section.entries) {
      list.push_back({{"decoder", entry.decoder},
                      {"judged_as", entry.judged_as},
                      {"source", entry.source},
                      {"test", entry.test},
                      {"before", entry.before},
                      {"after", entry.after},
                      {"regression", entry.is_regression}});
    }
  }
  json["notes"] = diff.notes;
  return json.dump(2, ' ', true, OrderedJson::error_handler_t::replace) + "\n";
}

}  // namespace placemat
