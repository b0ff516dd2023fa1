#include "harness/report/merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "harness/bytes/error.h"
#include "harness/report/text.h"

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
          {"sources", sources},
          {"command", header.shard.command},
          {"number of shards", std::to_string(header.shard.of)},
          {"list of decoders", listed(header.shard.decoders)}};
}

void check_is_shard(const NamedReport& part) {
  const Shard& shard = part.report.header.shard;
  const auto is_number = [&](std::uint64_t number) { return number >= 1 && number <= shard.of; };
  if (!shard.empty() && std::ranges::all_of(shard.numbers, is_number)) return;
  throw InputError(fmt::format(
      "{}: no shard of a run, so nothing shows what belongs to it; name reports of `placemat run "
      "--shard`",
      part.name));
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

// Those of `newer` stand for those with their key.
template <class T, class Key>
void put_new(std::vector<T>& all, std::vector<T> newer, Key key) {
  add_new(newer, all, key);
  all = std::move(newer);
}

std::string line_of_speed(const SpeedRecord& speed) { return to_line(speed); }
std::string line_of_benchmark(const FuzzBenchmarkRecord& benchmark) { return to_line(benchmark); }

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
  add_new(all.comparisons, part.comparisons, [](const SourceComparison&) { return 0; });  // one
  add_new(all.speed, part.speed, line_of_speed);
  add_new(all.fuzz_benchmarks, part.fuzz_benchmarks, line_of_benchmark);
  all.certificates.insert(all.certificates.end(), part.certificates.begin(),
                          part.certificates.end());
  add_new(all.header.shard.numbers, part.header.shard.numbers, std::identity());
  add_names(all.header.isolation, part.header.isolation);
  all.header.run.seconds += part.header.run.seconds;
}

void check_shards(const std::vector<NamedReport>& parts) {
  std::map<std::uint64_t, std::string> seen;
  for (const NamedReport& part : parts) {
    check_is_shard(part);
    check_alike(parts.front(), part);
    for (const std::uint64_t number : part.report.header.shard.numbers) {
      const auto [at, is_new] = seen.emplace(number, part.name);
      if (is_new) continue;
      throw InputError(fmt::format("{}: shard {} of {} is in {} too; name each shard once",
                                   part.name, number, part.report.header.shard.of, at->second));
    }
  }
}

// A merge without all shards is incomplete for that alone; its parts came to their ends.
bool has_ended(const Report& part) {
  const bool is_merge = part.header.shard.numbers.size() > 1;
  return part.footer.complete || (is_merge && !part.footer.interrupted);
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

// Claimed profiles, then the contrasts, as one run writes them.
void put_claimed_first(std::vector<DecoderResult>& subjects) {
  std::ranges::stable_partition(subjects, &DecoderResult::claimed);
}

}  // namespace

void add_measurements(Report& report, const Report& measured) {
  put_new(report.strength, measured.strength, &Strength::subject);
  put_new(report.certificates, measured.certificates,
          [](const Certificate& one) { return std::pair(one.decoder, one.judged_as); });
  if (!measured.comparisons.empty()) report.comparisons = measured.comparisons;
  add_new(report.speed, measured.speed, line_of_speed);
  add_new(report.fuzz_benchmarks, measured.fuzz_benchmarks, line_of_benchmark);
}

std::string missing_text(const Shard& shard) {
  if (shard.numbers.size() >= shard.of) return "";
  constexpr std::size_t kMostNamed = 8;
  const std::uint64_t missing = shard.of - shard.numbers.size();
  if (missing > kMostNamed) return fmt::format("{} of {} shards are missing", missing, shard.of);
  const std::set<std::uint64_t> here(shard.numbers.begin(), shard.numbers.end());
  std::vector<std::string> names;
  for (std::uint64_t number = 1; number <= shard.of; ++number) {
    if (!here.contains(number)) names.push_back(std::to_string(number));
  }
  const bool is_one = names.size() == 1;
  return fmt::format("shard{} {} of {} {} missing", is_one ? "" : "s", listed(names), shard.of,
                     is_one ? "is" : "are");
}

Report merged(const std::vector<NamedReport>& parts) {
  if (parts.empty()) return {};
  if (parts.size() == 1 && parts.front().report.header.shard.empty()) return parts.front().report;
  check_shards(parts);
  check_once(parts);
  Report all = parts.front().report;
  Footer footer;
  footer.complete = true;
  for (const NamedReport& part : parts) {
    if (&part != &parts.front()) add_part(all, part.report);
    footer.complete = footer.complete && has_ended(part.report);
    add_names(footer.expected_errors, part.report.footer.expected_errors);
  }
  put_claimed_first(all.subjects);
  all.footer = count_subjects(all.subjects);
  // A report is unfinished when a part is, and says so.
  all.footer.interrupted = !footer.complete;
  all.footer.expected_errors = footer.expected_errors;
  Shard& shard = all.header.shard;
  std::ranges::sort(shard.numbers);
  all.header.run.command = shard.command;
  all.header.run.given.clear();  // several calls made it
  all.footer.complete = footer.complete && missing_text(shard).empty();
  if (missing_text(shard).empty()) shard.clear();
  return all;
}

}  // namespace placemat
