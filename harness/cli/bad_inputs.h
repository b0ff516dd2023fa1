// bad_inputs.h: command lines and files that no command can use, generated from the options that
// the help of each command states, and from the records of a report. For the tests of this
// directory only.
#pragma once

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "harness/cli/shell.h"

namespace placemat {

struct BadInput {
  std::string arguments;
  std::string place;  // named in the answer
};

class BadInputs {
 public:
  // `decoder` is correct; `lenient` has findings as UTF-8.
  BadInputs(std::filesystem::path directory, std::string decoder, std::string lenient)
      : directory_(std::move(directory)),
        decoder_(std::move(decoder)),
        lenient_(std::move(lenient)) {
    for (const char* command : {"run",
                                "explain",
                                "replay",
                                "reduce",
                                "diff",
                                "report",
                                "corpus lint",
                                "corpus add",
                                "corpus generate",
                                "corpus show",
                                "corpus export",
                                "list",
                                "selftest",
                                "strength",
                                "bench",
                                "bench small",
                                "audit",
                                "identify",
                                "issue",
                                "certify",
                                "compare",
                                "defects verify",
                                "fuzz",
                                "history",
                                "bugs verify",
                                "completion",
                                "man"}) {
      add_options_of(command);
    }
    add_words();
    add_reports();
    add_json();
  }
  const std::vector<BadInput>& all() const { return all_; }

 private:
  void add(const std::string& arguments, const std::string& place) {
    all_.push_back({arguments, place});
  }
  std::string written(const std::string& name, const std::string& content) const {
    std::ofstream(directory_ / name, std::ios::binary) << content;
    return (directory_ / name).string();
  }

  // From `placemat COMMAND --help`: a mistyped name, no value, and values out of its range.
  void add_options_of(const std::string& command) {
    const std::string text = shell(kProgram + " " + command + " --help").out;
    // Without what is required, that is the first thing that is wrong.
    const bool needs_more = text.find("(required)") != std::string::npos;
    std::istringstream help(text);
    for (std::string line; std::getline(help, line);) {
      const std::size_t begin = line.find("  --");
      if (begin != 0) continue;
      const std::size_t end = line.find_first_of(" ,", begin + 2);
      const std::string option = line.substr(begin + 2, end - begin - 2);
      if (option == "--help") continue;
      add(command + " " + option.substr(0, option.size() - 1) + "Q", option);
      const bool has_value = end != std::string::npos && line.compare(end, 2, "  ") != 0 &&
                             line.compare(end, 10, " Excludes:") != 0;
      if (has_value) add(command + " " + option, option);
      if (has_value && !needs_more) add(command + " " + option + " ''", option);
      add_values(command, option, line);
    }
  }

  void add_values(const std::string& command, const std::string& option, const std::string& line) {
    std::vector<std::string> values;
    if (line.find("a whole number from") != std::string::npos) {
      values = {"-1", "1e3", "0x10", "nan", "1.5", "18446744073709551616", "ten", "''", "' 5'"};
    } else if (line.find("a number from") != std::string::npos) {
      values = {"-1", "nan", "inf", "1e999", "many", "''"};
    } else if (line.find('{') != std::string::npos) {
      values = {"none-of-these", "''", "QUICK"};
    }
    for (const std::string& value : values) {
      add(command + " " + option + " " + value, option);
    }
  }

  void add_words() {
    add("replay " + decoder_ + " 'C0 AF' --encode 41", "leave out the code units 'C0 AF'");
    add("replay " + decoder_ + " --encode 41 --room ample", "leave out --room");
    for (const char* word : {"runn", "''", "a-command", "RUN", "--", "-", "--nothing", "-Q"}) {
      add(std::string(word) + " more", "placemat");
    }
    for (const char* units : {"C", "C0 A", "GG", "C0 AFF F", "61*", "*3", "61*999999999", "|C3x",
                              "C0,AF", "0xC0", "61*0x10", "C3 |g"}) {
      add("explain '" + std::string(units) + "'", "");
      add("replay " + decoder_ + " '" + std::string(units) + "'", "");
    }
    for (const char* profile :
         {"utf-9", "utf-8/never", "utf-8/reject/sometimes", "utf-8/a/b/c", "/", "utf-8/", "x"}) {
      for (const std::string& command :
           {"run " + decoder_ + " --as ", "replay " + decoder_ + " C0 --as "}) {
        add(command + "'" + profile + "'", "");
      }
    }
    for (const char* name : {"nosuch", "branchi", "UPPER", "a b", "\xFF", "../elsewhere"}) {
      for (const char* command : {"run ", "selftest ", "bench ", "bench small ", "list "}) {
        add(command + std::string("'") + name + "'", "");
      }
    }
  }

  // Every record of a report without one of its members, or with another type of it.
  void add_reports() {
    const std::string whole = (directory_ / "whole").string();
    shell(kProgram + " run " + lenient_ + " --as utf-8 --budget quick --source curated " +
          "--no-oracle --out " + whole);
    std::ifstream in(whole + "/report.jsonl");
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    constexpr std::size_t kMostOfARecord = 2;
    std::map<std::string, std::size_t> taken;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const auto record = nlohmann::ordered_json::parse(lines[i]);
      if (taken[record.at("record")]++ >= kMostOfARecord) continue;
      for (const auto& [name, value] : record.items()) {
        if (name == "record") continue;
        auto other = record;
        other[name] = nlohmann::json::array({nlohmann::json::object()});
        add_report(lines, i, other.dump());
      }
      add_report(lines, i, lines[i].substr(0, lines[i].size() / 2));
      add_report(lines, i, "\xFF\xFE");
      add_report(lines, i, "[1e999]");
    }
  }
  void add_report(std::vector<std::string> lines, std::size_t at, const std::string& line) {
    lines[at] = line;
    std::string text;
    for (const std::string& one : lines) text += one + "\n";
    const std::string name = "report-" + std::to_string(all_.size()) + ".jsonl";
    const std::string place = name + ":" + std::to_string(at + 1);
    const std::string file = written(name, text);
    switch (all_.size() % 3) {
      case 0:
        return add("report " + file, place);
      case 1:
        return add("diff " + file + " " + file, place);
      default:
        return add("issue --report " + file, place);
    }
  }

  // Files that are no JSON, in each place that takes one.
  void add_json() {
    const std::string deep = std::string(100'000, '[');
    const std::vector<std::string> texts{"",
                                         "\n",
                                         "{",
                                         "[]",
                                         "null",
                                         "{\"a\": 1e999}",
                                         "{\"a\": 1, \"a\": 2}",
                                         deep,
                                         "{\"entries\": 5}",
                                         std::string("\0\xFF", 2),
                                         "{\"schema\": 3}",
                                         "\"text\"",
                                         "{} {}"};
    const std::string out = " --out " + (directory_ / "out").string();
    const std::string run = "run " + decoder_ + " --budget quick --source state-unit" + out;
    std::vector<std::string> files{(directory_ / "absent").string(), directory_.string()};
    for (std::size_t i = 0; i < texts.size(); ++i) {
      files.push_back(written("text-" + std::to_string(i), texts[i]));
    }
    for (const std::string& file : files) {
      const std::string name = std::filesystem::path(file).filename().string();
      add(run + " --expected " + file, name);
      add(run + " --baseline " + file, name);
      add("report " + file, name);
      add("diff " + file + " " + file, name);
      add("issue key --report " + file, name);
      add("audit --all-installed --list " + file + out, name);
      add("corpus lint --corpus " + file, "");
    }
  }

  std::filesystem::path directory_;
  std::string decoder_, lenient_;
  std::vector<BadInput> all_;
};

}  // namespace placemat
