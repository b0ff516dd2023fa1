#include "harness/conformance/known_results.h"

#include <algorithm>
#include <filesystem>

#include "harness/bytes/text_file.h"
#include "harness/campaign/coverage.h"
#include "harness/corpus/corpus.h"
#include "harness/report/matrix.h"

namespace placemat {
namespace {

// The part of a report that comparisons read.
Report report_of(const Target& target, DecoderResult result, bool finished) {
  Report report;
  const SourceOptions& options = target.options;
  report.header.budget = name_of(options.budget);
  report.header.seed = options.seed;
  report.header.corpus_vectors = options.corpus->vectors.size();
  report.sources = source_records(target.sources, options, CaseCounts::kNone, 1);
  report.coverage.push_back(coverage_of(std::span(&target.decoder, 1), target.most));
  report.subjects.push_back(std::move(result));
  report.footer.checks = checks_of(report.subjects.front());
  report.footer.complete = finished && report.footer.checks > 0;
  return report;
}

}  // namespace

KnownResults::KnownResults(const ConformanceOptions& options, const std::string& decoder)
    : options_(options),
      decoder_(decoder),
      is_whole_(options.as.empty() && options.budget != name_of(Budget::kQuick)) {
  const auto is_to_read = [&](const std::string& file) {
    return !file.empty() && !(options.bless && !std::filesystem::exists(file));
  };
  if (is_to_read(options.expected)) list_ = load_expected(options.expected);
  if (is_to_read(options.baseline)) read_baseline(options.baseline);
}

ExpectedList KnownResults::own(const ExpectedList& list) const {
  ExpectedList entries = list;
  std::erase_if(entries.entries,
                [&](const ExpectedEntry& entry) { return entry.decoder != decoder_; });
  return entries;
}

void KnownResults::bless(const Report& report) const {
  if (!options_.expected.empty()) {
    ExpectedList blessed = placemat::bless(own(list_), report, is_whole_);
    for (const ExpectedEntry& entry : list_.entries) {
      if (entry.decoder != decoder_) blessed.entries.push_back(entry);
    }
    write_text_file(options_.expected, to_json(blessed));
  }
  if (!options_.baseline.empty()) write_baseline(baseline_of(report), options_.baseline);
}

ComparedRun KnownResults::compare(const Target& target, DecoderResult result, bool finished) const {
  ComparedRun answer{report_of(target, std::move(result), finished), std::nullopt};
  Report& report = answer.report;
  ExpectedList list = own(list_);
  if (options_.bless) {
    bless(report);
    if (!options_.expected.empty()) list = own(load_expected(options_.expected));
  }
  for (DecoderResult& subject : report.subjects) apply_expected(list, subject);
  if (report.footer.complete) {
    report.footer.expected_errors = expected_errors(list, report, is_whole_);
  }
  if (!options_.baseline.empty()) {
    answer.diff = make_diff(read_baseline(options_.baseline), report);
    allow(answer.diff->lost, options_.allow_less);
  }
  return answer;
}

}  // namespace placemat
