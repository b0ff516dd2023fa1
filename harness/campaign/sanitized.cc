#include "harness/campaign/sanitized.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <sstream>

#include "harness/bytes/parallel.h"
#include "harness/campaign/external_decoder.h"
#include "harness/campaign/process.h"
#include "harness/certify/proof_files.h"

namespace placemat {
namespace {

namespace fs = std::filesystem;

struct Sanitizer {
  const char* file;   // "asan": the end of the program's name
  const char* about;  // of its item
};
constexpr Sanitizer kSanitizers[] = {{"asan", "ASan and UBSan"}, {"msan", "MSan"}};

CertificateItem item_without(const Sanitizer& sanitizer, const char* result, std::string why) {
  return {.item = "memory", .about = sanitizer.about, .result = result, .claim = std::move(why)};
}

// The strings that the programs have got, of those that they are to get.
class WrittenStrings {
 public:
  WrittenStrings(std::uint64_t all, const CertifyProgress& progress)
      : all_(all), progress_(progress) {}
  void count() {
    if (++strings_ % kStep == 0 && progress_)
      progress_("sanitizers", strings_ / kStep, all_ / kStep);
  }

 private:
  static constexpr std::uint64_t kStep = 1 << 14;  // some milliseconds
  const std::uint64_t all_;
  const CertifyProgress& progress_;
  std::atomic<std::uint64_t> strings_{0};
};

// Writes each string to a program instead of asking a decoder.
class StringWriter final : public StringChecker {
 public:
  StringWriter(std::FILE* to, WrittenStrings& written) : to_(to), written_(written) {}
  using StringChecker::check;
  bool check(ByteView units) override {
    written_.count();
    putc_unlocked(static_cast<int>(units.size()), to_);
    for (const std::uint8_t unit : units) putc_unlocked(unit, to_);
    return std::ferror(to_) == 0;
  }

 private:
  std::FILE* to_;
  WrittenStrings& written_;
};

CertifyScope scope_of(const SanitizeRequest& request) {
  return {std::min(request.scope.length, kMostSanitized.length),
          std::min(request.scope.states, kMostSanitized.states)};
}

// The strings of the exhaustion, the shortest first, then those of the suites.
std::vector<CertifyPart> parts_of(const SanitizeRequest& request, const CertifyScope& scope) {
  std::vector<CertifyPart> parts;
  const Profile profile = parse_profile(request.profile);
  for (unsigned size = 0; size <= scope.length; ++size) {
    parts.push_back({PartOf::kExhaustion, {}, size, 0, 1, request.profile});
  }
  for (const Feature feature : {Feature::kVerdict, Feature::kValueCount}) {
    for (std::size_t i = 0; i < kOperationCount; ++i) {
      const auto operation = static_cast<Operation>(i);
      if (!has(*request.decoder, operation) || feature_of(operation, profile) != feature) continue;
      for (unsigned size = 0; size <= scope.states + 1; ++size) {
        parts.push_back({PartOf::kSuite, {operation}, size, 0, 1, request.profile});
      }
      break;
    }
  }
  return parts;
}

// What a program said last: "clean COMMIT STRINGS CALLS SECONDS" or "fault COMMIT OPERATION
// UNIT...".
struct Said {
  std::string word, commit, operation;
  Bytes units;
  std::uint64_t strings = 0, calls = 0;
  double seconds = 0;
};

Said said_in(const std::string& output) {
  Said said;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    Said one;
    words >> one.word >> one.commit;
    if (one.word == "clean") {
      words >> one.strings >> one.calls >> one.seconds;
    } else if (one.word == "fault") {
      words >> one.operation;
      std::string rest;
      std::getline(words, rest);
      one.units = parse_hex(rest);
    } else {
      continue;
    }
    said = one;
  }
  return said;
}

// "AddressSanitizer: global-buffer-overflow", "shift exponent 32 is too large ..."
std::string report_in(const std::string& log) {
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);) {
    for (const std::string_view mark : {"AddressSanitizer: ", "MemorySanitizer: "}) {
      const std::size_t at = line.find(mark);
      if (at == std::string::npos) continue;
      const std::string rest = line.substr(at);
      return rest.substr(0, rest.find_first_of(" (", mark.size()));
    }
    constexpr std::string_view kError = "runtime error: ";
    const std::size_t at = line.find(kError);
    if (at != std::string::npos) return "UBSan: " + line.substr(at + kError.size());
  }
  return "it ended the program";
}

class OneSanitizer {
 public:
  OneSanitizer(const Sanitizer& sanitizer, const SanitizeRequest& request, WrittenStrings& written)
      : sanitizer_(sanitizer),
        request_(request),
        written_(written),
        scope_(scope_of(request)),
        program_(request.folder / fmt::format("{}-{}", request.name, sanitizer.file)) {}

  CertificateItem item() const {
    std::error_code error;
    if (!fs::is_regular_file(program_, error)) {
      return without(item_result::kNotChecked,
                     fmt::format("{} was not built: it needs clang 19 with its runtime, on x86_64; "
                                 "then `cmake --preset release && cmake --build build/release` "
                                 "builds it",
                                 program_.filename().string()));
    }
    const fs::path output = request_.out / sanitizer_.file;
    fs::path log = output;
    log += ".log";
    bool is_stopped = false;
    const int code = run(output, log, is_stopped);
    const Said said = said_in(contents_of(output));
    constexpr int kAbsent = 3;
    if (code == kAbsent) {
      return without(item_result::kNotAttempted, "only decoders of this tree are built with it");
    }
    if (said.word == "fault") return refusal(said, contents_of(log));
    if (is_stopped) return without(item_result::kUnfinished, "it was stopped");
    if (said.word != "clean" || code != 0) {
      return without(item_result::kUnfinished,
                     fmt::format("{} ended without an answer", program_.filename().string()));
    }
    if (said.commit != request_.commit) {
      return without(
          item_result::kNotChecked,
          fmt::format("{} is of another commit: {}", program_.filename().string(), said.commit));
    }
    return established(said);
  }

 private:
  CertificateItem without(const char* result, std::string why) const {
    return item_without(sanitizer_, result, std::move(why));
  }

  static std::string contents_of(const fs::path& file) {
    std::ifstream in(file);
    std::stringstream text;
    text << in.rdbuf();
    return text.str();
  }

  // The exit code, or -1.
  int run(const fs::path& output, const fs::path& log, bool& is_stopped) const {
    const std::string command =
        fmt::format("{} {} >{} 2>{}", quoted(program_.string()), quoted(request_.decoder->name),
                    quoted(output.string()), quoted(log.string()));
    std::FILE* const pipe = popen(command.c_str(), "we");
    if (pipe == nullptr) return -1;
    const MakeChecker make = [&](const Profile&, const Pass&) {
      return std::make_unique<StringWriter>(pipe, written_);
    };
    for (const CertifyPart& part : parts_of(request_, scope_)) {
      if (!certify_part(part, make, request_.stop).is_finished) break;
    }
    is_stopped = request_.stop != nullptr && *request_.stop;
    const int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  // The program's answer on one string.
  ShellOutcome ask(const Bytes& units) const {
    ShellCommand command;
    command.text = fmt::format("{} {} '{}'", quoted(program_.string()),
                               quoted(request_.decoder->name), to_hex(units));
    command.directory = request_.out;
    return run_shell(command);
  }

  CertificateItem refusal(Said said, std::string log) const {
    for (bool is_shorter = true; is_shorter;) {
      is_shorter = false;
      for (std::size_t at = 0; at < said.units.size() && !is_shorter; ++at) {
        Bytes less = said.units;
        less.erase(less.begin() + static_cast<std::ptrdiff_t>(at));
        const ShellOutcome outcome = ask(less);
        const Said again = said_in(outcome.output);
        if (again.word != "fault") continue;
        said = again;
        log = outcome.errors;
        is_shorter = true;
      }
    }
    CertificateItem item =
        without(item_result::kRefused, fmt::format("in {}, {}", said.operation, report_in(log)));
    item.refuted_by = said.units.empty() ? "empty" : to_spaced_hex(said.units);
    item.expected = "no report";
    item.seen = report_in(log);
    item.replay = fmt::format("{} {} '{}'", program_.filename().string(), request_.decoder->name,
                              to_hex(said.units));
    return item;
  }

  CertificateItem established(const Said& said) const {
    CertificateItem item{.item = "memory", .about = sanitizer_.about};
    item.result = item_result::kEstablished;
    const bool is_memory = sanitizer_.file == std::string_view("msan");
    item.claim = fmt::format(
        "{} of clang 19 report{} nothing on the strings of 0 to {} units and on those of the "
        "complete suites of k = {}, in each operation; all memory beside input and output is {}",
        sanitizer_.about, is_memory ? "s" : "", scope_.length, scope_.states,
        is_memory ? "marked as never written" : "forbidden");
    item.assumption =
        "the same source was compiled by clang, not by the compiler of this program, and a call "
        "depends on its arguments alone";
    item.comparisons = said.calls;
    item.seconds = said.seconds;
    return item;
  }

  const Sanitizer& sanitizer_;
  const SanitizeRequest& request_;
  WrittenStrings& written_;
  const CertifyScope scope_;
  const fs::path program_;
};

}  // namespace

std::vector<CertificateItem> sanitizer_items(const SanitizeRequest& request) {
  std::signal(SIGPIPE, SIG_IGN);  // a program that ends early must not end this one
  fs::create_directories(request.out);
  std::vector<CertificateItem> items(std::size(kSanitizers));
  std::uint64_t strings = 0;
  for (const CertifyPart& part : parts_of(request, scope_of(request))) strings += strings_of(part);
  WrittenStrings written(strings * items.size(), request.progress);
  in_parallel(items.size(), WorkOptions(request.threads), [&](std::size_t i) {
    items[i] = OneSanitizer(kSanitizers[i], request, written).item();
  });
  return items;
}

}  // namespace placemat
