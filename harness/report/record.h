// record.h: report.jsonl, the single source of truth about a run, one JSON record a line. All else
// (HTML, Markdown, JUnit, diff, the summary on the terminal) is a pure function of the Report that
// read_report returns.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "harness/certify/certificate.h"
#include "harness/identify/description.h"
#include "harness/identify/learn.h"
#include "harness/judge/finding.h"
#include "harness/report/fuzz_benchmark.h"
#include "harness/report/fuzzing.h"
#include "harness/report/speed.h"
#include "harness/strength/sources.h"
#include "harness/strength/strength.h"

namespace placemat {

// The part of a run that a report holds: one shard of `placemat run --shard`, or several that were
// merged.
struct Shard {
  std::vector<std::uint64_t> numbers;  // ascending, from 1
  std::uint64_t of = 0;                // shards of the whole run
  std::string command;                 // makes the whole run
  std::vector<std::string> decoders;   // of the whole run, in the order that deals them out

  bool empty() const { return numbers.empty(); }  // the report is of a whole run
  void clear() { *this = {}; }
};

struct Header {
  std::string tool_version;
  std::string corpus_digest;
  std::uint64_t corpus_vectors = 0;
  std::string compiler;
  std::vector<std::string> cpu_features;
  std::string icu_version;
  std::string budget;  // quick, standard, deep
  std::uint64_t seed = 0;
  // The isolation that was in force for an external decoder, and what could not be enforced. Empty
  // when none was requested.
  std::vector<std::string> isolation;
  Shard shard = {};
  // Details that may differ between two runs of the same plan; never compared.
  struct Run {
    std::string command;  // makes the same run
    std::string started;  // ISO 8601, UTC
    unsigned threads = 0;
    double seconds = 0;           // in the footer's line of the file
    std::string given = {};       // the call, word for word
    std::string commit = {};      // of the tree of placemat, or "unknown"
    std::string build_type = {};  // "Release"
    std::string os = {};          // distribution and kernel
    std::string cpu = {};         // the model
  } run;
};

struct SourceRecord {
  std::string name;
  std::string covers;            // "all 16,843,009 strings of up to 3 code units"
  std::uint64_t cases = 0;       // for UTF-8; 0: not counted
  std::vector<std::string> ids;  // of named cases
  std::string not_run;           // why it was not run, or empty
};

struct AbsentRecord {
  std::string name;
  std::string subject;
};

// An external decoder: its row of the list of subjects, and the profile that explains it. Also one
// that could not be judged.
struct ExternalRecord {
  std::string decoder;
  std::string version;
  std::string product, language, entry;  // empty without a list
  // The profiles that explain everything, or the nearest, the plainest first. Empty when
  // identification did not run; `trouble` then has the reason.
  std::vector<std::string> profiles;
  bool explained = false;
  bool knows_policy = false;  // false: it has no lossy function
  std::uint64_t inputs = 0;   // that identification used
  std::uint64_t inputs_to_name = 0;
  std::uint64_t unanswered = 0;
  std::uint64_t contradicted = 0;
  std::vector<Contradiction> contradictions;  // the shortest, by the nearest profile
  std::string trouble;                        // why it was not judged, or not completely
  std::string sentence = {};      // the profile in words, or the parts where they explain more
  bool is_composed = false;       // by parts
  bool is_complete = false;       // nothing contradicts the sentence, nor do the findings
  std::uint64_t unexplained = 0;  // answers that contradict the sentence
  std::vector<Contradiction> against = {};  // the shortest of them; those of findings first
  std::string reason = {};                  // why nothing explains it, where that is known
  std::string not_asked = {};               // what identification never asks
};

// The machine that a decoder was learnt to be, compared with that of a profile.
struct MachineRecord {
  std::string decoder;
  std::string law;  // the profile
  Learned learned;
};

struct OracleRecord {
  std::string question;  // "icu:U8_NEXT"
  std::uint64_t asked = 0;
  std::uint64_t agreed = 0;
  struct Divergence {
    std::string id;  // "ICU-1"
    std::string reason;
    std::uint64_t times = 0;
  };
  std::vector<Divergence> divergences;
  std::vector<std::string> unexplained;  // findings against placemat
};

// The values of one axis of a presentation, by name.
struct AxisValues {
  std::string axis;
  std::vector<std::string> values;
};

// What the run tests: operations that one of the decoders has, and how cases are presented.
struct CoverageRecord {
  std::vector<std::string> operations;
  std::vector<AxisValues> presentation;
};

template <class Visitor, Of<AxisValues> T>
void members(Visitor& v, T& r) {
  v("axis", r.axis);
  v("values", r.values);
}

template <class Visitor, Of<CoverageRecord> T>
void members(Visitor& v, T& r) {
  v("operations", r.operations);
  v("presentation", r.presentation);
}

struct RequirementRecord {
  std::string dialect;
  int number = 0;  // 1 to 6
  std::string text;
  bool met = false;
  std::string evidence;
};

// A documented bug, and the vector that catches the saboteur that models it.
struct BugRecord {
  std::string id, project, year, bug_class, status;
  std::string units;  // "reported", "constructed"
  std::string vector, hex;
  std::string did, law;  // the decoder's answer, where known, and the right one
  std::string kind, saboteur;
  bool caught = false;
  std::string evidence;  // "expected ..., seen ..."; what was found instead
  std::string replay;    // the command that reproduces it
};

// A defect of a third-party decoder, from the catalogue.
struct DefectRecord {
  std::string id, product, language, effect;
  std::vector<std::string> versions;  // that have it
  std::string fixed_in;               // empty: no version without it was seen
  bool is_withheld = false;           // not public yet: all that follows is empty
  std::string entry, about, lets_through, units, seen, expected, clause;
  std::vector<std::string> links;  // where it is known upstream
  std::string native;              // the program that shows it
};

// The record as a line of a report.
std::string to_line(const SourceComparison& comparison);
std::string to_line(const Strength& strength);
std::string to_line(const Certificate& certificate);
std::string to_line(const SpeedRecord& speed);
std::string to_line(const FuzzBenchmarkRecord& benchmark);

struct Footer {
  bool complete = false;  // false also when the file has none
  bool interrupted = false;
  std::uint64_t records = 0;  // lines of the file, this one included
  std::uint64_t checks = 0;
  std::uint64_t findings = 0;
  std::uint64_t unexpected = 0;  // findings of claimed profiles that no expected entry explains
  // Entries of the expected list that are errors themselves (never found, without a reason, unknown
  // decoder), one line each.
  std::vector<std::string> expected_errors;
};

// The counts of the footer; the caller adds `interrupted` and `expected_errors`.
Footer count_subjects(const std::vector<DecoderResult>& subjects);

struct Report {
  Header header;
  std::vector<SourceRecord> sources;
  std::vector<CoverageRecord> coverage;  // one, or none
  std::vector<DecoderResult> subjects;   // claimed ones first, then the contrasts
  std::vector<AbsentRecord> absent;
  std::vector<ExternalRecord> externals;
  std::vector<MachineRecord> machines;
  std::vector<OracleRecord> oracles;
  std::vector<RequirementRecord> requirements;
  std::vector<BugRecord> bugs;
  std::vector<DefectRecord> defects;  // by effect, worst first; of an audit: of what it audited
  std::vector<Strength> strength;     // none when it was not measured
  std::vector<SourceComparison> comparisons;  // of sources
  std::vector<Certificate> certificates;
  std::vector<FuzzingRecord> fuzzing;  // of a campaign
  std::vector<SpeedRecord> speed;
  std::vector<FuzzBenchmarkRecord> fuzz_benchmarks;
  Footer footer;
};

// The format, as the header states it. reports/schema/report.schema.json describes every record of
// it; a file of another format is refused.
inline constexpr std::string_view kReportFormat = "placemat-report-1";

// Writes records as they become known and flushes each, so that findings are on disk whatever
// happens next. Throws InputError when the file cannot be written (any more).
class ReportWriter {
 public:
  explicit ReportWriter(const std::filesystem::path& path);
  explicit ReportWriter(std::string& text);  // appends to it
  ~ReportWriter();
  // In this order; records without an order below may come at any time.
  void write(const Header& header);
  void write(const SourceRecord& source);
  void write(const CoverageRecord& coverage);
  // A decoder with its sources, its error classes, cells, findings and failing cases.
  void write(const DecoderResult& subject);
  void write(const AbsentRecord& absent);
  void write(const ExternalRecord& external);
  void write(const MachineRecord& machine);
  void write(const OracleRecord& oracle);
  void write(const RequirementRecord& requirement);
  void write(const BugRecord& bug);
  void write(const DefectRecord& defect);
  void write(const Strength& strength);
  void write(const SourceComparison& comparison);
  void write(const Certificate& certificate);
  void write(const FuzzingRecord& fuzzing);
  void write(const SpeedRecord& speed);
  void write(const FuzzBenchmarkRecord& benchmark);
  // The last record. Sets `records` to the number of lines of the file, and `complete` unless the
  // run was interrupted.
  void write(Footer footer, double seconds);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// All of a report at once.
void write_report(const Report& report, const std::filesystem::path& path, double seconds);
std::string report_text(const Report& report, double seconds);

// Reads a report, finished or not: a missing footer or a torn last line leaves `footer.complete`
// false. Throws InputError with file and line when the file is no
// report.
Report read_report(const std::filesystem::path& path);

// A report, or measurements without one, as `--format json` of `placemat strength`, `certify` and
// `bench` prints them: the records of a report that say what was measured apart from its run.
struct ReportFile {
  Report report;  // of measurements: with nothing but these
  bool is_report = true;
};
ReportFile read_report_or_measurements(const std::filesystem::path& path);

}  // namespace placemat
