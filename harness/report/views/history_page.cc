#include "harness/report/views/history_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "harness/bytes/error.h"
#include "harness/bytes/json.h"
#include "harness/bytes/text_file.h"
#include "harness/report/text.h"
#include "harness/report/views/table.h"

namespace placemat {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

std::vector<fs::path> stored_histories(const fs::path& directory) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory, error)) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  if (files.empty()) {
    throw InputError(directory.string() +
                     ": has no history; `placemat history SUBJECT --json FILE` writes one");
  }
  std::ranges::sort(files);
  return files;
}

std::vector<std::string> words_of(const Json& list) { return list.get<std::vector<std::string>>(); }

std::string state_words(const Json& state) {
  if (state.contains("trouble")) return "cannot be asked";
  const std::vector<std::string> findings = words_of(state.at("findings"));
  if (findings.empty()) return "no finding";
  return fmt::format("{}", fmt::join(findings, "; "));
}

std::string name_of_change(const Json& change) {
  if (!change.at("asked").get<bool>()) return "one of the two cannot be asked";
  std::vector<std::string> names;
  for (const std::string& id : words_of(change.at("mends"))) names.push_back("mends " + id);
  for (const std::string& id : words_of(change.at("brings"))) names.push_back("brings " + id);
  return names.empty() ? "candidate" : fmt::format("{}", fmt::join(names, ", "));
}

std::string cell(const std::string& text) { return text.empty() ? "-" : escape_markdown(text); }

std::string summary_row(const Json& history, const std::string& file) {
  const Json& audited = history.at("audited");
  const Json& versions = history.at("versions");
  return fmt::format("| [{}]({}) | {} | {} | {} to {} | {} | {} | {} | {} |\n",
                     history.at("subject").get<std::string>(), file,
                     cell(history.at("product").get<std::string>()),
                     cell(history.at("entry").get<std::string>()),
                     cell(versions.front().get<std::string>()),
                     cell(versions.back().get<std::string>()), versions.size(), audited.size(),
                     history.at("changes").size(), cell(state_words(audited.back())));
}

std::string note_of(const Json& history) {
  if (!history.contains("note")) return {};
  return fmt::format("\n**{}**: {}\n", history.at("subject").get<std::string>(),
                     escape_markdown(history.at("note").get<std::string>()));
}

std::string change_rows(const Json& history) {
  std::string out;
  for (const Json& change : history.at("changes")) {
    out +=
        fmt::format("| {} | {} | {} | {} | {} | {} |\n", history.at("subject").get<std::string>(),
                    cell(change.at("before").get<std::string>()),
                    cell(change.at("after").get<std::string>()), cell(name_of_change(change)),
                    cell(fmt::format("{}", fmt::join(words_of(change.at("gone")), "; "))),
                    cell(fmt::format("{}", fmt::join(words_of(change.at("appeared")), "; "))));
  }
  return out;
}

}  // namespace

std::string history_page(const fs::path& directory) {
  std::string summary, notes, changes;
  for (const fs::path& file : stored_histories(directory)) {
    try {
      const Json history = Json::parse(read_text_file(file));
      summary += summary_row(history, "history/" + file.filename().string());
      notes += note_of(history);
      changes += change_rows(history);
    } catch (const Json::exception& error) {
      throw InputError(fmt::format("{}: is no history as `placemat history --json` writes it: {}",
                                   file.string(), error.what()));
    }
  }
  return "# Since when\n\n"
         "Printed by `placemat history --stored reports/history`. Each file there was written by\n"
         "`placemat history SUBJECT --json FILE`: the oldest and the newest version that npm has,\n"
         "and whatever lies between two that differ, until each change has its version. A change\n"
         "that was taken back between two versions that agree is not seen, and of two versions "
         "whose\n"
         "answers depend on chance nothing else is compared. A candidate is a change that no "
         "documented\n"
         "bug names.\n\n"
         "A finding is a cause with its smallest input. A cause that hides another in one version\n"
         "does not hide it where it is mended. So both versions may answer an input alike that "
         "stands\n"
         "in the findings of one of them only.\n\n"
         "| subject | product | entry point | versions | in all | audited | changes | the newest "
         "|\n"
         "| --- | --- | --- | --- | --- | --- | --- | --- |\n" +
         summary + notes +
         "\n| subject | last before | first after | change | findings only before | findings only "
         "after |\n"
         "| --- | --- | --- | --- | --- | --- |\n" +
         changes;
}

}  // namespace placemat
