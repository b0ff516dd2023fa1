// record.cc: the lines of report.jsonl, written and read from the lists of
// members. It must not know what any member means beyond its type.
#include "harness/report/record.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <type_traits>
#include <utility>

#include "harness/bytes/error.h"
#include "harness/report/record_members.h"
#include "harness/report/text.h"

namespace placemat {
namespace {

using OrderedJson = nlohmann::ordered_json;
using Json = nlohmann::json;

class Output {
 public:
  void format() { json_["format"] = fmt::format("{}{}", kReportFormat, kReportNumber); }
  // As text: a seed uses all 64 bits, which a JSON number need not hold.
  void exact(const char* name, std::uint64_t value) { json_[name] = std::to_string(value); }
  template <class T>
  void operator()(const char* name, const T& value) {
    json_[name] = json_of(value);
  }
  template <class T>
  void unless_empty(const char* name, const T& value) {
    if (!value.empty()) (*this)(name, value);
  }
  template <class T>
  void since(unsigned, const char* name, const T& value) {
    (*this)(name, value);
  }
  template <class T>
  static void apart(const char*, const T&) {}
  static const char* renamed(unsigned, const char*, const char* name) { return name; }
  OrderedJson json_ = OrderedJson::object();

 private:
  template <class T>
  static OrderedJson json_of(const T& value) {
    if constexpr (std::is_same_v<T, Kind>) {
      return row_of(value).name;
    } else if constexpr (std::is_same_v<T, ErrorClass>) {
      return name_of(value);
    } else if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string>) {
      return value;
    } else {
      Output inner;
      members(inner, value);
      return inner.json_;
    }
  }
  template <class T>
  static OrderedJson json_of(const std::vector<T>& values) {
    OrderedJson list = OrderedJson::array();
    for (const T& value : values) list.push_back(json_of(value));
    return list;
  }
  static OrderedJson json_of(const std::map<Kind, std::uint64_t>& counts) {
    OrderedJson object = OrderedJson::object();
    for (const auto& [kind, count] : counts) object[std::string(row_of(kind).name)] = count;
    return object;
  }
};

std::string shown(std::string text) {
  constexpr std::size_t kLongest = 40;
  std::replace_if(text.begin(), text.end(), [](char c) { return c < 0x20 || c > 0x7E; }, '?');
  if (text.size() > kLongest) text.resize(kLongest);
  return text;
}

// The format of a file, and what of it this program does not know.
struct FormatNotices {
  unsigned number = kReportNumber;
  std::map<std::string, std::uint64_t> records;
  std::set<std::string> members;

  bool is_later() const { return number > kReportNumber; }
  std::vector<std::string> notices() const {
    std::vector<std::string> texts;
    if (is_later()) {
      texts.push_back(fmt::format(
          "This report is {0}{1}, and this program reads up to {0}{2}: a later placemat "
          "shows more of it.",
          kReportFormat, number, kReportNumber));
    }
    for (const auto& [name, times] : records) {
      texts.push_back(fmt::format("Skipped: {} of the sort '{}', which this program does not know.",
                                  counted(times, "record"), name));
    }
    if (!members.empty()) {
      texts.push_back(fmt::format(
          "Skipped in its records, because this program does not know it: {}.", listed(members)));
    }
    return texts;
  }
};

// Reads the members of one object and says where it is wrong.
class Input {
 public:
  // `place` is "FILE:LINE: record" for the errors.
  Input(const Json& object, std::string place, FormatNotices& reading)
      : object_(object), place_(std::move(place)), reading_(reading) {
    if (!object.is_object()) fail("is no object");
  }

  void format() {
    std::string format;
    (*this)("format", format);
    const bool is_ours = format.starts_with(kReportFormat);
    const char* digits = format.data() + (is_ours ? kReportFormat.size() : 0);
    const char* last = format.data() + format.size();
    const auto [end, error] = std::from_chars(digits, last, reading_.number);
    if (!is_ours || error != std::errc{} || end != last || reading_.number == 0) {
      fail(fmt::format("has the format '{}', and this program reads {}N", shown(format),
                       kReportFormat));
    }
  }
  void exact(const char* name, std::uint64_t& value) {
    std::string digits;
    (*this)(name, digits);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc{} || end != digits.data() + digits.size())
      fail_at(name, "a number of 64 bits as text");
  }
  template <class T>
  void operator()(const char* name, T& value) {
    const auto found = object_.find(name);
    if (found == object_.end()) fail(fmt::format("has no member '{}'", name));
    known_.insert(name);
    read(name, *found, value);
  }
  template <class T>
  void unless_empty(const char* name, T& value) {
    value.clear();
    if (object_.contains(name)) (*this)(name, value);
  }
  // A member that came in with a format of that number.
  template <class T>
  void since(unsigned number, const char* name, T& value) {
    if (reading_.number >= number) (*this)(name, value);
  }
  // A member that a line does not hold.
  template <class T>
  static void apart(const char*, T&) {}
  // The name in this file of a member that was renamed with that number.
  const char* renamed(unsigned number, const char* former, const char* name) const {
    return reading_.number < number ? former : name;
  }
  // The format is closed: an unknown member is an error, unless it comes from a
  // later placemat.
  void finish() const {
    for (const auto& [name, value] : object_.items()) {
      if (known_.contains(name)) continue;
      if (!reading_.is_later())
        fail(fmt::format("has a member '{}', which is unknown", shown(name)));
      reading_.members.insert(shown(name));
    }
  }
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(
        fmt::format("{} {}; write the report again with 'placemat run'", place_, what));
  }

 private:
  [[noreturn]] void fail_at(const std::string& name, std::string_view wanted) const {
    fail(fmt::format("has a member '{}' that is not {}", name, wanted));
  }

  template <class T>
  void read(const std::string& name, const Json& json, T& value) const {
    if constexpr (std::is_same_v<T, Kind> || std::is_same_v<T, ErrorClass>) {
      read_name(name, json, value);
    } else if constexpr (std::is_same_v<T, std::string>) {
      if (!json.is_string()) fail_at(name, "a string");
      value = json.get<std::string>();
    } else if constexpr (std::is_same_v<T, bool>) {
      if (!json.is_boolean()) fail_at(name, "true or false");
      value = json.get<bool>();
    } else if constexpr (std::is_floating_point_v<T>) {
      if (!json.is_number()) fail_at(name, "a number");
      value = json.get<T>();
    } else if constexpr (std::is_integral_v<T>) {
      const auto most = static_cast<std::uint64_t>(std::numeric_limits<T>::max());
      if (!json.is_number_unsigned() || json.get<std::uint64_t>() > most) fail_at(name, "a count");
      value = json.get<T>();
    } else {
      Input inner(json, fmt::format("{}, member '{}',", place_, name), reading_);
      members(inner, value);
      inner.finish();
    }
  }
  template <class T>
  void read(const std::string& name, const Json& json, std::vector<T>& values) const {
    if (!json.is_array()) fail_at(name, "a list");
    values.clear();
    for (const Json& element : json) read(name, element, values.emplace_back());
  }
  void read(const std::string& name, const Json& json,
            std::map<Kind, std::uint64_t>& counts) const {
    if (!json.is_object()) fail_at(name, "an object");
    for (const auto& [kind_name, count] : json.items()) {
      Kind kind;
      read_name(name, kind_name, kind);
      read(name, count, counts[kind]);
    }
  }
  void read_name(const std::string& name, const Json& json, Kind& kind) const {
    const auto found =
        json.is_string() ? find_kind(current_kind_name(json.get<std::string>())) : std::nullopt;
    if (!found) fail_at(name, "a kind of finding");
    kind = *found;
  }
  void read_name(const std::string& name, const Json& json, ErrorClass& error_class) const {
    for (std::size_t i = 0; i < kErrorClassCount; ++i) {
      error_class = static_cast<ErrorClass>(i);
      if (json == name_of(error_class)) return;
    }
    fail_at(name, "an error class");
  }

  const Json& object_;
  std::string place_;
  FormatNotices& reading_;
  std::set<std::string> known_{"record"};
};

// Puts records together to a report. A record about a subject must follow the
// record of its decoder.
class Assembler {
 public:
  explicit Assembler(std::string file) : file_(std::move(file)) {}

  void add(const Json& json, std::size_t line) {
    const auto name = json.is_object() ? json.find("record") : json.end();
    if (!json.is_object() || name == json.end() || !name->is_string()) {
      throw InputError(fmt::format(
          "{}:{}: no record of a report; name a report.jsonl as 'placemat run' writes it", file_,
          line));
    }
    const auto record = current_record(name->get<std::string>());
    Input input(json, fmt::format("{}:{}: this record", file_, line), reading_);
    if (!has_header_ && record != "header") input.fail("comes before the header");
    if (ended_) input.fail("comes after the footer");
    if (dispatch(record, input)) input.finish();
    ++records_;
    if (ended_ && report_.footer.records != records_) {
      input.fail(
          fmt::format("counts {} records, and the file has {}", report_.footer.records, records_));
    }
  }
  bool has_header() const { return has_header_; }
  Report take() {
    report_.notices = reading_.notices();
    return std::move(report_);
  }

 private:
  std::string current_record(const std::string& name) const {
    for (const RenamedRecord& row : kRenamedRecords) {
      if (row.former == name && reading_.number < row.number) return std::string(row.name);
    }
    return name;
  }
  // False for a record that it does not know: a later placemat wrote it.
  bool dispatch(const std::string& record, Input& input) {
    if (record == "header") return add_header(input), true;
    if (record == "decoder") return add_subject(input), true;
    if (record == "error_class") return add_error_class(input), true;
    if (record == "finding") return add_finding(input), true;
    if (record == "failing") return add_failing(input), true;
    if (record == "footer") return add_footer(input), true;
    bool is_known = false;
    for_each_list([&](std::string_view name, auto list) {
      if (record != name) return;
      is_known = true;
      members(input, (report_.*list).emplace_back());
    });
    if (record == "machine") check_machine(input);
    if (record == "bug") rename_kind(report_.bugs.back());
    if (!is_known) ++reading_.records[shown(record)];
    return is_known;
  }
  void add_header(Input& input) {
    if (has_header_) input.fail("is a second header; a file holds one report");
    members(input, report_.header);
    has_header_ = true;
  }
  void add_subject(Input& input) {
    DecoderResult subject;
    members(input, subject);
    if (find(subject.decoder, subject.judged_as) != nullptr) {
      input.fail("repeats the decoder and profile of one before");
    }
    report_.subjects.push_back(std::move(subject));
  }
  void add_error_class(Input& input) {
    ErrorClassLine line;
    members(input, line);
    require(input, line.decoder, line.judged_as)
        .error_classes[static_cast<std::size_t>(line.error_class)] = std::move(line.tally);
  }
  void add_finding(Input& input) {
    Finding finding;
    members(input, finding);
    finding.key = current_key(std::move(finding.key));
    require(input, finding.decoder, finding.judged_as).findings.push_back(std::move(finding));
  }
  void add_failing(Input& input) {
    FailingLine line;
    members(input, line);
    require(input, line.decoder, line.judged_as).failing.push_back(std::move(line.failing));
  }
  static void rename_kind(BugRecord& bug) { bug.kind = current_kind_name(bug.kind); }
  void check_machine(const Input& input) const {
    const MachineRecord& machine = report_.machines.back();
    for (const LearnedState& state : machine.learned.states) {
      for (const LearnedEdge& edge : state.edges) {
        if (edge.to >= machine.learned.states.size())
          input.fail("leads to a state that it does not have");
      }
    }
  }
  void add_footer(Input& input) {
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
  DecoderResult& require(const Input& input, const std::string& decoder,
                         const std::string& judged_as) {
    DecoderResult* subject = find(decoder, judged_as);
    if (subject == nullptr) input.fail("is about a decoder that no record before it introduces");
    return *subject;
  }

  std::string file_;
  Report report_;
  FormatNotices reading_;
  std::uint64_t records_ = 0;
  bool has_header_ = false, ended_ = false;
};

std::ifstream open_report(const std::filesystem::path& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) {
    throw InputError(fmt::format("{}: no such file; check the name", path.string()));
  }
  if (std::filesystem::is_directory(status)) {
    throw InputError(fmt::format("{}: a directory; name the report.jsonl in it", path.string()));
  }
  std::ifstream in(path, std::ios::binary);
  if (!in) throw InputError(fmt::format("{}: cannot be read; check its mode", path.string()));
  return in;
}

template <class Record>
std::string line_of_record(const char* record, const Record& value) {
  Output output;
  output.json_["record"] = record;
  members(output, value);
  // ASCII only, whatever a decoder calls itself: no viewer can change it.
  return output.json_.dump(-1, ' ', true, OrderedJson::error_handler_t::replace) + '\n';
}

}  // namespace

std::string to_line(const StrengthRecord& strength) { return line_of_record("strength", strength); }

struct ReportWriter::Impl {
  std::filesystem::path path;
  std::FILE* file = nullptr;
  std::uint64_t records = 0;

  ~Impl() {
    if (file != nullptr) std::fclose(file);
  }
  [[noreturn]] void fail(int error) const {
    throw InputError(
        fmt::format("{}: cannot be written: {}; name a place that exists, is writable "
                    "and has room",
                    path.string(), std::strerror(error)));
  }
  template <class Record>
  void line(const char* record, const Record& value) {
    const std::string text = line_of_record(record, value);
    if (std::fwrite(text.data(), 1, text.size(), file) != text.size() || std::fflush(file) != 0) {
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

ReportWriter::~ReportWriter() = default;

void ReportWriter::write(const Header& header) { impl_->line("header", header); }
void ReportWriter::write(const SourceRecord& source) { impl_->line("source", source); }
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

void ReportWriter::write(const StrengthRecord& strength) { impl_->line("strength", strength); }

void ReportWriter::write(const DecoderResult& subject) {
  impl_->line("decoder", subject);
  for (std::size_t i = 0; i < kErrorClassCount; ++i) {
    impl_->line("error_class",
                ErrorClassLine{subject.decoder, subject.judged_as, static_cast<ErrorClass>(i),
                               subject.error_classes[i]});
  }
  for (const Finding& finding : subject.findings) impl_->line("finding", finding);
  for (const FailingCase& failing : subject.failing) {
    impl_->line("failing", FailingLine{subject.decoder, subject.judged_as, failing});
  }
}

void ReportWriter::write(Footer footer, double seconds) {
  footer.records = impl_->records + 1;
  footer.complete = !footer.interrupted;
  const double milliseconds = std::isfinite(seconds) ? std::round(seconds * 1000) : 0;
  impl_->line("footer", FooterLine{std::move(footer), milliseconds / 1000});
}

void write_report(const Report& report, const std::filesystem::path& path, double seconds) {
  ReportWriter writer(path);
  writer.write(report.header);
  for_each_list([&](std::string_view, auto list) {
    for (const auto& record : report.*list) writer.write(record);
  });
  for (const DecoderResult& subject : report.subjects) writer.write(subject);
  writer.write(report.footer, seconds);
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

Report read_report(const std::filesystem::path& path) {
  std::ifstream in = open_report(path);
  Assembler assembler(path.string());
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
  return assembler.take();
}

}  // namespace placemat
