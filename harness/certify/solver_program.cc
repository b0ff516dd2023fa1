#include "harness/certify/solver_program.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <sstream>

namespace placemat {
namespace {

namespace fs = std::filesystem;

struct Ran {
  int exit_code = -1;
  std::string output;
  std::string first_line() const { return output.substr(0, output.find('\n')); }
};

// A word for a POSIX shell.
std::string quoted(const std::string& word) {
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

// The limit is processor time, so that a busy machine changes no answer: the shell's, with the exit
// code 152 (SIGXCPU). One that waits is ended by timeout(1), with 124.
constexpr unsigned kWaits = 10;  // times the limit
constexpr int kTooSlow = 152, kWaitsTooLong = 124;

Ran run_for(unsigned limit, const std::vector<std::string>& words) {
  std::string command =
      "ulimit -St " + std::to_string(limit) + "; timeout -k 1 " + std::to_string(kWaits * limit);
  for (const std::string& word : words) command += " " + quoted(word);
  Ran ran;
  FILE* pipe = popen((command + " 2>&1 </dev/null").c_str(), "r");
  if (pipe == nullptr) return ran;
  constexpr std::size_t kMost = std::size_t{64} << 10;
  std::array<char, 4096> some;
  while (const std::size_t got = std::fread(some.data(), 1, some.size(), pipe)) {
    if (ran.output.size() < kMost) ran.output.append(some.data(), got);
  }
  const int status = pclose(pipe);
  if (WIFEXITED(status)) ran.exit_code = WEXITSTATUS(status);
  if (ran.exit_code == kWaitsTooLong) ran.exit_code = kTooSlow;
  return ran;
}

// Of cvc5: the whole formula becomes clauses before the search. Formulas about the lanes of a block
// are decided some twenty times as fast, and all small ones as fast as before. It holds for
// bit-vectors only.
const std::vector<std::string> kClausesFirst = {"--bitblast=eager", "--bv-assert-input",
                                                "--bv-sat-solver=cadical"};

bool is_answer(const std::string& line) {
  return line == "sat" || line == "unsat" || line == "unknown";
}

std::string found_on_path(std::string_view name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "/usr/bin:/bin" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string file = (fs::path(folder) / name).string();
    if (access(file.c_str(), X_OK) == 0) return file;
  }
  return "";
}

}  // namespace

std::optional<SolverProgram> solver_program(std::string_view name) {
  SolverProgram program{std::string(name), found_on_path(name), ""};
  if (program.file.empty()) return std::nullopt;
  constexpr unsigned kSoon = 2;
  std::string line = run_for(kSoon, {program.file, "--version"}).first_line();
  // "Z3 version 4.8.12 - 64 bit", "This is cvc5 version 1.0.3 [git ...]"
  const std::size_t at = line.find("version ");
  if (at != std::string::npos) line = line.substr(at + 8);
  line = line.substr(0, line.find(' '));
  // drat-trim tells no version, but how it is used.
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (std::ranges::any_of(line, is_digit)) program.version = line;
  return program;
}

std::string to_text(const SolverProgram& solver) {
  return solver.version.empty() ? solver.name : solver.name + " " + solver.version;
}

std::string ask_solver(const SolverProgram& solver, const fs::path& file, unsigned limit) {
  const auto ask = [&](std::vector<std::string> words) {
    words.insert(words.begin(), solver.file);
    words.push_back(file.string());
    const Ran ran = run_for(limit, words);
    if (ran.exit_code == kTooSlow) return std::string("too slow");
    const std::string line = ran.first_line();
    return line.empty() ? "no answer" : line;
  };
  if (solver.name == "z3") return ask({"-smt2"});
  if (solver.name != "cvc5") return ask({});
  std::vector<std::string> words{"--lang", "smt2"};
  words.insert(words.end(), kClausesFirst.begin(), kClausesFirst.end());
  const std::string line = ask(words);
  // One that was built without CaDiCaL refuses the option, and a formula that is about more than
  // bit-vectors is refused with it.
  return is_answer(line) || line == "too slow" ? line : ask({"--lang", "smt2"});
}

std::string ask_cadical(const SolverProgram& cadical, const fs::path& dimacs, const fs::path& drat,
                        unsigned limit) {
  constexpr int kSat = 10, kUnsat = 20;
  const Ran ran = run_for(limit, {cadical.file, "-q", dimacs.string(), drat.string()});
  if (ran.exit_code == kTooSlow) return "too slow";
  if (ran.exit_code == kSat) return "sat";
  return ran.exit_code == kUnsat ? "unsat" : ran.first_line();
}

bool is_verified(const SolverProgram& checker, const fs::path& dimacs, const fs::path& drat,
                 unsigned limit) {
  const Ran ran = run_for(limit, {checker.file, dimacs.string(), drat.string()});
  return ran.output.find("s VERIFIED") != std::string::npos;
}

}  // namespace placemat
