// Reads the list of expected findings, applies it to a report and writes it anew. It must not know
// how a finding came about: keys are compared as text.
#include "harness/campaign/expected.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "harness/bytes/error.h"
#include "harness/bytes/json.h"
#include "harness/bytes/text_file.h"
#include "harness/report/described.h"
#include "harness/report/matrix.h"
#include "harness/report/text.h"

namespace placemat {
namespace {

using Json = nlohmann::json;
constexpr std::array<const char*, 4> kMembers = {"key", "decoder", "reason", "link"};

bool is_blank(const std::string& text) {
  return text.find_first_not_of(" \t\r\n") == std::string::npos;
}

bool names_no_document(const std::string& reason) {
  constexpr std::string_view kMark = kDocumented.substr(0, kDocumented.find(' '));
  return reason.starts_with(kMark) && is_blank(reason.substr(kMark.size()));
}

// The parsed file, and what error messages need to name a place in it.
class File {
 public:
  explicit File(const std::filesystem::path& path)
      : name_(path.string()), text_(read_text_file(path)) {
    std::vector<Problem> problems;
    const auto parsed = parse_json(text_, name_, problems);
    if (!parsed) throw InputError(to_text(problems.front()));
    json_ = *parsed;
  }
  const Json& json() const { return json_; }
  std::size_t line(const std::vector<std::string>& place) const { return line_of(text_, place); }
  [[noreturn]] void fail(const std::vector<std::string>& place, const std::string& what) const {
    throw InputError(fmt::format("{}:{}: {}", name_, line(place), what));
  }

 private:
  std::string name_, text_;
  Json json_;
};

void check_members(const File& file, const std::string& index, const Json& json) {
  const std::vector<std::string> place{"expected", index};
  if (!json.is_object()) file.fail(place, "an entry must be an object");
  for (const char* name : kMembers) {
    if (!json.contains(name)) {
      file.fail(place, fmt::format("an entry needs the member '{}'; 'placemat run --bless' writes "
                                   "all of them",
                                   name));
    }
  }
  for (const auto& [name, value] : json.items()) {
    const std::vector<std::string> member{"expected", index, name};
    if (std::ranges::find(kMembers, name) == kMembers.end()) {
      file.fail(member, fmt::format("unknown member '{}'; an entry has key, decoder, reason, link",
                                    visible_line(name)));
    }
    if (!value.is_string()) file.fail(member, fmt::format("'{}' must be text", name));
  }
}

ExpectedEntry read_entry(const File& file, const std::string& index, const Json& json) {
  check_members(file, index, json);
  ExpectedEntry entry{json.at("key"), json.at("decoder"), json.at("reason"), json.at("link"),
                      file.line({"expected", index})};
  for (const char* name : {"key", "decoder"}) {
    if (is_blank(json.at(name))) {
      file.fail({"expected", index, name}, fmt::format("'{}' must not be empty", name));
    }
  }
  const bool is_address = entry.link.starts_with("https://") || entry.link.starts_with("http://");
  if (!entry.link.empty() && !is_address) {
    file.fail({"expected", index, "link"}, "'link' must be empty or begin with https://");
  }
  return entry;
}

// "FILE:LINE: DECODER: KEY" of an entry.
std::string place_of(const ExpectedList& list, const ExpectedEntry& entry) {
  const std::string line = entry.line == 0 ? "" : fmt::format(":{}", entry.line);
  return visible_line(fmt::format("{}{}: {}: {}", list.file, line, entry.decoder, entry.key));
}

// The kinds that the entries of each decoder name.
class NamedKinds {
 public:
  explicit NamedKinds(const std::vector<ExpectedEntry>& entries) {
    for (const ExpectedEntry& entry : entries) {
      if (const auto kind = kind_of_key(entry.key)) kinds_.emplace(entry.decoder, *kind);
    }
  }
  // The symptoms of the finding whose kind no entry of its decoder names, one for each kind.
  std::vector<const Symptom*> unnamed_in(const Finding& finding) const {
    std::vector<const Symptom*> symptoms = further_kinds(finding);
    std::erase_if(symptoms, [&](const Symptom* symptom) {
      return kinds_.contains({finding.decoder, symptom->kind});
    });
    return symptoms;
  }

 private:
  std::set<std::pair<std::string, Kind>> kinds_;
};

// The decoders that were judged by their claim, and their findings.
struct Seen {
  std::set<std::string> judged, known;
  std::map<std::string, const Finding*> findings;  // by key
  std::set<std::string> symptoms;                  // keys
};

Seen seen_in(const Report& report) {
  Seen seen;
  for (const AbsentRecord& absent : report.absent) seen.known.insert(absent.name);
  for (const DecoderResult& subject : report.subjects) {
    seen.known.insert(subject.decoder);
    if (!subject.claimed) continue;
    seen.judged.insert(subject.decoder);
    for (const Finding& finding : subject.findings) {
      seen.findings.emplace(finding.key, &finding);
      // An entry for what is now a symptom still says why the finding is expected.
      for (const Symptom& symptom : finding.symptoms) seen.symptoms.insert(symptom.key);
    }
  }
  return seen;
}

// Why the entry must be removed, or nothing.
std::string_view stale(const ExpectedEntry& entry, const Seen& seen, bool complete_run) {
  const bool occurs = seen.findings.contains(entry.key) || seen.symptoms.contains(entry.key);
  if (!complete_run || occurs) return {};
  if (!seen.known.contains(entry.decoder)) return "no such decoder; remove the entry";
  return seen.judged.contains(entry.decoder) ? "passes now; remove the entry" : std::string_view();
}

bool entry_order(const ExpectedEntry& a, const ExpectedEntry& b) {
  return std::tie(a.decoder, a.key) < std::tie(b.decoder, b.key);
}

}  // namespace

ExpectedList load_expected(const std::filesystem::path& path) {
  const File file(path);
  const Json& json = file.json();
  if (!json.is_object() || json.size() != 1 || !json.contains("expected") ||
      !json.at("expected").is_array()) {
    file.fail({}, "must be {\"expected\": [...]}; 'placemat run --bless' writes one");
  }
  ExpectedList list{path.string(), {}};
  std::map<std::string, std::size_t> first_line;
  for (std::size_t i = 0; i < json.at("expected").size(); ++i) {
    const std::string index = std::to_string(i);
    ExpectedEntry entry = read_entry(file, index, json.at("expected").at(i));
    const auto [known, is_fresh] = first_line.emplace(entry.key, entry.line);
    if (!is_fresh) {
      file.fail({"expected", index},
                fmt::format("repeats the key of line {}; remove one", known->second));
    }
    list.entries.push_back(std::move(entry));
  }
  return list;
}

void apply_expected(const ExpectedList& list, DecoderResult& subject) {
  if (!subject.claimed) return;
  std::map<std::string_view, const ExpectedEntry*> entries;
  for (const ExpectedEntry& entry : list.entries) entries.emplace(entry.key, &entry);
  const NamedKinds named(list.entries);
  for (Finding& finding : subject.findings) {
    const auto found = entries.find(finding.key);
    if (found == entries.end() || found->second->decoder != finding.decoder) continue;
    const std::string& reason = found->second->reason;
    if (is_blank(reason) || names_no_document(reason)) continue;  // no reason: it stays new
    if (!named.unnamed_in(finding).empty()) continue;  // another fault may have joined it
    finding.reason = reason;
    finding.link = found->second->link;
  }
}

std::vector<std::string> expected_errors(const ExpectedList& list, const Report& report,
                                         bool complete_run) {
  const Seen seen = seen_in(report);
  std::vector<ExpectedEntry> entries = list.entries;
  std::sort(entries.begin(), entries.end(), entry_order);
  std::vector<std::string> errors;
  const NamedKinds named(list.entries);
  for (const ExpectedEntry& entry : entries) {
    const auto finding = seen.findings.find(entry.key);
    if (finding != seen.findings.end() && finding->second->decoder != entry.decoder) {
      errors.push_back(fmt::format("{}: the finding is of {}; correct the entry's decoder",
                                   place_of(list, entry), visible_line(finding->second->decoder)));
    }
    if (const std::string_view why = stale(entry, seen, complete_run); !why.empty()) {
      errors.push_back(fmt::format("{}: {}", place_of(list, entry), why));
    } else if (is_blank(entry.reason)) {
      errors.push_back(
          fmt::format("{}: no reason; write why this is expected", place_of(list, entry)));
    } else if (names_no_document(entry.reason)) {
      errors.push_back(fmt::format("{}: documented where? name the option or the manual",
                                   place_of(list, entry)));
    } else if (finding != seen.findings.end()) {
      for (const Symptom* symptom : named.unnamed_in(*finding->second)) {
        errors.push_back(fmt::format(
            "{}: shows as {} too ({}), which no entry names; 'placemat run "
            "--bless' adds one",
            place_of(list, entry), row_of(symptom->kind).name, visible_line(symptom->minimal)));
      }
    }
  }
  return errors;
}

ExpectedList bless(const ExpectedList& list, const Report& report, bool complete_run) {
  const Seen seen = seen_in(report);
  ExpectedList out{list.file, {}};
  std::set<std::string> kept;
  for (const ExpectedEntry& entry : list.entries) {
    if (!stale(entry, seen, complete_run).empty()) continue;
    out.entries.push_back(entry);
    out.entries.back().line = 0;
    kept.insert(entry.key);
  }
  for (const auto& [key, finding] : seen.findings) {
    if (!kept.contains(key)) out.entries.push_back({key, finding->decoder, "", "", 0});
    for (const Symptom* symptom : NamedKinds(out.entries).unnamed_in(*finding)) {
      out.entries.push_back({symptom->key, finding->decoder, "", "", 0});
    }
  }
  std::sort(out.entries.begin(), out.entries.end(), entry_order);
  return out;
}

std::string to_json(const ExpectedList& list) {
  nlohmann::ordered_json entries = nlohmann::ordered_json::array();
  std::vector<ExpectedEntry> sorted = list.entries;
  std::sort(sorted.begin(), sorted.end(), entry_order);
  for (const ExpectedEntry& entry : sorted) {
    entries.push_back({{"key", entry.key},
                       {"decoder", entry.decoder},
                       {"reason", entry.reason},
                       {"link", entry.link}});
  }
  const nlohmann::ordered_json json{{"expected", entries}};
  using Handler = nlohmann::ordered_json::error_handler_t;
  return json.dump(2, ' ', true, Handler::replace) + "\n";
}

}  // namespace placemat
