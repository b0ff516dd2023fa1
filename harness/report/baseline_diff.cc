// baseline_diff.cc: compares a report with a baseline, which knows neither the vectors that pass
// nor the source of a finding.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "harness/report/baseline.h"
#include "harness/report/matrix.h"
#include "harness/report/text.h"

namespace placemat {
namespace {

constexpr std::string_view kAsExpected = "as expected";

std::string kinds_text(const std::vector<Kind>& kinds) {
  std::string out;
  for (const Kind kind : kinds) {
    out += fmt::format("{}{}", out.empty() ? "" : ", ", row_of(kind).name);
  }
  return out;
}

class AgainstBaseline {
 public:
  AgainstBaseline(const Baseline& before, const Report& after)
      : before_(before), report_(after), after_(whole(after)) {
    for (const SourceRecord& source : report_.sources) {
      if (!source.not_run.empty()) continue;
      for (const std::string& id : source.ids) source_of_[id] = source.name;
    }
  }

  Diff run() {
    if (report_.coverage.empty()) {
      diff_.notes.emplace_back(
          "the report does not say which operations and presentations it covers");
    }
    diff_.budgets = budgets_text(before_.coverage.budget, after_.coverage.budget);
    diff_.lost = lost_between(before_.coverage, after_.coverage);
    std::ranges::copy(lost_by(report_), std::back_inserter(diff_.lost));
    note_differences();
    compare_sources();
    for (const Coverage::Judged& judged : before_.coverage.decoders) {
      const Coverage::Judged* now = find(after_, judged.decoder);
      if (now != nullptr && now->judged_as == judged.judged_as) {
        note("version of " + judged.decoder, judged.version, now->version);
        compare(judged);
      } else {
        diff_.removed.push_back(entry(judged, "", "", "judged", "not judged"));
      }
    }
    for (const Coverage::Judged& judged : after_.coverage.decoders) {
      const Coverage::Judged* was = find(before_, judged.decoder);
      if (was != nullptr && was->judged_as == judged.judged_as) continue;
      diff_.added.push_back(entry(judged, "", "", "not judged",
                                  counted(of(after_.findings, judged).size(), "finding")));
    }
    sort_entries(diff_);
    return std::move(diff_);
  }

 private:
  // An unfinished run can be compared, although it cannot become a baseline.
  static Baseline whole(Report report) {
    report.footer.complete = true;
    return baseline_of(report);
  }
  static const Coverage::Judged* find(const Baseline& side, const std::string& decoder) {
    const auto& all = side.coverage.decoders;
    const auto found = std::ranges::find(all, decoder, &Coverage::Judged::decoder);
    return found == all.end() ? nullptr : &*found;
  }
  template <class Line>
  static std::vector<const Line*> of(const std::vector<Line>& lines,
                                     const Coverage::Judged& judged) {
    std::vector<const Line*> found;
    for (const Line& line : lines) {
      if (line.decoder == judged.decoder) found.push_back(&line);
    }
    return found;
  }
  static DiffEntry entry(const Coverage::Judged& judged, std::string source, std::string test,
                         std::string_view before, std::string_view after) {
    return {judged.decoder,  judged.judged_as,    std::move(source),
            std::move(test), std::string(before), std::string(after)};
  }
  bool had(const std::string& source) const {
    const auto& sources = before_.coverage.sources;
    return std::ranges::find(sources, source) != sources.end();
  }

  void note(std::string_view what, const std::string& before, const std::string& after) {
    if (before == after) return;
    diff_.notes.push_back(fmt::format("{}: {} before, {} after", what, before, after));
  }
  void note_differences() {
    const Coverage &a = before_.coverage, &b = after_.coverage;
    if (!report_.footer.complete) diff_.notes.emplace_back("the report is of an unfinished run");
    note("budget", a.budget, b.budget);
    note("seed", std::to_string(a.seed), std::to_string(b.seed));
    // Added coverage: what the baseline does not hold yet.
    std::vector<Loss> gained = lost_between(b, a);
    std::erase_if(gained, [](const Loss& loss) { return loss.what == "capability"; });
    if (!gained.empty()) diff_.notes.push_back("not in the baseline: " + text_of(gained));
  }
  void compare_sources() {
    for (const std::string& name : missing(before_.coverage.sources, after_.coverage.sources)) {
      diff_.removed.push_back({"", "", name, "", "run", "not run"});
    }
    for (const std::string& name : missing(after_.coverage.sources, before_.coverage.sources)) {
      diff_.added.push_back({"", "", name, "", "not run", "run"});
    }
  }

  void compare(const Coverage::Judged& judged) {
    compare_outcomes(judged);
    std::map<std::string, const Finding*> now;
    std::set<std::string> symptoms;
    for (const DecoderResult& subject : report_.subjects) {
      if (!subject.claimed || subject.decoder != judged.decoder) continue;
      for (const Finding& finding : subject.findings) {
        now[finding.key] = &finding;
        for (const Symptom& symptom : finding.symptoms) symptoms.insert(symptom.key);
      }
    }
    std::set<std::string> known;
    std::set<Kind> kinds;
    for (const Baseline::Outcome* outcome : of(before_.outcomes, judged)) {
      kinds.insert(outcome->kinds.begin(), outcome->kinds.end());
    }
    for (const Baseline::KnownFinding* finding : of(before_.findings, judged)) {
      known.insert(finding->key);
      if (const auto kind = kind_of_key(finding->key)) kinds.insert(*kind);
      if (!now.contains(finding->key) && !symptoms.contains(finding->key))
        add_gone(judged, finding->key);
    }
    for (const auto& [key, finding] : now) {
      if (!known.contains(key)) add_new(judged, *finding, *finding);
      // A failure that joins a known cause is new when nothing failed in that way before.
      for (const Symptom* symptom : further_kinds(*finding)) {
        if (!kinds.contains(symptom->kind)) add_new(judged, *finding, *symptom);
      }
    }
  }
  // A source that was not run might have found it.
  void add_gone(const Coverage::Judged& judged, const std::string& key) {
    const bool ran_all = missing(before_.coverage.sources, after_.coverage.sources).empty();
    (ran_all ? diff_.newly_passing : diff_.removed)
        .push_back(entry(judged, "", key, "a finding", ran_all ? kAsExpected : "not run"));
  }
  // The encoder's round trip, which no record lists, is tested for every subject.
  void add_new(const Coverage::Judged& judged, const Finding& finding, const auto& shown) {
    const bool is_listed =
        std::ranges::find(after_.coverage.sources, finding.source) != after_.coverage.sources.end();
    const bool comparable = !is_listed || had(finding.source);
    DiffEntry added = entry(judged, finding.source, shown.key, comparable ? kAsExpected : "not run",
                            fmt::format("{}: {}", row_of(shown.kind).name, input_of(shown)));
    if (!comparable) {
      diff_.added.push_back(std::move(added));
    } else {
      // The round trip does not depend on the budget.
      add_worse(std::move(added), diff_.newly_failing, is_listed);
    }
  }
  // A regression, unless only the larger budget may have asked.
  void add_worse(DiffEntry entry, std::vector<DiffEntry>& list, bool depends_on_budget = true) {
    entry.is_regression = !depends_on_budget || diff_.budgets.empty();
    (entry.is_regression ? list : diff_.newly_asked).push_back(std::move(entry));
  }

  void compare_outcomes(const Coverage::Judged& judged) {
    std::map<std::string, std::vector<Kind>> now;
    for (const Baseline::Outcome* outcome : of(after_.outcomes, judged)) {
      now[outcome->vector] = outcome->kinds;
    }
    for (const Baseline::Outcome* outcome : of(before_.outcomes, judged)) {
      const auto after = now.extract(outcome->vector);
      compare_one(judged, *outcome, after.empty() ? std::vector<Kind>{} : after.mapped());
    }
    for (const auto& [vector, kinds] : now) {
      const std::string& source = source_of_[vector];
      DiffEntry added = entry(judged, source, vector, kAsExpected, kinds_text(kinds));
      if (had(source)) {
        add_worse(std::move(added), diff_.newly_failing);
      } else {
        diff_.added.push_back(std::move(added));
      }
    }
  }
  void compare_one(const Coverage::Judged& judged, const Baseline::Outcome& was,
                   const std::vector<Kind>& kinds) {
    if (was.kinds == kinds) return;
    const auto source = source_of_.find(was.vector);
    if (source == source_of_.end()) {
      diff_.removed.push_back(entry(judged, "", was.vector, kinds_text(was.kinds), "not run"));
      return;
    }
    DiffEntry changed = entry(judged, source->second, was.vector, kinds_text(was.kinds),
                              kinds.empty() ? std::string(kAsExpected) : kinds_text(kinds));
    const bool is_worse = std::ranges::any_of(kinds, [&](Kind kind) {
      return is_grave(kind) && std::ranges::find(was.kinds, kind) == was.kinds.end();
    });
    if (is_worse) {
      add_worse(std::move(changed), diff_.changed);
    } else {
      (kinds.empty() ? diff_.newly_passing : diff_.changed).push_back(std::move(changed));
    }
  }

  const Baseline& before_;
  const Report& report_;
  Baseline after_;
  std::map<std::string, std::string> source_of_;  // of named cases
  Diff diff_;
};

}  // namespace

Diff make_diff(const Baseline& before, const Report& after) {
  return AgainstBaseline(before, after).run();
}

}  // namespace placemat
