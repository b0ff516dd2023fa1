#include "harness/campaign/native_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>
#include <map>

#include "harness/bytes/parallel.h"
#include "harness/bytes/scratch.h"
#include "harness/campaign/process.h"

namespace placemat {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kVersionLimit{60};
constexpr std::string_view kHang = "hang";

// Without line feeds at its end.
std::string trimmed(std::string text) {
  while (!text.empty() && std::strchr(" \r\n", text.back()) != nullptr) text.pop_back();
  return text;
}

// Its lines in one, and of a long one the end.
std::string in_one_line(std::string text) {
  constexpr std::size_t kLongest = 400;
  text = trimmed(std::move(text));
  std::ranges::replace(text, '\n', ' ');
  return text.size() <= kLongest ? text : "..." + text.substr(text.size() - kLongest);
}

std::string signal_name(int signal) {
  const char* name = sigabbrev_np(signal);
  return name == nullptr ? fmt::format("signal {}", signal) : fmt::format("SIG{}", name);
}

// As the entries write it: the line that it printed, "crash: SIGSEGV" or "hang".
std::string answer_of(const ShellOutcome& result) {
  if (result.is_too_slow) return std::string(kHang);
  if (result.signal != 0) return "crash: " + signal_name(result.signal);
  const std::string printed = trimmed(result.output);
  if (!printed.empty()) return canonical_line(printed);
  return fmt::format("nothing, exit code {}: {}", result.exit_code, in_one_line(result.errors));
}

class NativeRunner {
 public:
  NativeRunner(const DefectCatalogue& catalogue, const NativeOptions& options)
      : programs_(catalogue.folder / "native"),
        build_limit_(options.build_limit),
        run_limit_(options.run_limit),
        hang_limit_(options.hang_limit),
        environment_{"LC_ALL=C.UTF-8"} {
    std::error_code error;
    if (fs::is_directory(options.npm, error)) {
      environment_.push_back("NODE_PATH=" + fs::absolute(options.npm).string());
    }
  }

  // Empty where the product is absent.
  std::string version_of(const DefectiveProduct& product) const {
    const Scratch scratch;
    const ShellOutcome result = in_shell(product.version_command, scratch.path(), kVersionLimit);
    return result.is_good() ? trimmed(result.output) : std::string();
  }

  NativeResult run(const FoundDefect& found, const std::string& version) const {
    const Defect& defect = *found.defect;
    NativeResult out{found, NativeOutcome::kOther, version, ""};
    if (defect.is_withheld) {
      out.outcome = NativeOutcome::kWithheld;
    } else if (version.empty()) {
      out.outcome = NativeOutcome::kAbsent;
    } else {
      build_and_run(defect.native, out);
    }
    return out;
  }

 private:
  ShellOutcome in_shell(const std::string& command, const fs::path& directory,
                        std::chrono::seconds limit) const {
    return run_shell({command, directory, environment_, limit});
  }

  void build_and_run(const NativeProgram& native, NativeResult& out) const {
    const Scratch scratch;
    fs::copy_file(programs_ / native.file, fs::path(scratch.path()) / native.file);
    if (!native.build.empty()) {
      const ShellOutcome built = in_shell(native.build, scratch.path(), build_limit_);
      if (!built.is_good()) {
        out.outcome = NativeOutcome::kNotBuilt;
        out.printed = built.is_too_slow ? "the build takes too long"
                                        : in_one_line(built.output + built.errors);
        return;
      }
    }
    const Defect& defect = *out.found.defect;
    const std::chrono::seconds limit = defect.seen == kHang ? hang_limit_ : run_limit_;
    out.printed = answer_of(in_shell(native.run, scratch.path(), limit));
    if (out.printed == canonical_line(defect.seen)) out.outcome = NativeOutcome::kReproduced;
    if (out.printed == canonical_line(defect.expected)) out.outcome = NativeOutcome::kFixed;
  }

  const fs::path programs_;
  const std::chrono::seconds build_limit_, run_limit_, hang_limit_;
  std::vector<std::string> environment_;
};

}  // namespace

std::string_view name_of(NativeOutcome outcome) {
  constexpr std::array<std::string_view, 6> kNames{"reproduced", "fixed",  "other answer",
                                                   "not built",  "absent", "withheld"};
  return kNames.at(static_cast<std::size_t>(outcome));
}

bool NativeResult::contradicts_entry() const {
  const bool is_claimed =
      std::ranges::find(found.defect->versions, version) != found.defect->versions.end();
  const bool was_run = outcome != NativeOutcome::kAbsent && outcome != NativeOutcome::kWithheld;
  if (is_claimed) return was_run && outcome != NativeOutcome::kReproduced;
  return version == found.defect->fixed_in && was_run && outcome != NativeOutcome::kFixed;
}

std::vector<NativeResult> run_natively(const DefectCatalogue& catalogue,
                                       std::span<const FoundDefect> chosen,
                                       const NativeOptions& options) {
  const NativeRunner runner(catalogue, options);
  std::map<const DefectiveProduct*, std::string> versions;
  for (const FoundDefect& found : chosen) versions[found.product];
  std::vector<const DefectiveProduct*> products;
  for (const auto& [product, version] : versions) products.push_back(product);
  WorkOptions work(options.threads);
  work.stop = options.stop;
  in_parallel(products.size(), work,
              [&](std::size_t i) { versions.at(products[i]) = runner.version_of(*products[i]); });
  std::vector<NativeResult> results(chosen.size());
  work.progress = options.progress;
  results.resize(in_parallel(chosen.size(), work, [&](std::size_t i) {
    results[i] = runner.run(chosen[i], versions.at(chosen[i].product));
  }));
  return results;
}

}  // namespace placemat
