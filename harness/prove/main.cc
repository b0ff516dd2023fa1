// main.cc: `placemat-prove`, which `placemat certify` starts. It is a program of its own, so that
// no other links a solver.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <exception>

#include "harness/bytes/error.h"
#include "harness/bytes/parallel.h"
#include "harness/prove/prover.h"
#include "harness/prove/subjects.h"

namespace placemat::cli {
extern const char* const kCommit;  // commit.cmake writes it
}

namespace placemat::prove {
namespace {

enum ExitCode : int { kAsExpected = 0, kFinding = 1, kMisuse = 2, kAbsent = 3 };

struct Asked {
  std::string decoder, as, out = "out/prove", digest, only, scores;
  std::uint64_t every = 1;
  unsigned threads = hardware_threads();
  bool lists = false;
};

// A line that is overwritten on a terminal. `placemat certify` reads the last one in the log.
auto progress_line() {
  using Clock = std::chrono::steady_clock;
  const bool is_terminal = isatty(STDERR_FILENO) == 1;
  const auto period = std::chrono::milliseconds(is_terminal ? 200 : 1000);
  return [is_terminal, period, last = Clock::now()](const char* what, std::uint64_t done,
                                                    std::uint64_t all) mutable {
    if (Clock::now() - last < period) return;
    last = Clock::now();
    const std::string line = fmt::format("prove: {} {} of {}", what, done, all);
    fmt::print(stderr, "{}", is_terminal ? "\r" + line + "\033[K" : line + "\n");
  };
}

int run(const Asked& asked) {
  if (asked.lists) {
    for (const auto& all : {subjects(), subjects_that_choose()}) {
      for (const Subject* subject : all) fmt::print("{}\n", subject->decoder->name);
    }
    return kAsExpected;
  }
  const Subject* subject = find_subject(asked.decoder);
  if (subject == nullptr) {
    throw AbsentError(asked.decoder + " is not written in symbolic words; see --list");
  }
  const placemat_decoder& decoder = *subject->decoder;
  const Profile claimed =
      parse_profile(fmt::format("{}/{}/{}", decoder.dialect, decoder.policy, decoder.bom));
  ProverOptions options;
  options.out = asked.out;
  options.every = asked.every;
  options.only = asked.only;
  options.scores = asked.scores;
  options.processes = asked.threads;
  options.progress = progress_line();
  std::filesystem::create_directories(options.out);
  ProofFiles proof = prove_decoder(
      *subject, asked.as.empty() ? claimed : parse_profile(asked.as, claimed), options);
  proof.tool_commit = cli::kCommit;
  proof.digest = asked.digest;
  write_proof(proof, options.out);
  if (isatty(STDERR_FILENO) == 1) fmt::print(stderr, "\r\033[K");
  bool is_refused = false;
  for (const CertificateItem& item : proof.items) {
    fmt::print("{:14} {}: {}\n               {}\n", item.result, item.item, item.about, item.claim);
    if (!item.refuted_by.empty()) fmt::print("               refuted by {}\n", item.refuted_by);
    is_refused = is_refused || item.result == item_result::kRefused;
  }
  return is_refused ? kFinding : kAsExpected;
}

}  // namespace
}  // namespace placemat::prove

int main(int argc, char** argv) {
  using namespace placemat;
  CLI::App app{"placemat-prove proves a decoder of this tree for texts of every length.",
               "placemat-prove"};
  prove::Asked asked;
  app.add_option("decoder", asked.decoder, "a decoder that is written in symbolic words");
  app.add_flag("--list", asked.lists, "name those");
  app.add_option("--as", asked.as, "judge as another dialect or profile");
  app.add_option("--out", asked.out, "a directory for the lemmas and proof.json")
      ->capture_default_str();
  app.add_option("--every", asked.every, "of the mutants, one in so many; 0: none")
      ->check(CLI::Range(0, 1'000'000))
      ->capture_default_str();
  app.add_option("--only", asked.only,
                 "of the mutants, those whose text has it: \"< becomes\", \".h:220:\"");
  app.add_option("--scores", asked.scores,
                 "a directory that keeps what became of the mutants: code that decoders share is "
                 "tried once");
  app.add_option("--threads", asked.threads, "processes that ask the solver for lemmas")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  app.add_option("--digest", asked.digest, "of the program that asks, for proof.json");
  app.footer(
      "Exit code: 0 proved; 1 refused; 2 misuse; 3 no such decoder.\n\n"
      "Example: placemat-prove NAME --out out/prove, where --list has the names");
  try {
    app.parse(argc, argv);
    return prove::run(asked);
  } catch (const CLI::Success& request) {
    return app.exit(request);
  } catch (const CLI::ParseError& error) {
    fmt::print(stderr, "placemat-prove: {}\n", error.what());
    return prove::kMisuse;
  } catch (const AbsentError& error) {
    fmt::print(stderr, "placemat-prove: {}\n", error.what());
    return prove::kAbsent;
  } catch (const z3::exception& error) {
    fmt::print(stderr, "placemat-prove: Z3: {}\n", error.msg());
    return prove::kMisuse;
  } catch (const std::exception& error) {
    fmt::print(stderr, "placemat-prove: {}\n", error.what());
    return prove::kMisuse;
  }
}
