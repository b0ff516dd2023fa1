#include "harness/audit/filter.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "harness/audit/batch.h"
#include "harness/audit/child.h"
#include "harness/audit/watch.h"
#include "harness/bytes/error.h"

namespace placemat {
namespace {

using Outcome = Observation::Outcome;

// "\n<12>\n" before the case of that number: no decoder takes ASCII for a part
// of anything, as far as it goes on after what is ill-formed.
std::string marker(std::size_t number) { return fmt::format("\n<{:06}>\n", number); }

// Can `units` be told from a marker on either side? Not when a sequence that
// they begin is open at their end, nor when they begin with a signature, which
// is one only where a text begins.
bool travels_alone(ByteView units) {
  if (units.size() >= 3 && units[0] == 0xEF && units[1] == 0xBB && units[2] == 0xBF) return true;
  // What the leads of 1993, and those after them, announce at most.
  constexpr std::size_t kLongest = 8;
  for (std::size_t back = 1; back <= std::min(kLongest, units.size()); ++back) {
    const std::uint8_t unit = units[units.size() - back];
    if (unit < 0x80) return false;
    if (unit < 0xC0) continue;
    const std::size_t announced = unit < 0xE0   ? 2
                                  : unit < 0xF0 ? 3
                                  : unit < 0xF8 ? 4
                                  : unit < 0xFC ? 5
                                  : unit < 0xFE ? 6
                                                : kLongest;
    return announced > back;
  }
  return false;
}

// The values of a filter's output; nothing when it is none.
using Values = std::vector<std::uint64_t>;
std::optional<Values> values_of(const std::string& output, const std::string& form) {
  const auto unit = [&](std::size_t i) {
    return static_cast<std::uint64_t>(static_cast<unsigned char>(output[i]));
  };
  Values values;
  if (form == "utf-8") {
    // By the bit patterns alone: whether it may be so is the judge's to say.
    for (std::size_t i = 0; i < output.size();) {
      const std::uint64_t lead = unit(i);
      const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
      if ((lead >= 0x80 && lead < 0xC0) || lead >= 0xF8 || i + length > output.size()) {
        return std::nullopt;
      }
      std::uint64_t value = length == 1 ? lead : lead & (0x7FU >> length);
      for (std::size_t k = 1; k < length; ++k) value = value << 6 | (unit(i + k) & 0x3F);
      values.push_back(value);
      i += length;
    }
    return values;
  }
  if (output.size() % 4 != 0) return std::nullopt;
  const bool is_little = form == "utf-32le";
  for (std::size_t i = 0; i < output.size(); i += 4) {
    std::uint64_t value = 0;
    for (std::size_t k = 0; k < 4; ++k) value |= unit(i + k) << 8 * (is_little ? k : 3 - k);
    values.push_back(value);
  }
  return values;
}

// Where the marker of `number` begins at or after `from`.
std::optional<std::size_t> find_marker(const Values& values, std::size_t number, std::size_t from) {
  const std::string text = marker(number);
  const auto found = std::search(
      values.begin() + static_cast<std::ptrdiff_t>(from), values.end(), text.begin(), text.end(),
      [](std::uint64_t value, char c) { return value == static_cast<std::uint64_t>(c); });
  if (found == values.end()) return std::nullopt;
  return static_cast<std::size_t>(found - values.begin());
}

class FilterRespondent final : public Respondent {
 public:
  FilterRespondent(FilterCommand command, const Limits& limits)
      : command_(std::move(command)), limits_(limits), child_(command_.words, limits) {}

  const Description& description() {
    if (!description_) describe();
    return *description_;
  }

  bool takes(const Call& call) const override {
    return call.placement == Placement::kEnd && call.before.ending == Before::Ending::kNone &&
           call.cuts.empty() && call.operation == operation();
  }
  std::size_t appetite() const override { return kAppetite; }

  void answer(Batch& batch) override {
    batch.answers.assign(batch.questions.size(), {});
    std::vector<std::size_t> together;
    for (std::size_t i = 0; i < batch.questions.size(); ++i) {
      if (batch.questions.size() == 1 || travels_alone(batch.units_of(batch.questions[i]))) {
        ask_alone(batch, i);
      } else {
        together.push_back(i);
      }
    }
    ask_together(batch, together);
  }

 private:
  static constexpr std::size_t kAppetite = 1024;

  Operation operation() const {
    if (command_.output == "exit-code") return Operation::kValidate;
    return command_.mode == "lossy" ? Operation::kLossy32 : Operation::kStrict32;
  }
  bool is_lossy() const { return command_.mode == "lossy"; }

  void describe() {
    Description description;
    Claims& claims = description.claims;
    claims.name = command_.name;
    if (claims.name.empty()) {
      const std::string& program = command_.words.front();
      for (const char c : program.substr(program.rfind('/') + 1)) {
        claims.name += (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ? c : '_';
      }
    }
    claims.version = version();
    claims.origin = fmt::format("a filter: {}", fmt::join(command_.words, " "));
    claims.policy = !is_lossy()               ? "reject"
                    : command_.policy.empty() ? "maximal-subpart"
                                              : command_.policy;
    claims.claims = kClaimsWhatIsStated;
    claims.operations[static_cast<std::size_t>(operation())] = true;
    description.claims_profile = !command_.policy.empty();
    const Run run = pass("A\xC3\xA9\xE2\x82\xAC");
    if (run.end != Child::End::kDied || !run.succeeded) {
      throw AbsentError(fmt::format("{}: does not convert well-formed text: {}",
                                    command_.words.front(), run.how));
    }
    if (command_.output != "exit-code" &&
        values_of(run.output, command_.output) != Values{'A', 0xE9, 0x20AC}) {
      throw AbsentError(fmt::format("{}: what it makes of well-formed text is not {}",
                                    command_.words.front(), command_.output));
    }
    description.isolation = isolation_;
    description_ = std::move(description);
  }

  // The first number in the first line that `PROGRAM --version` prints.
  std::string version() const {
    Child child({command_.words.front(), "--version"}, limits_);
    std::string said;
    child.start();
    child.exchange(
        "", std::chrono::milliseconds(10 * limits_.call_ms),
        [&](std::string_view piece) {
          said += piece;
          return said.size() < 4096;
        },
        true);
    said.resize(std::min(said.find('\n'), said.size()));
    const std::size_t digit = std::min(said.find_first_of("0123456789"), said.size());
    const std::string number = said.substr(digit, said.find_first_of(" ,)", digit) - digit);
    return number.empty() ? "unknown" : number;
  }

  struct Run {
    std::string output;
    bool succeeded = false;  // exit(0)
    bool failed = false;     // an exit of its own, with another code
    Child::End end = Child::End::kDied;
    std::string how;
  };
  Run pass(std::string_view text) {
    Run run;
    child_.start();
    run.end = child_.exchange(
        text, std::chrono::milliseconds(10 * limits_.call_ms),
        [&](std::string_view piece) {
          run.output += piece;
          return true;
        },
        true);
    run.how = child_.how();
    constexpr std::string_view kExit = "it ended with exit(";
    const bool exited = run.end == Child::End::kDied && run.how.starts_with(kExit);
    run.succeeded = exited && run.how.substr(kExit.size()).starts_with("0)");
    run.failed = exited && !run.succeeded;
    isolation_ = child_.isolation();
    child_.stop(false);
    return run;
  }

  void give(Batch& batch, std::size_t i, std::span<const std::uint64_t> values) {
    Batch::Answer& answer = batch.answers[i];
    answer.outcome = Outcome::kAnswered;
    answer.values = batch.values.size();
    answer.count = command_.output == "exit-code" ? 0 : values.size();
    batch.values.insert(batch.values.end(), values.begin(), values.end());
  }

  void ask_alone(Batch& batch, std::size_t i) {
    const ByteView units = batch.units_of(batch.questions[i]);
    const Run run = pass({reinterpret_cast<const char*>(units.data()), units.size()});
    Batch::Answer& answer = batch.answers[i];
    if (run.end != Child::End::kDied || (!run.succeeded && !run.failed)) {
      answer.outcome = run.end == Child::End::kSilent      ? Outcome::kHang
                       : run.end == Child::End::kExhausted ? Outcome::kExhausted
                       : run.end == Child::End::kFlood     ? Outcome::kMisspoke
                                                           : Outcome::kCrash;
      answer.is_fatal = true;
      answer.note = interned(run.how);
      return;
    }
    // Some that replace say at their end that they did.
    if (run.failed && !is_lossy()) {
      answer.outcome = Outcome::kAnswered;
      answer.status = PLACEMAT_ILL_FORMED;
      return;
    }
    if (command_.output == "exit-code") return give(batch, i, {});
    const auto values = values_of(run.output, command_.output);
    if (values) return give(batch, i, *values);
    answer.outcome = Outcome::kMisspoke;
    answer.is_fatal = true;
    answer.note = interned("its output is not " + command_.output);
  }

  // All in one stream; in halves when that fails, until it is known which one
  // it was.
  void ask_together(Batch& batch, std::span<const std::size_t> cases) {
    if (cases.empty()) return;
    if (cases.size() == 1) return ask_alone(batch, cases.front());
    std::string text;
    for (std::size_t k = 0; k < cases.size(); ++k) {
      const ByteView units = batch.units_of(batch.questions[cases[k]]);
      text += marker(k);
      text.append(reinterpret_cast<const char*>(units.data()), units.size());
    }
    text += marker(cases.size());
    const Run run = pass(text);
    const bool went_through =
        run.end == Child::End::kDied && (run.succeeded || (run.failed && is_lossy()));
    if (command_.output == "exit-code" && went_through) {
      for (const std::size_t i : cases) give(batch, i, {});
      return;
    }
    std::vector<std::size_t> left(cases.begin(), cases.end());
    if (command_.output != "exit-code") left = align(batch, cases, run, went_through);
    // Nothing was told apart: halves. Else what is left is few.
    if (left.size() == cases.size()) {
      const std::size_t half = cases.size() / 2;
      ask_together(batch, cases.first(half));
      ask_together(batch, cases.subspan(half));
      return;
    }
    if (left.empty()) return;
    if (went_through) {
      for (const std::size_t i : left) ask_alone(batch, i);
      return;
    }
    // It ended within the first of what is left.
    ask_alone(batch, left.front());
    ask_together(batch, std::span(left).subspan(1));
  }

  // Answers what stands whole between two markers; returns the others.
  std::vector<std::size_t> align(Batch& batch, std::span<const std::size_t> cases, const Run& run,
                                 bool went_through) {
    std::vector<std::size_t> left;
    std::string output = run.output;
    if (!went_through && command_.output != "utf-8") output.resize(output.size() / 4 * 4);
    const auto values = values_of(output, command_.output);
    if (!values) return {cases.begin(), cases.end()};
    std::size_t at = 0;
    auto here = find_marker(*values, 0, at);
    for (std::size_t k = 0; k < cases.size(); ++k) {
      const std::size_t from = here ? *here + marker(k).size() : at;
      const auto next = find_marker(*values, k + 1, from);
      if (here && next) {
        give(batch, cases[k], std::span(*values).subspan(from, *next - from));
      } else {
        left.push_back(cases[k]);
      }
      if (next) at = *next;
      here = next;
    }
    return left;
  }

  FilterCommand command_;
  Limits limits_;
  Child child_;
  std::optional<Description> description_;
  std::vector<std::string> isolation_;
};

class FilterHost final : public Host {
 public:
  FilterHost(const Setting& setting, FilterCommand command, const Limits& limits)
      : setting_(setting), respondent_(std::move(command), limits) {}

  Bytes answer(ByteView request) override {
    const Description& description = respondent_.description();
    if (!stand_in_) stand_in_ = std::make_unique<StandIn>(description.claims);
    Unpacker in(request);
    const auto what = in.read<Request>();
    if (what == Request::kDescribe) return packed(description);
    if (what == Request::kCheck) {
      return packed(
          check_job_in_batches(setting_, in.read<Job>(), stand_in_->decoder(), respondent_));
    }
    AskingCaller caller(stand_in_->decoder(), respondent_);
    return perform(setting_, request, caller, nullptr);
  }

 private:
  const Setting& setting_;
  FilterRespondent respondent_;
  std::unique_ptr<StandIn> stand_in_;
};

}  // namespace

std::unique_ptr<Host> make_filter_host(const Setting& setting, FilterCommand command,
                                       const Limits& limits) {
  return std::make_unique<FilterHost>(setting, std::move(command), limits);
}

}  // namespace placemat
