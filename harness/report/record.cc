// record.cc: writes and reads the lines of report.jsonl by the lists of members. It must not know
// what any member means beyond its type.
#include "harness/report/record.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>
#include <utility>

#include "harness/bytes/error.h"
#include "harness/bytes/unwritten.h"
#include "harness/report/line.h"
#include "harness/report/record_members.h"

namespace placemat {
namespace {

constexpr FileFormat kReportFile{kReportFormat, "report"};

// Records that a command other than `placemat run` makes, each complete by itself.
bool is_measurement(std::string_view record) {
  constexpr std::string_view kNames[] = {"strength", "sources", "certificate", "speed",
                                         "fuzz_benchmark"};
  return std::ranges::find(kNames, record) != std::end(kNames);
}

// Assembles a report from records. A record about a subject must follow the record of its decoder.
class Assembler {
 public:
  Assembler(std::string file, bool takes_measurements)
      : file_(std::move(file)), takes_measurements_(takes_measurements) {}

  void add(const Json& json, std::size_t line) {
    const auto name = json.is_object() ? json.find("record") : json.end();
    if (!json.is_object() || name == json.end() || !name->is_string()) {
      throw InputError(fmt::format(
          "{}:{}: no record of a report; name a report.jsonl as 'placemat run' writes it", file_,
          line));
    }
    const auto record = name->get<std::string>();
    LineReader input(json, fmt::format("{}:{}: this record", file_, line), kReportFile);
    if (records_ == 0 && takes_measurements_) is_report_ = !is_measurement(record);
    if (!is_report_ && !is_measurement(record)) input.fail("is no measurement, as those before");
    if (is_report_ && !has_header_ && record != "header") input.fail("comes before the header");
    if (ended_) input.fail("comes after the footer");
    dispatch(record, input);
    input.finish();
    ++records_;
    if (ended_ && report_.footer.records != records_) {
      input.fail(
          fmt::format("counts {} records, and the file has {}", report_.footer.records, records_));
    }
  }
  bool has_header() const { return has_header_; }
  bool is_report() const { return is_report_; }
  Report take() { return std::move(report_); }

 private:
  void dispatch(const std::string& record, LineReader& input) {
    if (record == "header") return add_header(input);
    if (record == "decoder") return add_subject(input);
    if (record == "error_class") return add_error_class(input);
    if (record == "cell") return check_cell(input);
    if (record == "finding") return add_finding(input);
    if (record == "failing") return add_failing(input);
    if (record == "footer") return add_footer(input);
    bool is_known = false;
    for_each_list([&](std::string_view name, auto list) {
      if (record != name) return;
      is_known = true;
      members(input, (report_.*list).emplace_back());
    });
    if (record == "external_decoder") replace_external();
    if (record == "machine") check_machine(input);
    if (!is_known) {
      input.fail(fmt::format("is of the sort '{}', which is unknown", shown_name(record)));
    }
  }
  void add_header(LineReader& input) {
    if (has_header_) input.fail("is a second header; a file holds one report");
    members(input, report_.header);
    has_header_ = true;
  }
  void add_subject(LineReader& input) {
    DecoderResult subject;
    members(input, subject);
    if (find(subject.decoder, subject.judged_as) != nullptr) {
      input.fail("repeats the decoder and profile of one before");
    }
    report_.subjects.push_back(std::move(subject));
  }
  void add_error_class(LineReader& input) {
    ErrorClassLine line;
    members(input, line);
    require(input, line.decoder, line.judged_as)
        .error_classes[static_cast<std::size_t>(line.error_class)] = std::move(line.tally);
  }
  // Made again from the records that it states.
  void check_cell(LineReader& input) {
    CellLine line;
    members(input, line);
    require(input, line.decoder, line.judged_as);
  }
  void add_finding(LineReader& input) {
    Finding finding;
    members(input, finding);
    require(input, finding.decoder, finding.judged_as).findings.push_back(std::move(finding));
  }
  void add_failing(LineReader& input) {
    FailingLine line;
    members(input, line);
    require(input, line.decoder, line.judged_as).failing.push_back(std::move(line.failing));
  }
  // What is known of an external decoder after it was judged stands for what was known before.
  void replace_external() {
    auto& all = report_.externals;
    const auto is_same = [&](const ExternalRecord& other) {
      return std::tie(other.decoder, other.product, other.entry) ==
             std::tie(all.back().decoder, all.back().product, all.back().entry);
    };
    const auto earlier = std::find_if(all.begin(), all.end() - 1, is_same);
    if (earlier == all.end() - 1) return;
    *earlier = std::move(all.back());
    all.pop_back();
  }
  void check_machine(const LineReader& input) const {
    const MachineRecord& machine = report_.machines.back();
    for (const LearnedState& state : machine.learned.states) {
      for (const LearnedEdge& edge : state.edges) {
        if (edge.to >= machine.learned.states.size())
          input.fail("leads to a state that it does not have");
      }
    }
  }
  void add_footer(LineReader& input) {
    FooterLine line;
    members(input, line);
    report_.footer = std::move(line.footer);
    report_.header.run.seconds = line.seconds;
    ended_ = true;
  }
  DecoderResult* find(const std::string& decoder, const std::string& judged_as) {
    for (DecoderResult& subject : report_.subjects) {
      if (subject.decoder == decoder && subject.judged_as == judged_as) return &subject;
    }
    return nullptr;
  }
  DecoderResult& require(const LineReader& input, const std::string& decoder,
                         const std::string& judged_as) {
    DecoderResult* subject = find(decoder, judged_as);
    if (subject == nullptr) input.fail("is about a decoder that no record before it introduces");
    return *subject;
  }

  std::string file_;
  bool takes_measurements_;
  bool is_report_ = true;
  Report report_;
  std::uint64_t records_ = 0;
  bool has_header_ = false, ended_ = false;
};

}  // namespace

std::string to_line(const SourceComparison& comparison) {
  return line_of(kReportFile, "sources", comparison);
}
std::string to_line(const Strength& strength) { return line_of(kReportFile, "strength", strength); }
std::string to_line(const Certificate& certificate) {
  return line_of(kReportFile, "certificate", certificate);
}
std::string to_line(const SpeedRecord& speed) { return line_of(kReportFile, "speed", speed); }
std::string to_line(const FuzzBenchmarkRecord& benchmark) {
  return line_of(kReportFile, "fuzz_benchmark", benchmark);
}

struct ReportWriter::Impl {
  std::filesystem::path path;
  std::FILE* file = nullptr;
  std::string* to = nullptr;  // in place of a file
  std::uint64_t records = 0;

  ~Impl() {
    if (file != nullptr) std::fclose(file);
  }
  [[noreturn]] void fail(int error) const { throw_unwritten(path.string(), error); }
  template <class Record>
  void line(const char* record, const Record& value) {
    const std::string text = line_of(kReportFile, record, value);
    if (to != nullptr) {
      *to += text;
    } else if (std::fwrite(text.data(), 1, text.size(), file) != text.size() ||
               std::fflush(file) != 0) {
      fail(errno);
    }
    ++records;
  }
};

ReportWriter::ReportWriter(const std::filesystem::path& path) : impl_(std::make_unique<Impl>()) {
  impl_->path = path;
  impl_->file = std::fopen(path.c_str(), "wb");
  if (impl_->file == nullptr) impl_->fail(errno);
}

ReportWriter::ReportWriter(std::string& text) : impl_(std::make_unique<Impl>()) {
  impl_->to = &text;
}

ReportWriter::~ReportWriter() = default;

void ReportWriter::write(const Header& header) { impl_->line("header", header); }
void ReportWriter::write(const SourceRecord& source) { impl_->line("source", source); }
void ReportWriter::write(const CoverageRecord& coverage) { impl_->line("coverage", coverage); }
void ReportWriter::write(const AbsentRecord& absent) { impl_->line("absent", absent); }
void ReportWriter::write(const ExternalRecord& external) {
  impl_->line("external_decoder", external);
}
void ReportWriter::write(const MachineRecord& machine) { impl_->line("machine", machine); }
void ReportWriter::write(const OracleRecord& oracle) { impl_->line("oracle", oracle); }
void ReportWriter::write(const RequirementRecord& requirement) {
  impl_->line("requirement", requirement);
}

void ReportWriter::write(const BugRecord& bug) { impl_->line("bug", bug); }

void ReportWriter::write(const DefectRecord& defect) { impl_->line("defect", defect); }

void ReportWriter::write(const Strength& strength) { impl_->line("strength", strength); }

void ReportWriter::write(const SourceComparison& comparison) { impl_->line("sources", comparison); }

void ReportWriter::write(const Certificate& certificate) {
  impl_->line("certificate", certificate);
}

void ReportWriter::write(const FuzzingRecord& fuzzing) { impl_->line("fuzzing", fuzzing); }

void ReportWriter::write(const SpeedRecord& speed) { impl_->line("speed", speed); }

void ReportWriter::write(const FuzzBenchmarkRecord& benchmark) {
  impl_->line("fuzz_benchmark", benchmark);
}

void ReportWriter::write(const DecoderResult& subject) {
  impl_->line("decoder", subject);
  for (const ErrorClassRow& row : error_classes()) {
    impl_->line("error_class",
                ErrorClassLine{subject.decoder, subject.judged_as, row.error_class,
                               subject.error_classes[static_cast<std::size_t>(row.error_class)]});
  }
  for (const CellLine& line : cell_lines(subject)) impl_->line("cell", line);
  for (const Finding& finding : subject.findings) impl_->line("finding", finding);
  for (const FailingCase& failing : subject.failing) {
    impl_->line("failing", FailingLine{subject.decoder, subject.judged_as, failing});
  }
}

void ReportWriter::write(Footer footer, double seconds) {
  footer.records = impl_->records + 1;
  footer.complete = footer.complete && !footer.interrupted;
  const double milliseconds = std::isfinite(seconds) ? std::round(seconds * 1000) : 0;
  impl_->line("footer", FooterLine{std::move(footer), milliseconds / 1000});
}

namespace {

void write_all(const Report& report, double seconds, ReportWriter& writer) {
  writer.write(report.header);
  for_each_list([&](std::string_view, auto list) {
    for (const auto& record : report.*list) writer.write(record);
  });
  for (const DecoderResult& subject : report.subjects) writer.write(subject);
  writer.write(report.footer, seconds);
}

}  // namespace

void write_report(const Report& report, const std::filesystem::path& path, double seconds) {
  ReportWriter writer(path);
  write_all(report, seconds, writer);
}

std::string report_text(const Report& report, double seconds) {
  std::string text;
  ReportWriter writer(text);
  write_all(report, seconds, writer);
  return text;
}

Footer count_subjects(const std::vector<DecoderResult>& subjects) {
  Footer footer;
  for (const DecoderResult& subject : subjects) {
    for (const SourceTally& source : subject.sources) footer.checks += source.checks;
    footer.findings += subject.findings.size();
    footer.unexpected += static_cast<std::uint64_t>(std::count_if(
        subject.findings.begin(), subject.findings.end(),
        [](const Finding& finding) { return finding.claimed && finding.reason.empty(); }));
  }
  return footer;
}

namespace {

ReportFile read_file(const std::filesystem::path& path, bool takes_measurements) {
  std::ifstream in = open_records(path);
  Assembler assembler(path.string(), takes_measurements);
  std::string text;
  std::size_t line = 0;
  while (std::getline(in, text)) {
    ++line;
    const bool is_torn = in.eof();  // no line feed: the writer was stopped within the line
    const Json json = Json::parse(text, nullptr, false);
    if (json.is_discarded() && is_torn && assembler.has_header()) break;
    if (json.is_discarded()) {
      throw InputError(fmt::format(
          "{}:{}: not JSON; name a report.jsonl as 'placemat run' writes it", path.string(), line));
    }
    assembler.add(json, line);
  }
  if (in.bad()) throw InputError(fmt::format("{}: reading failed", path.string()));
  if (line == 0) {
    throw InputError(
        fmt::format("{}: empty; name a report.jsonl as 'placemat run' writes it", path.string()));
  }
  return {assembler.take(), assembler.is_report()};
}

}  // namespace

Report read_report(const std::filesystem::path& path) { return read_file(path, false).report; }

ReportFile read_report_or_measurements(const std::filesystem::path& path) {
  return read_file(path, true);
}

}  // namespace placemat
