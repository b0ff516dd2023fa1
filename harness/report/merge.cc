#include "harness/report/merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "harness/bytes/error.h"

namespace placemat {
namespace {

// What two parts of one run have in common, in words.
std::vector<std::pair<std::string_view, std::string>> common_of(const Report& report) {
  const Header& header = report.header;
  std::string sources;
  for (const SourceRecord& source : report.sources) {
    if (source.not_run.empty()) sources += (sources.empty() ? "" : ", ") + source.name;
  }
  return {{"version", header.tool_version},
          {"corpora", header.corpus_digest},
          {"budget", header.budget},
          {"seed", std::to_string(header.seed)},
          {"sources", sources}};
}

void check_alike(const NamedReport& first, const NamedReport& other) {
  const auto here = common_of(first.report), there = common_of(other.report);
  for (std::size_t i = 0; i < here.size(); ++i) {
    if (here[i].second == there[i].second) continue;
    throw InputError(fmt::format("{}: another run than {}: its {} is '{}', and not '{}'",
                                 other.name, first.name, here[i].first, there[i].second,
                                 here[i].second));
  }
}

template <class T, class Key>
void add_new(std::vector<T>& all, const std::vector<T>& more, Key key) {
  for (const T& one : more) {
    const bool is_known = std::ranges::any_of(
        all, [&](const T& known) { return std::invoke(key, known) == std::invoke(key, one); });
    if (!is_known) all.push_back(one);
  }
}

void add_names(std::vector<std::string>& all, const std::vector<std::string>& more) {
  add_new(all, more, std::identity());
}

void add_coverage(std::vector<CoverageRecord>& all, const std::vector<CoverageRecord>& more) {
  if (all.empty()) all = more;
  for (const CoverageRecord& other : more) {
    CoverageRecord& coverage = all.front();
    add_names(coverage.operations, other.operations);
    add_new(coverage.presentation, other.presentation, &AxisValues::axis);
    for (const AxisValues& axis : other.presentation) {
      add_names(std::ranges::find(coverage.presentation, axis.axis, &AxisValues::axis)->values,
                axis.values);
    }
  }
}

void add_part(Report& all, const Report& part) {
  all.subjects.insert(all.subjects.end(), part.subjects.begin(), part.subjects.end());
  add_coverage(all.coverage, part.coverage);
  add_new(all.absent, part.absent, &AbsentRecord::name);
  add_new(all.externals, part.externals, &ExternalRecord::decoder);
  add_new(all.machines, part.machines, &MachineRecord::decoder);
  add_new(all.oracles, part.oracles, &OracleRecord::question);
  add_new(all.requirements, part.requirements,
          [](const RequirementRecord& one) { return std::pair(one.dialect, one.number); });
  add_new(all.bugs, part.bugs, &BugRecord::id);
  add_new(all.defects, part.defects, &DefectRecord::id);
  add_new(all.strength, part.strength, &Strength::subject);
  add_new(all.fuzzing, part.fuzzing, &FuzzingRecord::decoder);
  all.certificates.insert(all.certificates.end(), part.certificates.begin(),
                          part.certificates.end());
  add_names(all.header.isolation, part.header.isolation);
  add_names(all.notices, part.notices);
  all.header.run.seconds += part.header.run.seconds;
}

void check_once(const std::vector<NamedReport>& parts) {
  std::set<std::pair<std::string, std::string>> seen;
  for (const NamedReport& part : parts) {
    for (const DecoderResult& subject : part.report.subjects) {
      if (seen.emplace(subject.decoder, subject.judged_as).second) continue;
      throw InputError(fmt::format("{}: {} as {} is in another report too", part.name,
                                   subject.decoder, subject.judged_as));
    }
  }
}

}  // namespace

Report merged(const std::vector<NamedReport>& parts) {
  if (parts.empty()) return {};
  check_once(parts);
  Report all = parts.front().report;
  Footer footer = all.footer;
  for (std::size_t i = 1; i < parts.size(); ++i) {
    check_alike(parts.front(), parts[i]);
    add_part(all, parts[i].report);
    footer.complete = footer.complete && parts[i].report.footer.complete;
    footer.interrupted = footer.interrupted || parts[i].report.footer.interrupted;
    add_names(footer.expected_errors, parts[i].report.footer.expected_errors);
  }
  // Claimed profiles first, then the contrasts, as one run writes them.
  std::ranges::stable_partition(all.subjects, &DecoderResult::claimed);
  all.footer = count_subjects(all.subjects);
  all.footer.complete = footer.complete;
  // A report is unfinished when a part is, and says so.
  all.footer.interrupted = footer.interrupted || !footer.complete;
  all.footer.expected_errors = footer.expected_errors;
  return all;
}

}  // namespace placemat
