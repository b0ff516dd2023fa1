// Searches reports for a key and parses replay lines. It must not call a decoder.
#include "harness/campaign/stored_finding.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "harness/bytes/error.h"
#include "harness/bytes/nearest.h"
#include "harness/judge/arguments.h"

namespace placemat {
namespace {

namespace fs = std::filesystem;

constexpr std::array kDefaultReports{"out/run/report.jsonl", "out/audit/report.jsonl",
                                     "out/fuzz/report.jsonl"};

// Takes the option at the front of `words`; false when it is none.
bool take_option(std::span<const std::string>& words, ReplayCall& call) {
  if (!words.front().starts_with("--")) return false;
  const std::string name = words.front().substr(2);
  words = words.subspan(1);
  if (name == "filter") return call.external.is_filter = true;
  if (words.empty()) throw InputError("--" + name + " has no value in this replay line");
  const std::string& value = words.front();
  words = words.subspan(1);
  if (name == "as") {
    call.as = value;
  } else if (name == "encode") {
    call.encode = value;
  } else if (name == "output") {
    call.external.filter_output = value;
  } else if (name == "mode") {
    call.external.filter_mode = value;
  } else if (name == "policy") {
    call.external.filter_policy = value;
  } else if (!set_option(call.how, name, value)) {
    throw InputError("--" + name + " is no option of `placemat replay`");
  }
  return true;
}

void add_keys(const DecoderResult& subject, std::vector<std::string_view>& keys) {
  for (const Finding& finding : subject.findings) {
    keys.emplace_back(finding.key);
    for (const Symptom& symptom : finding.symptoms) keys.emplace_back(symptom.key);
  }
}

// The symptom as a finding of its own.
Finding as_finding(const Finding& cause, const Symptom& symptom) {
  Finding finding = cause;
  finding.kind = symptom.kind;
  finding.key = symptom.key;
  finding.operation = symptom.operation;
  finding.minimal = finding.example = symptom.minimal;
  finding.conditions = symptom.conditions;
  finding.expected = symptom.expected;
  finding.seen = symptom.seen;
  finding.replay = symptom.replay;
  finding.checks = symptom.checks;
  finding.clause = row_of(symptom.kind).clause;
  finding.effect = row_of(symptom.kind).effect;
  finding.vector = finding.pattern = "";
  finding.symptoms.clear();
  return finding;
}

const Finding* find_in(const DecoderResult& subject, std::string_view key, Finding& of_symptom) {
  for (const Finding& finding : subject.findings) {
    if (finding.key == key) return &finding;
    const auto symptom = std::ranges::find(finding.symptoms, key, &Symptom::key);
    if (symptom == finding.symptoms.end()) continue;
    of_symptom = as_finding(finding, *symptom);
    return &of_symptom;
  }
  return nullptr;
}

std::optional<StoredFinding> find_in(const Report& report, std::string_view key) {
  for (const DecoderResult& subject : report.subjects) {
    Finding of_symptom;
    const Finding* finding = find_in(subject, key, of_symptom);
    if (finding == nullptr) continue;
    StoredFinding stored{{}, report.header, subject, {}, *finding};
    stored.subject.findings.clear();
    const auto external =
        std::ranges::find(report.externals, subject.decoder, &ExternalRecord::decoder);
    if (external != report.externals.end()) stored.external = *external;
    return stored;
  }
  return std::nullopt;
}

[[noreturn]] void refuse(std::string_view key, const std::vector<fs::path>& files,
                         const std::vector<Report>& reports) {
  std::string names;
  std::vector<std::string_view> keys;
  for (std::size_t i = 0; i < files.size(); ++i) {
    names += (i == 0 ? "" : ", ") + files[i].string();
    const auto more = keys_of(reports[i]);
    keys.insert(keys.end(), more.begin(), more.end());
  }
  const std::string_view near = nearest(key, keys);
  throw InputError(fmt::format(
      "{}: no finding with the key '{}'{}; `placemat issue --report {}` lists the keys", names, key,
      near.empty() ? "" : fmt::format(", did you mean '{}'?", near), files.front().string()));
}

}  // namespace

ReplayCall parse_replay_line(std::string_view line) {
  const std::vector<std::string> all = shell_words(line);
  if (all.size() < 3 || all[0] != "placemat" || all[1] != "replay") {
    throw InputError(fmt::format(
        "this finding is about the decoder's process and has no input to give; `{}` shows it",
        line));
  }
  ReplayCall call;
  auto words = std::span(all).subspan(2);
  const auto behind = std::ranges::find(words, "--");
  call.external.command.assign(behind == words.end() ? behind : behind + 1, words.end());
  words = words.first(static_cast<std::size_t>(behind - words.begin()));
  std::vector<std::string> names;
  while (!words.empty()) {
    if (take_option(words, call)) continue;
    names.push_back(words.front());
    words = words.subspan(1);
  }
  const bool is_command = !call.external.command.empty();
  const std::size_t due = (is_command ? 0 : 1) + (call.encode.empty() ? 1 : 0);
  if (names.size() != due) {
    throw InputError(fmt::format("not a replay line of this placemat: {}", line));
  }
  if (!is_command) {
    const std::string& name = names.front();
    (is_plugin_name(name) ? call.external.plugin : call.decoder) = name;
  }
  if (call.encode.empty()) call.units = names.back();
  return call;
}

std::vector<std::string> default_reports() {
  return {kDefaultReports.begin(), kDefaultReports.end()};
}

std::vector<std::string_view> keys_of(const Report& report) {
  std::vector<std::string_view> keys;
  for (const DecoderResult& subject : report.subjects) add_keys(subject, keys);
  return keys;
}

StoredFinding stored_finding(std::string_view key, const fs::path& file) {
  std::vector<fs::path> files{file};
  if (file.empty()) {
    files.assign(kDefaultReports.begin(), kDefaultReports.end());
    std::erase_if(files, [](const fs::path& path) { return !fs::exists(path); });
  }
  if (files.empty()) {
    throw InputError(fmt::format(
        "'{}' is the key of a finding, and there is no report in {}; name one with --report FILE",
        key, fmt::join(kDefaultReports, " or ")));
  }
  std::vector<Report> reports;
  for (const fs::path& path : files) {
    reports.push_back(read_report(path));
    auto stored = find_in(reports.back(), key);
    if (!stored) continue;
    stored->file = path;
    return *stored;
  }
  refuse(key, files, reports);
}

}  // namespace placemat
