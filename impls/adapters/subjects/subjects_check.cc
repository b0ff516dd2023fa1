// subjects_check: checks the adapters themselves. It starts every listed
// subject that is on this machine, and sends some lines with known answers, so
// that a fault of an adapter does not become a finding about its subject.
//
//   subjects_check LIST SOURCE_DIRECTORY BUILD_DIRECTORY [NAME...]
//
// Well-formed text must come out unchanged in every claimed mode (or the list
// says why not), before and after ill-formed text. Every line gets one answer,
// in order and in form. The result for ill-formed text is not checked. Exit
// code 1 when an adapter is broken, 2 for misuse.
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using Strings = std::vector<std::string>;

struct Case {
  const char* hex;
  const char* values;  // nullptr: ill-formed
};
// Encoded by hand from Table 3-6 of the Unicode Standard.
constexpr Case kCases[] = {
    {"", ""},
    {"41", "41"},
    {"616263", "61 62 63"},
    {"C2A9", "A9"},
    {"C3A9", "E9"},
    {"DFBF", "7FF"},
    {"E0A080", "800"},
    {"E282AC", "20AC"},
    {"ED9FBF", "D7FF"},
    {"EE8080", "E000"},
    {"EFBFBD", "FFFD"},
    {"F0908080", "10000"},
    {"F09F9880", "1F600"},
    {"F48083BF", "1000FF"},
    {"C3", nullptr},
    {"C3A9", "E9"},
    {"E282", nullptr},
    {"FF", nullptr},
    {"61FF62", nullptr},
    {"C0AF", nullptr},
    {"E080AF", nullptr},
    {"EDA080", nullptr},
    {"EDA080EDB080", nullptr},
    {"F4908080", nullptr},
    {"F8888080", nullptr},
    {"80", nullptr},
    {"E28261", nullptr},
    {"F09F98", nullptr},
    {"41C3A9E282ACF09F988042", "41 E9 20AC 1F600 42"},
    {"C3A9", "E9"},
};
struct Stream {
  const char* hex;
  const char* values;
};
constexpr Stream kStreams[] = {
    {"C3|A9||41", "E9 41"}, {"C3A941", "E9 41"},       {"F0|9F|98|80", "1F600"},
    {"41|E2|", nullptr},    {"E282|AC|41", "20AC 41"}, {"|", ""},
};

std::string replaced(std::string text, const std::map<std::string, std::string>& places) {
  for (const auto& [name, value] : places)
    for (std::size_t at = 0; (at = text.find(name)) != std::string::npos;)
      text.replace(at, name.size(), value);
  return text;
}

bool is_program(const std::string& name) {
  if (name.find('/') != std::string::npos)
    return access(name.c_str(), X_OK) == 0 || access(name.c_str(), R_OK) == 0;
  const char* path = std::getenv("PATH");
  std::istringstream directories(path != nullptr ? path : "");
  for (std::string directory; std::getline(directories, directory, ':');)
    if (access((directory + "/" + name).c_str(), X_OK) == 0) return true;
  return false;
}

// Runs a command with `input`; its output, or an empty one after a minute and a half.
std::string run(const Strings& command, const std::string& input, int& status) {
  int in[2], out[2];
  if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0) return {};
  std::vector<char*> arguments;
  for (const std::string& one : command) arguments.push_back(const_cast<char*>(one.c_str()));
  arguments.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    dup2(in[0], 0);
    dup2(out[1], 1);
    const int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    dup2(null, 2);
    execvp(arguments[0], arguments.data());
    _exit(127);
  }
  close(in[0]);
  close(out[1]);
  if (write(in[1], input.data(), input.size()) < 0) perror("subjects_check");
  close(in[1]);
  std::string output;
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(90);
  char block[4096];
  for (;;) {
    pollfd ready{out[0], POLLIN, 0};
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        deadline - std::chrono::steady_clock::now());
    if (left.count() <= 0 || poll(&ready, 1, static_cast<int>(left.count())) <= 0) {
      kill(child, SIGKILL);
      break;
    }
    const ssize_t size = read(out[0], block, sizeof block);
    if (size <= 0) break;
    output.append(block, static_cast<std::size_t>(size));
  }
  close(out[0]);
  waitpid(child, &status, 0);
  return output;
}

Strings lines_of(const std::string& text) {
  Strings lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// "ok 0e9 41" as "ok E9 41": digits may have either case and leading zeros.
std::string normal(const std::string& answer) {
  std::istringstream words(answer);
  std::string word, all;
  words >> all;
  while (words >> word) {
    std::transform(word.begin(), word.end(), word.begin(),
                   [](unsigned char c) { return std::toupper(c); });
    word.erase(0, std::min(word.find_first_not_of('0'), word.size() - 1));
    all += " " + word;
  }
  return all;
}

// A description of the error, or nothing.
std::string check_answers(const Strings& lines, bool well_formed_too) {
  static const std::regex form(
      "(ok( [0-9A-Fa-f]+| raw:([0-9A-Fa-f]{2}){1,6})*|error ([0-9]+|-) ([0-9]+|-)( .*)?|"
      "unsupported) ?");
  if (lines.empty() || lines[0].rfind("hello ", 0) != 0) return "no hello";
  const Json hello = Json::parse(lines[0].substr(6), nullptr, false);
  if (hello.is_discarded() || !hello.contains("modes") || !hello.contains("version"))
    return "hello is not as agreed: " + lines[0];
  const std::string dialect = hello.value("dialect", "utf-8");
  std::set<std::string> modes = hello["modes"].get<std::set<std::string>>();
  if (modes.empty()) return "hello claims no mode";
  std::size_t at = 1, answered = 0;
  for (const char* mode : {"strict", "lossy", "verdict", "stream"}) {
    const bool stream = std::string_view(mode) == "stream";
    const std::size_t count = stream ? std::size(kStreams) : std::size(kCases);
    for (std::size_t i = 0; i < count; ++i, ++at) {
      const char* hex = stream ? kStreams[i].hex : kCases[i].hex;
      const char* values = stream ? kStreams[i].values : kCases[i].values;
      const std::string asked = std::to_string(at) + " " + mode + " " + hex;
      // A subject that is known to end its process gives no answer after that.
      if (at >= lines.size()) return well_formed_too ? "no answer to: " + asked : "";
      const std::string number = std::to_string(at) + " ";
      if (lines[at].rfind(number, 0) != 0)
        return "answer out of order to: " + asked + ": " + lines[at];
      const std::string answer = normal(lines[at].substr(number.size()));
      if (!std::regex_match(lines[at].substr(number.size()), form))
        return "answer in no form to: " + asked + ": " + lines[at];
      if (!modes.contains(mode)) {
        if (answer != "unsupported") return "answers a mode that it does not claim: " + asked;
        continue;
      }
      if (answer == "unsupported" || values == nullptr || !well_formed_too) {
        if (answer != "unsupported") ++answered;
        continue;
      }
      // A dialect that has no form of four units.
      const bool four_units = std::string_view(hex).find("F0") != std::string_view::npos ||
                              std::string_view(hex).find("F4") != std::string_view::npos;
      if (dialect != "utf-8" && four_units) continue;
      ++answered;
      const std::string expected = std::string_view(mode) == "verdict" || values[0] == '\0'
                                       ? "ok"
                                       : std::string("ok ") + values;
      if (answer != expected)
        return "asked " + asked + ", expected " + expected + ", saw " + answer;
    }
  }
  if (lines.size() != at) return "says more than it was asked";
  return answered == 0 ? "answers nothing but unsupported" : "";
}

std::string questions() {
  std::string text = "placemat 1\n";
  std::size_t at = 0;
  for (const char* mode : {"strict", "lossy", "verdict"})
    for (const Case& one : kCases) text += std::to_string(++at) + " " + mode + " " + one.hex + "\n";
  for (const Stream& one : kStreams) text += std::to_string(++at) + " stream " + one.hex + "\n";
  return text;
}

// A filter reads one text and writes its values.
std::string check_filter(const Strings& command, const std::string& output) {
  int status = 0;
  const std::string seen = run(command, "A\xC3\xA9\xE2\x82\xAC", status);
  const std::string expected =
      output == "utf-32le"   ? std::string("A\0\0\0\xE9\0\0\0\xAC\x20\0\0", 12)
      : output == "utf-32be" ? std::string("\0\0\0A\0\0\0\xE9\0\0\x20\xAC", 12)
      : output == "utf-8"    ? std::string("A\xC3\xA9\xE2\x82\xAC")
                             : std::string();
  if (output == "exit-code")
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? "" : "refuses well-formed text";
  return seen == expected || seen == std::string("\xFF\xFE\0\0", 4) + expected
             ? ""
             : "converts well-formed text to something else";
}

struct Verdict {
  enum class Kind { kGood, kBad, kAbsent } kind;
  std::string text;
};

Verdict check(const Json& subject, const std::map<std::string, std::string>& places) {
  const auto place = [&](const Json& text) { return replaced(text.get<std::string>(), places); };
  Strings command;
  if (subject["kind"] == "plug-in") {
    const std::string directory = places.at("{build}") + "/impls/subjects/";
    command = {directory + "plugin_child", directory + subject["plugin"].get<std::string>()};
    if (!fs::exists(command[1])) return {Verdict::Kind::kAbsent, command[1]};
  } else {
    for (const Json& one : subject["command"]) command.push_back(place(one));
  }
  if (!is_program(command[0])) return {Verdict::Kind::kAbsent, command[0]};
  if (subject.contains("requires") && !fs::exists(place(subject["requires"])))
    return {Verdict::Kind::kAbsent, place(subject["requires"])};
  if (subject.contains("probe")) {
    int status = 0;
    Strings probe;
    for (const Json& one : subject["probe"]) probe.push_back(place(one));
    run(probe, "", status);
    if (status != 0) return {Verdict::Kind::kAbsent, subject["package"].get<std::string>()};
  }
  int status = 0;
  const std::string wrong =
      subject["kind"] == "filter"
          ? check_filter(command, subject["output"])
          : check_answers(lines_of(run(command, questions(), status)), !subject.contains("known"));
  return {wrong.empty() ? Verdict::Kind::kGood : Verdict::Kind::kBad, wrong};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: subjects_check LIST SOURCE_DIRECTORY BUILD_DIRECTORY [NAME...]\n");
    return 2;
  }
  signal(SIGPIPE, SIG_IGN);
  std::ifstream file(argv[1]);
  const Json list = Json::parse(file, nullptr, false);
  if (list.is_discarded() || !list.contains("subjects")) {
    std::fprintf(stderr, "subjects_check: %s is no list of subjects\n", argv[1]);
    return 2;
  }
  const std::string source = fs::absolute(argv[2]).string();
  const std::map<std::string, std::string> places{{"{source}", source},
                                                  {"{build}", fs::absolute(argv[3]).string()},
                                                  {"{npm}", source + "/build/npm"}};
  const std::set<std::string> chosen(argv + 4, argv + argc);
  std::vector<Json> subjects;
  for (const Json& one : list["subjects"])
    if (chosen.empty() || chosen.contains(one["name"])) subjects.push_back(one);
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::map<std::string, std::set<std::string>> answered;  // what: its distinct names
  std::size_t good = 0, bad = 0, absent = 0;
  const auto work = [&] {
    for (std::size_t i; (i = next++) < subjects.size();) {
      const Json& subject = subjects[i];
      const Verdict verdict = check(subject, places);
      const std::scoped_lock lock(mutex);
      const bool is_good = verdict.kind == Verdict::Kind::kGood;
      const bool is_bad = verdict.kind == Verdict::Kind::kBad;
      ++(is_good ? good : is_bad ? bad : absent);
      if (is_good) {
        answered["products"].insert(subject["product"]);
        answered["languages"].insert(subject["language"]);
      }
      if (!is_good)
        std::printf("%s  %s: %s\n", is_bad ? "WRONG " : "absent",
                    subject["name"].get<std::string>().c_str(), verdict.text.c_str());
      std::fflush(stdout);
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < std::max(1u, std::thread::hardware_concurrency()); ++i)
    threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  std::printf("%zu entry points of %zu products in %zu languages in order, %zu wrong, %zu absent\n",
              good, answered["products"].size(), answered["languages"].size(), bad, absent);
  return bad > 0 ? 1 : 0;
}
