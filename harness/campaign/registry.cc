#include "harness/campaign/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string_view>

#include "harness/bytes/error.h"
#include "harness/bytes/json.h"
#include "harness/bytes/scratch.h"
#include "harness/bytes/text_file.h"
#include "harness/campaign/process.h"

namespace placemat {
namespace {

constexpr std::chrono::seconds kLimit{300};

// The words go to a shell.
void check_word(const std::string& word, const char* what) {
  constexpr std::string_view kLetters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@/._+~-";
  constexpr std::size_t kLongest = 214;
  const bool is_plain = !word.empty() && word.size() <= kLongest && word.front() != '-' &&
                        word.find_first_not_of(kLetters) == std::string::npos;
  if (!is_plain) throw InputError(fmt::format("'{}' is no {} of an npm package", word, what));
}

std::string options_text(const RegistryOptions& options) {
  return options.is_offline ? " --offline" : "";
}

// The last line in which npm says why it failed.
std::string reason_of(const ShellOutcome& outcome) {
  if (outcome.is_too_slow) return fmt::format("npm did not end within {} s", kLimit.count());
  constexpr int kNotFound = 127;
  if (outcome.exit_code == kNotFound) return "there is no npm on this machine";
  constexpr std::string_view kError = "npm error ";
  const std::size_t at = outcome.errors.find(kError);
  if (at == std::string::npos) return "npm failed";
  const std::size_t begin = at + kError.size();
  return "npm says: " + outcome.errors.substr(begin, outcome.errors.find('\n', begin) - begin);
}

}  // namespace

std::vector<std::string> published_versions(const std::string& package,
                                            const RegistryOptions& options) {
  check_word(package, "name");
  const Scratch scratch;
  const ShellOutcome outcome =
      run_shell({fmt::format("npm view {} versions --json --loglevel=error{}", package,
                             options_text(options)),
                 scratch.path(),
                 {},
                 kLimit});
  if (!outcome.is_good()) {
    throw AbsentError(fmt::format("the versions of {}: {}", package, reason_of(outcome)));
  }
  const nlohmann::json listed = nlohmann::json::parse(outcome.output, nullptr, false);
  std::vector<std::string> versions;
  const auto add = [&](const nlohmann::json& version) {
    if (!version.is_string()) return;
    const auto text = version.get<std::string>();
    if (text.find('-') == std::string::npos) versions.push_back(text);
  };
  if (listed.is_array()) std::ranges::for_each(listed, add);
  add(listed);  // a package with one version
  if (versions.empty()) throw AbsentError("npm names no version of " + package);
  return versions;
}

void install_version(const std::string& package, const std::string& version,
                     const std::filesystem::path& directory, const RegistryOptions& options) {
  check_word(package, "name");
  check_word(version, "version");
  // Without this file npm would look for a project in the directories above.
  write_text_file(directory / "package.json", "{\"private\": true}\n");
  const ShellOutcome outcome =
      run_shell({fmt::format("npm install --ignore-scripts --no-audit --no-fund --loglevel=error"
                             "{} {}@{}",
                             options_text(options), package, version),
                 directory,
                 {},
                 kLimit});
  if (outcome.is_good()) return;
  throw AbsentError(fmt::format("{}@{}: {}", package, version, reason_of(outcome)));
}

}  // namespace placemat
