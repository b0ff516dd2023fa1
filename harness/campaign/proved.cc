#include "harness/campaign/proved.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "harness/bytes/error.h"
#include "harness/campaign/process.h"
#include "harness/certify/proof_files.h"
#include "harness/judge/check.h"

namespace placemat {
namespace {

namespace fs = std::filesystem;

std::vector<CertificateItem> without(const char* result, const std::string& why) {
  return items_without(kUnproved, result, why);
}

std::string last_line_of(const fs::path& file) {
  std::ifstream in(file);
  std::string last;
  for (std::string line; std::getline(in, line);) last = line;
  return last;
}

// "prove: mutants 120 of 4601", a line that the prover writes each second.
void pass_on(const std::string& line, const CertifyProgress& progress) {
  std::istringstream words(line);
  std::string prover, step, of;
  std::uint64_t done = 0, all = 0;
  if (progress && words >> prover >> step >> done >> of >> all && prover == "prove:")
    progress("proof, " + step, done, all);
}

// The exit code, or -1 where it was stopped or ended otherwise.
int run_prover(const ProveRequest& request) {
  constexpr const char* kFew = "16";
  std::vector<std::string> words{request.program.string(),
                                 request.decoder->name,
                                 "--as",
                                 request.profile,
                                 "--out",
                                 request.out.string(),
                                 "--digest",
                                 request.digest,
                                 "--threads",
                                 fmt::format("{}", request.threads),
                                 "--every",
                                 request.is_whole ? "1" : kFew};
  if (!request.scores.empty()) words.insert(words.end(), {"--scores", request.scores.string()});
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const fs::path log = request.out / "prover.log";
  const pid_t child = fork_with_log(log, [&] {
    execv(pointers.front(), pointers.data());
    return 127;
  });
  if (child < 0) return -1;
  int status = 0;
  constexpr unsigned kInterval = 20, kSecond = 1000;
  for (unsigned waited = kInterval; waitpid(child, &status, WNOHANG) == 0; waited += kInterval) {
    if (request.stop != nullptr && *request.stop) kill(-child, SIGKILL);
    if (waited % kSecond == 0) pass_on(last_line_of(log), request.progress);
    usleep(kInterval * 1000);
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

fs::path ProveRequest::prover_beside_this() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error).parent_path() / "placemat-prove";
}

std::vector<CertificateItem> proof_items(const ProveRequest& request) {
  std::error_code error;
  if (!fs::is_regular_file(request.program, error)) {
    return without(
        item_result::kNotChecked,
        "placemat-prove was not built: scripts/setup prove installs the solver, and then "
        "`cmake --preset release && cmake --build build/release` builds it");
  }
  fs::create_directories(request.out);
  fs::remove(request.out / kProofIndex, error);
  constexpr int kAbsent = 3;
  const int code = run_prover(request);
  if (request.stop != nullptr && *request.stop) {
    return without(item_result::kUnfinished, "the prover was stopped");
  }
  if (code == kAbsent) {
    return without(item_result::kNotAttempted,
                   "the decoder is not written in symbolic words, so there is no lemma");
  }
  if (code != 0 && code != 1) {
    return without(item_result::kUnfinished, fmt::format("the prover ended without an answer: {}",
                                                         last_line_of(request.out / "prover.log")));
  }
  const ProofFiles proof = read_proof(request.out);
  if (proof.tool_commit != request.commit) {
    return without(item_result::kNotChecked,
                   fmt::format("placemat-prove is of another commit: {}", proof.tool_commit));
  }
  return proof.items;
}

std::vector<CertificateItem> items_without(std::span<const ItemName> names, const char* result,
                                           const std::string& why) {
  std::vector<CertificateItem> items;
  for (const auto& [item, about] : names) {
    items.push_back(
        {.item = std::string(item), .about = std::string(about), .result = result, .claim = why});
  }
  return items;
}

void put_items(Certificate& certificate, std::span<const ItemName> former,
               std::vector<CertificateItem> items) {
  const auto is_former = [&](const CertificateItem& item) {
    const auto is_of = [&](const auto& name, const auto& about) {
      return item.item == name && item.about == about;
    };
    return std::ranges::any_of(former,
                               [&](const ItemName& name) { return is_of(name[0], name[1]); }) ||
           std::ranges::any_of(
               items, [&](const CertificateItem& one) { return is_of(one.item, one.about); });
  };
  const auto first = std::ranges::find_if(certificate.items, is_former);
  const auto place = first - certificate.items.begin();
  std::erase_if(certificate.items, is_former);
  for (const CertificateItem& item : items) {
    if (item.result == item_result::kRefused) {
      certificate.result = item_result::kRefused;
    } else if (item.result == item_result::kUnfinished &&
               certificate.result != item_result::kRefused) {
      certificate.result = item_result::kUnfinished;
    }
  }
  certificate.items.insert(certificate.items.begin() + place,
                           std::make_move_iterator(items.begin()),
                           std::make_move_iterator(items.end()));
}

std::optional<ConfirmedRefusal> confirmed_refusal(const Decoder& decoder,
                                                  const std::string& profile, const Bytes& text) {
  const PartWork work = work_here(decoder, nullptr);
  const auto ask = [&](const Bytes& units) -> std::optional<ConfirmedRefusal> {
    for (std::size_t i = 0; i < kOperationCount; ++i) {
      const auto operation = static_cast<Operation>(i);
      if (!has(decoder, operation)) continue;
      const Pass pass{operation, false, is_stream(operation)};
      const PartResult result = work({PartOf::kString, pass, 0, 0, 1, profile, units});
      if (result.checked.refusals.empty()) continue;
      const Refusal& refusal = result.checked.refusals.front();
      const Check check{refusal.units, presentation_of(refusal.pass, refusal.units.size())};
      Target target;
      target.decoder = &decoder;
      target.judged_as = parse_profile(profile);
      target.called = decoder.name;
      return ConfirmedRefusal{to_text({check.units, check.how.cuts}), refusal.expected,
                              refusal.seen, replay_line(target, to_arguments(check))};
    }
    return std::nullopt;
  };
  constexpr unsigned kMore = 2;
  std::vector<Bytes> round{text};
  for (unsigned more = 0;; ++more) {
    for (const Bytes& units : round) {
      if (auto wrong = ask(units)) return wrong;
    }
    if (more == kMore) return std::nullopt;
    std::vector<Bytes> next;
    for (const Bytes& units : round) {
      for (unsigned unit = 0; unit < 256; ++unit) {
        next.push_back(units);
        next.back().push_back(static_cast<std::uint8_t>(unit));
      }
    }
    round = std::move(next);
  }
}

}  // namespace placemat
