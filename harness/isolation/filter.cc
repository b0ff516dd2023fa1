#include "harness/isolation/filter.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>

#include "harness/bytes/error.h"
#include "harness/isolation/batch_host.h"
#include "harness/isolation/child.h"
#include "harness/isolation/known_failures.h"
#include "harness/isolation/process_finding.h"
#include "harness/isolation/settled_answers.h"
#include "harness/isolation/stream.h"
#include "harness/isolation/watch.h"
#include "harness/spec/machine.h"

namespace placemat {
namespace {

using Outcome = Observation::Outcome;

// What a program made of a text.
struct Settled {
  std::uint32_t status = PLACEMAT_OK;
  std::vector<std::uint64_t> values = {};

  friend bool operator==(const Settled&, const Settled&) = default;
};

std::string_view as_text(ByteView units) {
  return {reinterpret_cast<const char*>(units.data()), units.size()};
}

class FilterBackend final : public BatchBackend {
 public:
  // Its output is UTF-8 unless a relative of it is judged, whose sequences UTF-8 has not.
  FilterBackend(FilterCommand command, bool judges_relative, const Limits& limits,
                std::shared_ptr<HangLimit> hangs)
      : command_(std::move(command)),
        judges_relative_(judges_relative),
        form_(command_.output == "utf-8" && !judges_relative_ ? kUtf8OrRaw : command_.output),
        limits_(limits),
        silence_(10 * limits.call_ms),
        child_(command_.words, limits),
        guess_(machine({DialectId::kUtf8, PolicyId::kReject, Bom::kKeep})),
        known_failures_(std::move(hangs)) {}

  const Description& description() {
    if (!description_) describe();
    return *description_;
  }

  bool takes(const Call& call) const override {
    return crosses_process(call.how) && call.how.cuts.empty() && call.how.operation == operation();
  }
  std::size_t batch_size() const override { return kBatchSize; }
  bool is_batched() const override { return markers_survive_; }
  bool leaves_processes() const { return leaves_processes_; }

  void answer(Batch& batch) override {
    batch.answers.assign(batch.questions.size(), {});
    known_failures_.begin_batch();
    std::vector<std::size_t> together;
    for (std::size_t i = 0; i < batch.questions.size(); ++i) {
      if (batch.questions.size() > 1 && may_be_batched(batch.units_of(batch.questions[i]))) {
        together.push_back(i);
      } else {
        ask_alone(batch, i);
      }
    }
    ask_together(batch, together);
  }

 private:
  static constexpr std::size_t kBatchSize = 4096;
  static constexpr unsigned kManyAccepted = 8;

  Operation operation() const {
    if (!has_values()) return Operation::kValidate;
    return is_lossy() ? Operation::kLossy32 : Operation::kStrict32;
  }
  bool has_values() const { return command_.output != "exit-code"; }
  bool is_lossy() const { return command_.mode == "lossy" && has_values(); }

  // A strict program ends at the first ill-formed case, so a stream may hold at most one.
  // The law only guesses which cases to ask on their own, and no answer depends on that:
  // a wrong guess costs processes.
  bool may_be_batched(ByteView units) {
    return markers_survive_ && !stands_alone(units) &&
           (is_lossy() || accepts_ill_formed() || !guess_.decode(units).error);
  }

  // A program that accepted the last ill-formed texts is expected to accept more.
  bool accepts_ill_formed() const { return accepted_in_row_ >= kManyAccepted; }
  void count(ByteView units, bool is_accepted) {
    if (!guess_.decode(units).error) return;
    accepted_in_row_ = is_accepted ? accepted_in_row_ + 1 : 0;
  }

  void describe() {
    Description description;
    Claims& claims = description.claims;
    claims.name = command_.name;
    if (claims.name.empty()) claims.name = name_of_program(command_.words.front());
    claims.version = version();
    claims.origin = fmt::format("a filter: {}; where an error lies cannot be seen from outside",
                                fmt::join(command_.words, " "));
    claims.dialect = command_.policy.empty() ? "" : "utf-8";
    claims.policy = is_lossy() ? command_.policy : "reject";
    claims.bom = command_.policy.empty() ? "" : "keep";
    // No filter states the offset or length of an error.
    claims.claims = kClaimsWhatIsStated;
    claims.operations[static_cast<std::size_t>(operation())] = true;
    const Run run = pass("A\xC3\xA9\xE2\x82\xAC");
    leaves_processes_ = run.left > 0;
    if (run.end != Child::End::kDied || run.exit_code != 0) {
      throw AbsentError(fmt::format("{}: does not convert well-formed text: {}",
                                    command_.words.front(), explained(run)));
    }
    if (has_values() &&
        values_of(run.output, form_) != std::vector<std::uint64_t>{'A', 0xE9, 0x20AC}) {
      throw AbsentError(fmt::format("{}: what it makes of well-formed text is not {}",
                                    command_.words.front(), command_.output));
    }
    markers_survive_ = lets_markers_through();
    description.isolation = child_.isolation();
    description_ = std::move(description);
  }

  // Each case travels alone where the program reorders lines or changes their ends.
  bool lets_markers_through() {
    CaseStream stream;
    const std::vector<Bytes> cases{{'z', 0xC3, 0xA9}, {'a', 'b'}};
    for (const Bytes& units : cases) stream.add(units);
    const Run run = pass(stream.text());
    if (!went_through(run)) return false;
    if (!has_values()) return true;
    const auto values = values_of(run.output, form_);
    return values && std::ranges::all_of(stream.cut(*values), [](const CaseStream::Part& part) {
             return part.has_value();
           });
  }

  // The first number in the first line that `PROGRAM --version` prints; a digit in a word is none.
  // A shell is not the program that converts.
  std::string version() const {
    const std::string shell = std::filesystem::path(command_.words.front()).filename().string();
    if (shell == "sh" || shell == "bash" || shell == "env") return "unknown";
    Child child({command_.words.front(), "--version"}, limits_);
    std::string said;
    child.start();
    OwnTime time = child.own_time();
    child.exchange(
        "", silence_,
        [&](std::string_view piece) {
          said += piece;
          return said.size() < 4096 && time.look() < silence_;
        },
        true);
    said.resize(std::min(said.find('\n'), said.size()));
    said.insert(0, 1, ' ');
    std::size_t digit = 1;
    const auto begins_number = [&](std::size_t at) {
      const bool is_digit = said[at] >= '0' && said[at] <= '9';
      const std::size_t before = at - (said[at - 1] == 'v' && at > 1 ? 2 : 1);
      return is_digit && (said[before] == ' ' || said[before] == '(');
    };
    while (digit < said.size() && !begins_number(digit)) ++digit;
    const std::string number = said.substr(digit, said.find_first_of(" ,)", digit) - digit);
    return number.empty() ? "unknown" : number;
  }

  // One process, from its start to its end.
  struct Run {
    std::string output;
    Child::End end = Child::End::kDied;
    std::optional<int> exit_code;
    std::string how;
    std::size_t left = 0;  // processes left behind by one that ended by itself
  };
  Run pass(std::string_view text) {
    constexpr int kMostKillings = 5;  // by other programs
    Run run = pass_once(text);
    for (int i = 0; i < kMostKillings && child_.was_killed_from_outside(); ++i) {
      run = pass_once(text);
    }
    return run;
  }

  Run pass_once(std::string_view text) {
    // A program that writes now and then may take this long in total.
    constexpr int kMostSilences = 3;
    Run run;
    child_.start();
    OwnTime time = child_.own_time();
    run.end = child_.exchange(
        text, silence_,
        [&](std::string_view piece) {
          run.output += piece;
          return time.look() < kMostSilences * silence_;
        },
        true);
    if (run.end == Child::End::kSilent || run.end == Child::End::kDone) {
      known_failures_.hangs().timed_out();
    } else {
      known_failures_.hangs().answered();
    }
    run.how = child_.how();
    run.exit_code = child_.exit_code();
    const bool ended = run.end == Child::End::kDied;
    const Child::ExitStatus exit_status = child_.stop(std::chrono::milliseconds(0));
    if (ended && !leaves_processes_) run.left = exit_status.processes;
    return run;
  }

  // True when the program accepted its whole input.
  bool went_through(const Run& run) const {
    // Some programs that replace report at their end that they did.
    return run.end == Child::End::kDied && run.exit_code && (*run.exit_code == 0 || is_lossy());
  }

  bool is_whole(const Run& run) const { return went_through(run) && run.left == 0; }

  static std::string told_left(std::size_t processes) {
    return processes == 1 ? "left a process behind"
                          : fmt::format("left {} processes behind", processes);
  }

  std::string explained(const Run& run) const {
    switch (run.end) {
      case Child::End::kDied:
        return run.how;
      case Child::End::kSilent:
        if (!run.how.empty()) return run.how;
        return fmt::format("no word and no end within {} ms", silence_.count());
      case Child::End::kDone:
        return "it goes on and on";
      case Child::End::kFlood:
        return fmt::format("more than {} MiB of output", limits_.output_mib);
      case Child::End::kExhausted:
        return fmt::format("it took more than {} MiB of memory", limits_.memory_mib);
    }
    return "";
  }

  void give(Batch& batch, std::size_t i, std::span<const std::uint64_t> values, bool was_batched) {
    Batch::Reply& answer = batch.answers[i];
    answer.outcome = Outcome::kAnswered;
    answer.was_batched = was_batched;
    answer.is_output = true;
    answer.values = batch.values.size();
    answer.count = values.size();
    batch.values.insert(batch.values.end(), values.begin(), values.end());
  }

  void ask_alone(Batch& batch, std::size_t i) {
    if (known_failures_.settles(batch, i)) return;
    const ByteView units = batch.units_of(batch.questions[i]);
    if (const Settled* same = settled_.find(as_text(units))) {
      return give_alone(batch, i, *same);
    }
    const Run run = pass({reinterpret_cast<const char*>(units.data()), units.size()});
    if (run.end != Child::End::kDied) {
      known_failures_.blame(batch, i,
                            run.end == Child::End::kExhausted ? Outcome::kExhausted
                            : run.end == Child::End::kFlood   ? Outcome::kBrokeProtocol
                                                              : Outcome::kHang,
                            interned(explained(run)));
      return;
    }
    Batch::Reply& answer = batch.answers[i];
    if (!run.exit_code) {
      // Repeating it costs no more than any question.
      answer.outcome = Outcome::kCrash;
      answer.note = interned(run.how);
    } else if (run.left > 0) {
      answer.outcome = Outcome::kCorruptedProcess;
      answer.note = interned(told_left(run.left));
    } else if (const auto said = answer_of(run)) {
      count(units, said->status == PLACEMAT_OK);
      remember(units, *said);
      give_alone(batch, i, *said);
    } else {
      answer.outcome = Outcome::kBrokeProtocol;
      answer.note = interned("its output is not " + command_.output);
    }
  }

  // Of a program that came to its end. None: its output has another form.
  std::optional<Settled> answer_of(const Run& run) const {
    if (!went_through(run)) return Settled{PLACEMAT_ILL_FORMED, {}};
    if (!has_values()) return Settled{};
    auto values = values_of(run.output, form_);
    if (!values) return std::nullopt;
    return Settled{PLACEMAT_OK, std::move(*values)};
  }

  // A program that refuses what is ill-formed in UTF-8 answers as the law does: no finding rests on
  // that answer, and no second process is asked for it. Every other answer must come several times.
  void remember(ByteView units, const Settled& said) {
    if (units.size() > kLongestSettled) return;
    const bool is_right =
        !judges_relative_ && said.status != PLACEMAT_OK && guess_.decode(units).error;
    is_right ? settled_.settle(as_text(units), said) : settled_.add(as_text(units), said);
  }

  void give_alone(Batch& batch, std::size_t i, const Settled& answer) {
    if (answer.status == PLACEMAT_OK) return give(batch, i, answer.values, false);
    batch.answers[i].outcome = Outcome::kAnswered;
    batch.answers[i].status = answer.status;
  }

  // Asks in streams, and splits each one that fails, until the cases that need a stream
  // of their own are found. The output of a stream that failed is discarded.
  void ask_together(Batch& batch, const std::vector<std::size_t>& cases) {
    using Group = std::span<const std::size_t>;
    std::vector<Group> open{cases};
    while (!open.empty()) {
      const Group group = open.back();
      open.pop_back();
      if (group.size() <= 1 || is_given_up(batch, group)) {
        for (const std::size_t i : group) ask_alone(batch, i);
        continue;
      }
      CaseStream stream;
      for (const std::size_t i : group) stream.add(batch.units_of(batch.questions[i]));
      const Run run = pass(stream.text());
      if (!is_whole(run)) {
        accepted_in_row_ = 0;
        const auto parts = parts_of(group, stream, run);
        open.insert(open.end(), parts.rbegin(), parts.rend());
      } else if (has_values()) {
        give_what_is_told_apart(batch, group, stream, run, open);
      } else if (looks_to_the_end(stream)) {
        for (const std::size_t i : group) give(batch, i, {}, true);
      } else {
        for (const std::size_t i : group) ask_alone(batch, i);
      }
    }
  }

  // True when a case is known to fail, or too many have failed.
  bool is_given_up(Batch& batch, std::span<const std::size_t> group) const {
    return std::ranges::any_of(group,
                               [&](std::size_t i) { return known_failures_.settles(batch, i); });
  }

  // A verdict on the stream is one on each case only if the last unit counts too.
  bool looks_to_the_end(const CaseStream& stream) {
    const Run control = pass(stream.text() + "\xFF");
    return control.end == Child::End::kDied && control.exit_code.value_or(0) != 0;
  }

  // Splits a group whose stream failed: the cases before the failure, the failed one, and
  // the rest. Splits it into equal parts where the failure cannot be located.
  std::vector<std::span<const std::size_t>> parts_of(std::span<const std::size_t> group,
                                                     const CaseStream& stream,
                                                     const Run& run) const {
    std::vector<std::span<const std::size_t>> parts;
    const auto values =
        has_values() ? values_at_front(run.output, form_) : std::vector<std::uint64_t>{};
    if (const auto at = stream.last_begun(values)) {
      if (*at > 0) parts.push_back(group.first(*at));
      parts.push_back(group.subspan(*at, 1));
      if (*at + 1 < group.size()) parts.push_back(group.subspan(*at + 1));
      return parts;
    }
    constexpr std::size_t kParts = 8;
    const std::size_t size = (group.size() + kParts - 1) / kParts;
    for (std::size_t from = 0; from < group.size(); from += size) {
      parts.push_back(group.subspan(from, std::min(size, group.size() - from)));
    }
    return parts;
  }

  // A case between two intact markers is answered. The first of each row of other cases
  // stood where a marker was lost; those behind it may only lack their markers, so they
  // are asked again together.
  void give_what_is_told_apart(Batch& batch, std::span<const std::size_t> group,
                               const CaseStream& stream, const Run& run,
                               std::vector<std::span<const std::size_t>>& open) {
    const auto values = values_of(run.output, form_);
    const std::vector<CaseStream::Part> parts =
        values ? stream.cut(*values) : std::vector<CaseStream::Part>(group.size());
    if (std::ranges::none_of(parts, [](const auto& part) { return part.has_value(); })) {
      const std::size_t half = group.size() / 2;
      open.push_back(group.subspan(half));
      open.push_back(group.first(half));
      return;
    }
    for (std::size_t k = 0; k < group.size();) {
      if (parts[k]) {
        give(batch, group[k], *parts[k], true);
        ++k;
        continue;
      }
      std::size_t end = k;
      while (end < group.size() && !parts[end]) ++end;
      ask_alone(batch, group[k]);
      if (end > k + 1) open.push_back(group.subspan(k + 1, end - k - 1));
      k = end;
    }
  }

  FilterCommand command_;
  bool judges_relative_;
  std::string form_;  // of the output
  Limits limits_;
  std::chrono::milliseconds silence_;
  Child child_;
  Walker guess_;
  bool markers_survive_ = false;
  bool leaves_processes_ = false;  // even for well-formed text
  unsigned accepted_in_row_ = 0;   // of the ill-formed texts asked alone last
  SettledAnswers<Settled> settled_;
  KnownFailures known_failures_;
  std::optional<Description> description_;
};

class FilterHost final : public BatchHost {
 public:
  FilterHost(const RunContext& context, FilterCommand command, const Limits& limits,
             const std::shared_ptr<HangLimit>& hangs)
      : BatchHost(context, hangs),
        backend_(std::move(command),
                 std::ranges::any_of(context.subjects,
                                     [](const Target& target) {
                                       return target.judged_as.dialect != DialectId::kUtf8;
                                     }),
                 limits, hangs) {}

  Bytes answer(ByteView request) override {
    Bytes reply = BatchHost::answer(request);
    Unpacker in(request);
    if (in.read<Request>() != Request::kConclude || !backend_.leaves_processes()) return reply;
    const auto subject = in.read<std::size_t>();
    auto result = Unpacker(reply).read<DecoderResult>();
    add_process_finding(result,
                        {Kind::kCorruptsProcess, "processes", "end of input", "an end",
                         "whatever it is given, it leaves a process behind"},
                        context().subjects[subject].called);
    return packed(result);
  }

 protected:
  const Description& description() override { return backend_.description(); }
  BatchBackend& backend() override { return backend_; }

 private:
  FilterBackend backend_;
};

}  // namespace

std::unique_ptr<Host> make_filter_host(const RunContext& context, FilterCommand command,
                                       const Limits& limits, std::shared_ptr<HangLimit> hangs) {
  return std::make_unique<FilterHost>(context, std::move(command), limits, hangs);
}

}  // namespace placemat
