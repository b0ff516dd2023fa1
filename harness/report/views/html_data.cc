// html_data.cc: the data of the page: the records of a report, compact, and the tables of the law.
// It writes every member that a record has, so that a new one needs no change here.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <unordered_map>

#include "harness/bytes/error.h"
#include "harness/campaign/issue.h"
#include "harness/judge/kind.h"
#include "harness/report/line.h"
#include "harness/report/matrix.h"
#include "harness/report/record_members.h"
#include "harness/report/views/html_parts.h"
#include "harness/report/views/verdict.h"
#include "harness/spec/dialect.h"
#include "harness/spec/policy.h"

namespace placemat::html {
namespace {

constexpr FileFormat kFormat{kReportFormat, "report"};

// In ASCII, and without the character that begins markup.
std::string line_text(const OrderedJson& json) {
  const std::string text = json.dump(-1, ' ', true, OrderedJson::error_handler_t::replace);
  std::string out;
  out.reserve(text.size() + 1);
  for (const char c : text) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return out += '\n';
}

template <class Record>
OrderedJson json_of(const Record& record) {
  LineWriter writer(kFormat);
  members(writer, record);
  return writer.json();
}

// Lines of one sort of record as rows. A text that stood in a row before is written as its number.
class Rows {
 public:
  template <class Record>
  std::string declare(std::string_view name, const Record& example) {
    return line_text({"columns", name, columns_of(json_of(example))});
  }
  template <class Record>
  std::string row(std::string_view name, const Record& record) {
    OrderedJson line = values_of(json_of(record));
    line.insert(line.begin(), name);
    return line_text(line);
  }

 private:
  // s: a text; l: a list of texts; columns: a list of rows; v: any other value.
  static OrderedJson columns_of(const OrderedJson& object) {
    OrderedJson columns = OrderedJson::array();
    for (const auto& [name, value] : object.items()) {
      OrderedJson type = "v";
      if (value.is_string()) type = "s";
      if (value.is_array()) {
        const bool is_texts = value.empty() || value.at(0).is_string();
        type = is_texts ? OrderedJson("l") : columns_of(value.at(0));
      }
      columns.push_back(OrderedJson::array({name, type}));
    }
    return columns;
  }
  OrderedJson value_of(const OrderedJson& value) {
    if (value.is_string()) {
      const auto [at, is_new] = numbers_.try_emplace(value.get<std::string>(), numbers_.size());
      return is_new ? value : OrderedJson(at->second);
    }
    if (!value.is_array()) return value;
    OrderedJson list = OrderedJson::array();
    for (const OrderedJson& item : value) {
      list.push_back(item.is_object() ? values_of(item) : value_of(item));
    }
    return list;
  }
  OrderedJson values_of(const OrderedJson& object) {
    OrderedJson values = OrderedJson::array();
    for (const OrderedJson& value : object) values.push_back(value_of(value));
    return values;
  }

  std::unordered_map<std::string, std::size_t> numbers_;
};

// A finding with something in each list, from which the columns are read.
Finding example_finding() {
  Finding finding;
  finding.related = {"one"};
  finding.symptoms.resize(1);
  return finding;
}

CellLine example_cell() {
  CellLine cell;
  cell.marks.resize(1);
  return cell;
}

template <class Record>
std::string line(std::string_view name, const Record& record) {
  OrderedJson json{{"record", name}};
  json.update(json_of(record));
  return line_text(json);
}

std::string subject_lines(const DecoderResult& subject, Rows& rows) {
  std::string out = line("decoder", subject);
  for (const CellLine& line : cell_lines(subject)) out += rows.row("cell", line);
  for (const Finding& finding : subject.findings) out += rows.row("finding", finding);
  for (const FailingCase& failing : subject.failing) {
    out += rows.row("failing", FailingLine{subject.decoder, subject.judged_as, failing});
  }
  return out;
}

}  // namespace

std::string report_lines(const Report& report) {
  std::string out = line("header", report.header);
  for_each_list([&](std::string_view name, auto list) {
    for (const auto& record : report.*list) out += line(name, record);
  });
  Rows rows;
  out += rows.declare("cell", example_cell()) + rows.declare("finding", example_finding()) +
         rows.declare("failing", FailingLine{});
  for (const bool claimed : {true, false}) {
    for (const DecoderResult* subject : claimed ? claimed_subjects(report) : contrasts(report)) {
      out += subject_lines(*subject, rows);
    }
  }
  const Verdict verdict = verdict_of(report);
  for (const std::string& text : verdict.caveats) {
    out += line_text({{"record", "caveat"}, {"text", text}});
  }
  for (const std::string& text : not_in_force(report.header)) {
    out += line_text({{"record", "notice"}, {"text", text}});
  }
  return out + line("footer", FooterLine{report.footer, report.header.run.seconds});
}

namespace {

// With more findings than this, the rest have their replay lines alone.
constexpr std::size_t kMostReproduced = 500;

// Empty where nothing better than the replay line can be made of the finding.
std::string reproduction(const Report& report, const DecoderResult& subject,
                         const Finding& finding) {
  try {
    const ReplayCall call = parse_replay_line(finding.replay);
    if (!call.is_external()) return {};
    StoredFinding stored{{}, report.header, {}, {}, finding};
    stored.subject.decoder = subject.decoder;
    const Issue issue = make_issue(std::move(stored), call, nullptr);
    const Reproducer& made = *issue.reproducer;
    return line_text({{"record", "reproduction"},
                      {"key", finding.key},
                      {"called", issue.called},
                      {"language", made.language},
                      {"file", made.file},
                      {"text", made.text},
                      {"run", made.run},
                      {"tells", made.tells},
                      {"why_not", issue.why_not}});
  } catch (const InputError&) {
    return {};  // about a whole process
  }
}

}  // namespace

std::string reproduction_lines(const Report& report) {
  std::string out;
  std::size_t made = 0;
  for (const DecoderResult* subject : claimed_subjects(report)) {
    for (const Finding& finding : subject->findings) {
      if (made == kMostReproduced) return out;
      const std::string text = reproduction(report, *subject, finding);
      made += text.empty() ? 0 : 1;
      out += text;
    }
  }
  return out;
}

std::string baseline_line(const SinceBaseline& since) {
  OrderedJson json{{"record", "since_baseline"}, {"baseline", since.baseline}};
  json.update(OrderedJson::parse(render_diff_json(since.diff)));
  return line_text(json);
}

namespace {

OrderedJson ranges_json(std::span<const Range> ranges) {
  OrderedJson list = OrderedJson::array();
  for (const Range& range : ranges) list.push_back(OrderedJson::array({range.first, range.last}));
  return list;
}

std::string_view name_of(Context context) {
  switch (context) {
    case Context::kNone:
      return "";
    case Context::kHighSurrogate:
      return "high";
    case Context::kLowSurrogate:
      return "low";
  }
  return "";
}

OrderedJson form_json(const Form& form) {
  OrderedJson weights = OrderedJson::array();
  for (std::size_t i = 0; i < form.length; ++i) weights.push_back(std::to_string(form.weights[i]));
  return {{"units", ranges_json(std::span(form.units).first(form.length))},
          {"weights", weights},
          {"lowest", std::to_string(form.lowest)},
          {"context", name_of(form.context)}};
}

OrderedJson dialect_json(const Dialect& dialect) {
  OrderedJson forms = OrderedJson::array();
  for (const Form& form : dialect.forms) forms.push_back(form_json(form));
  return {{"name", dialect.name},
          {"summary", dialect.summary},
          {"source", dialect.source},
          {"forms", forms},
          {"trailing", ranges_json(dialect.trailing)},
          {"joins", dialect.joins_surrogates}};
}

std::string_view name_of(Policy::Count count) {
  switch (count) {
    case Policy::Count::kNone:
      return "none";
    case Policy::Count::kPerSubpart:
      return "subpart";
    case Policy::Count::kPerUnit:
      return "unit";
    case Policy::Count::kPerRun:
      return "run";
  }
  return "";
}

std::string_view name_of(Swallow swallow) {
  switch (swallow) {
    case Swallow::kNothing:
      return "nothing";
    case Swallow::kAnnounced:
      return "announced";
    case Swallow::kAnnouncedOf1993:
      return "announced-1993";
  }
  return "";
}

}  // namespace

std::string law_tables() {
  OrderedJson tables{{"kinds", OrderedJson::array()},
                     {"glyphs", OrderedJson::array()},
                     {"columns", OrderedJson::array()},
                     {"dialects", OrderedJson::array()},
                     {"policies", OrderedJson::array()}};
  for (const KindRow& row : kinds()) {
    tables["kinds"].push_back({{"name", row.name},
                               {"glyph", std::string(1, row.glyph)},
                               {"severity", static_cast<int>(row.severity)},
                               {"summary", row.summary},
                               {"effect", row.effect},
                               {"clause", row.clause}});
  }
  for (const Glyph& row : glyphs()) {
    tables["glyphs"].push_back(
        {{"glyph", std::string(1, row.glyph)}, {"name", row.name}, {"meaning", row.meaning}});
  }
  for (const ColumnRow& row : columns()) {
    tables["columns"].push_back({{"name", row.name},
                                 {"summary", row.summary},
                                 {"short", OrderedJson::array({row.upper, row.lower})}});
  }
  for (const Dialect& dialect : dialects()) tables["dialects"].push_back(dialect_json(dialect));
  for (const Policy& policy : policies()) {
    tables["policies"].push_back({{"name", policy.name},
                                  {"summary", policy.summary},
                                  {"stops", policy.stops},
                                  {"replacement", policy.replacement},
                                  {"count", name_of(policy.count)},
                                  {"swallow", name_of(policy.swallow)}});
  }
  return line_text(tables);
}

}  // namespace placemat::html
