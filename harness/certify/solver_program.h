// solver_program.h: the programs that decide a lemma which was exported as a file: SMT solvers and
// checkers of proofs. Each is a program that may be absent; nothing here is linked. It must not
// know what a lemma says.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace placemat {

struct SolverProgram {
  std::string name;     // "cvc5"
  std::string file;     // on the search path
  std::string version;  // empty where it tells none
};
// "cvc5 1.0.3"
std::string to_text(const SolverProgram& solver);

// The program of that name, where it is on the search path.
std::optional<SolverProgram> solver_program(std::string_view name);

// What it says of the file: "sat", "unsat", "unknown", "too slow", or the first line of an error.
// `limit` in seconds.
std::string ask_solver(const SolverProgram& solver, const std::filesystem::path& file,
                       unsigned limit);

// CaDiCaL on a file in DIMACS; for "unsat" it writes a DRAT proof.
std::string ask_cadical(const SolverProgram& cadical, const std::filesystem::path& dimacs,
                        const std::filesystem::path& drat, unsigned limit);

// Does the checker verify the proof? Only drat-trim is known.
bool is_verified(const SolverProgram& checker, const std::filesystem::path& dimacs,
                 const std::filesystem::path& drat, unsigned limit);

}  // namespace placemat
