#include "harness/isolation/lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>

#include "harness/bytes/error.h"
#include "harness/isolation/batch_host.h"
#include "harness/isolation/child.h"
#include "harness/isolation/known_failures.h"
#include "harness/isolation/line_answer.h"
#include "harness/isolation/process_finding.h"
#include "harness/isolation/shortened.h"
#include "harness/isolation/watch.h"

namespace placemat {
namespace {

using Clock = std::chrono::steady_clock;
using Outcome = Observation::Outcome;

// Each of these may take as long as the silence limit.
constexpr int kMostIdentifyFailures = 8;
constexpr std::size_t kLongestName = 100;
// A child that another program killed is asked again, this often in a batch.
constexpr int kMostKilledChildren = 5;

std::string told_left(std::size_t processes) {
  return processes == 1 ? "it left a process behind"
                        : fmt::format("it left {} processes behind", processes);
}

class LineBackend final : public BatchBackend {
 public:
  LineBackend(ChildCommand command, const Limits& limits, std::shared_ptr<HangLimit> hangs)
      : command_(std::move(command)),
        limits_(limits),
        child_(command_.words, limits),
        known_failures_(std::move(hangs)) {}

  const Description& description() {
    if (!child_.is_running()) start(std::chrono::milliseconds(command_.start_ms));
    return description_;
  }

  bool takes(const Call& call) const override {
    const Operation operation = call.how.operation;
    return crosses_process(call.how) && !protocol_mode(operation).empty() &&
           description_.claims.operations[static_cast<std::size_t>(operation)];
  }

  std::size_t batch_size() const override { return batch_size_; }

  void answer(Batch& batch) override {
    batch.answers.assign(batch.questions.size(), {});
    known_failures_.begin_batch();
    const std::size_t all = batch.questions.size();
    const auto begun = Clock::now();
    Search search;
    for (std::size_t at = 0; at < all;) {
      const bool has_time = !known_failures_.hangs().is_reached();
      if (search.is_on() && !has_time) give_up(search, batch);
      if (search.is_on() && at >= search.end) drop(search, batch);
      if (known_failures_.settles(batch, at)) {
        ++at;
        continue;
      }
      if (!search.is_on()) search.piece = all;
      search.piece = with_room_for_answers(batch, at, std::min(search.piece, all - at));
      const std::size_t due = at + ask(batch, at, at + search.piece);
      at = end_ == Ending::kNone ? due : after_failure(search, batch, at, due);
    }
    if (search.is_on()) drop(search, batch);
    adapt(all, Clock::now() - begun);
  }

  // Ends it for good. It may take as long to end as to answer, so that a slow child is
  // not reported as deaf.
  Child::ExitStatus dismiss() { return child_.stop(silence()); }

 private:
  std::chrono::milliseconds silence() const {
    return std::chrono::milliseconds(10 * limits_.call_ms);
  }

  // kLate: it wrote a second answer to a question of an earlier exchange. kLeft: it
  // answered, ended on request, and left a process behind.
  enum class Ending : std::uint8_t {
    kNone,
    kDied,
    kHung,
    kExhausted,
    kBrokeProtocol,
    kLate,
    kLeft
  };

  // Questions that failed together are repeated in smaller pieces and then one by one, until the
  // failing one is found. Answers that were still buffered are lost, those of other questions with
  // that of the failing one.
  struct Search {
    std::size_t piece = 0;           // questions asked together
    std::size_t first = 0, end = 0;  // the suspects; end is 0 where there are none
    std::string seen;                // what they did together
    Ending ending = Ending::kNone;
    int killings = 0;  // by other programs
    bool is_on() const { return end > 0; }
  };

  void suspect(Search& search, std::size_t first, std::size_t end) {
    if (search.is_on()) return;
    search.first = first;
    search.end = end;
    search.seen = crash_note_;
    search.ending = end_;
  }

  void blame_first(Search& search, Batch& batch, std::string note) {
    crash_note_ = std::move(note);
    end_ = search.ending;
    blame(batch, search.first);
    search.end = 0;
  }

  // There is no time to find the failing one.
  void give_up(Search& search, Batch& batch) {
    blame_first(search, batch,
                fmt::format("{} (one of {} inputs of which this is the first)", search.seen,
                            search.end - search.first));
  }

  // Asked again, none of them fails.
  void drop(Search& search, Batch& batch) {
    const bool is_left = search.ending == Ending::kLeft;
    blame_first(
        search, batch,
        is_left ? fmt::format(
                      "{} (once, of {} inputs of which this is the first; asked again none does)",
                      search.seen, search.end - search.first)
                : search.seen + " (once; asked again it answers)");
  }

  // The question to go on with after a piece from `at` that failed, of which those before `due`
  // were answered.
  std::size_t after_failure(Search& search, Batch& batch, std::size_t at, std::size_t due) {
    const Ending end = end_;
    const bool is_blameless =
        child_.was_killed_from_outside() && ++search.killings <= kMostKilledChildren;
    restart();
    if (is_blameless) return due;
    end_ = end;
    const std::size_t behind = at + search.piece;
    if (end_ == Ending::kLate) {
      // The same question is repeated, now as the first of its process.
      known_failures_.remember(asked_last_, Outcome::kBrokeProtocol, interned(crash_note_));
      return at;
    }
    if (end_ == Ending::kLeft && search.piece > 1) {
      // Each of them was answered, so smaller pieces must find the one.
      suspect(search, at, behind);
      search.piece = fewer(search.piece);
      return at;
    }
    if (search.piece == 1 || is_at_its_place_) {
      const std::size_t culprit = std::min(due, behind - 1);
      blame(batch, culprit);
      search.end = 0;
      return culprit + 1;
    }
    suspect(search, due, behind);
    search.piece = fewer(search.piece);
    return due;
  }

  static std::size_t fewer(std::size_t piece) { return std::clamp<std::size_t>(piece / 16, 1, 64); }

  void start(std::chrono::milliseconds patience) {
    child_.start();
    asked_before_ = 0;
    std::string line;
    OwnTime starting = child_.own_time();
    const auto end = child_.exchange("placemat 1\n", patience, [&](std::string_view piece) {
      line += piece;
      // Other output must not extend the limit.
      return line.find('\n') == std::string::npos && starting.look() < patience;
    });
    if (line.find('\n') == std::string::npos) {
      constexpr std::size_t kMostLines = 5;
      const std::string how = child_.how(kMostLines);
      child_.kill_now();
      if (end == Child::End::kDied) {
        throw AbsentError(fmt::format("{}: before its hello {}", command_.words.front(), how));
      }
      throw NoHelloError(
          fmt::format("{}: no hello within {} ms", command_.words.front(), patience.count()),
          child_.isolation());
    }
    line.resize(line.find('\n'));
    if (line.ends_with('\r')) line.pop_back();
    read_hello(line);
    description_.isolation = child_.isolation();
    alive_at_hello_ = child_.descendants_alive();
  }

  // Checks for processes that were not there at its hello. While the child lives they may
  // be its helpers; a process that outlives it is not a helper.
  void look_for_processes() {
    if (has_helpers_) return;
    const std::uint64_t newest = newest_process();
    if (newest != 0 && newest == newest_looked_for_) return;
    newest_looked_for_ = newest;
    if (child_.descendants_alive() <= alive_at_hello_) return;
    const Child::ExitStatus exit_status = child_.stop(silence());
    if (exit_status.processes > 0 && !left_unasked_) {
      start_again();
      left_unasked_ = child_.stop(silence()).processes;
    }
    has_helpers_ = exit_status.was_deaf || exit_status.processes <= left_unasked_.value_or(0);
    if (has_helpers_) return start_again();
    end_ = Ending::kLeft;
    crash_note_ = told_left(exit_status.processes - *left_unasked_);
  }

  void restart() {
    child_.kill_now();
    start_again();
  }

  // It started before. So when it does not now, a busy machine is the likely cause, and it gets
  // more time at each try.
  void start_again() {
    constexpr int kTries = 3;
    const std::chrono::milliseconds patience(command_.start_ms);
    for (int i = 1; i < kTries; ++i) {
      try {
        return start(i * patience);
      } catch (const std::runtime_error&) {
        child_.stop();
      }
    }
    start(kTries * patience);
  }

  void read_hello(const std::string& line) {
    const auto unfit = [&](const std::string& why) -> InputError {
      child_.stop();
      return InputError(
          fmt::format("{}: {}; it said: {}", command_.words.front(), why, shown(line)));
    };
    if (!line.starts_with("hello ")) throw unfit("does not say hello {...}");
    const auto json = nlohmann::json::parse(line.substr(6), nullptr, false);
    if (!json.is_object()) throw unfit("its hello is not followed by a JSON object");
    Claims& claims = description_.claims;
    claims = {};
    const auto text = [&](const char* name, const std::string& otherwise) {
      const auto found = json.find(name);
      return found != json.end() && found->is_string() ? found->get<std::string>() : otherwise;
    };
    claims.name = text("name", "");
    for (char& c : claims.name) {
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
      const bool is_plain =
          (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-';
      if (!is_plain) c = '_';
    }
    if (claims.name.empty()) throw unfit("its hello has no name");
    claims.name.resize(std::min(claims.name.size(), kLongestName));
    claims.version = shortened(text("version", "unknown"));
    claims.origin = shortened(text("origin", "a child process"));
    claims.dialect = text("dialect", "");
    claims.policy = text("policy", "");
    // Who states a policy states a whole profile.
    claims.bom = text("bom", claims.policy.empty() ? "" : "keep");
    claims.claims = PLACEMAT_CLAIM_OFFSET | PLACEMAT_CLAIM_LENGTH | kClaimsWhatIsStated;
    const auto modes = json.find("modes");
    if (modes == json.end() || !modes->is_array()) throw unfit("its hello has no list of modes");
    const auto has_mode = [&](const char* mode) {
      return std::ranges::find(*modes, nlohmann::json(mode)) != modes->end();
    };
    const auto claim = [&](Operation op) {
      claims.operations[static_cast<std::size_t>(op)] = true;
    };
    if (has_mode("verdict")) claim(Operation::kValidate);
    if (has_mode("strict")) claim(Operation::kStrict32);
    if (has_mode("lossy")) claim(Operation::kLossy32);
    if (has_mode("stream")) {
      const bool replaces = claims.policy.empty() ? has_mode("lossy") : claims.policy != "reject";
      claim(replaces ? Operation::kStreamLossy : Operation::kStreamStrict);
    }
    if (std::ranges::count(claims.operations, true) == 0) {
      throw unfit("it has none of the modes verdict, strict, lossy and stream");
    }
  }

  static void append_hex(std::string& text, ByteView units) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    const std::size_t had = text.size();
    text.resize(had + 2 * units.size());
    char* at = text.data() + had;
    for (const std::uint8_t unit : units) {
      *at++ = kDigits[unit >> 4];
      *at++ = kDigits[unit & 15];
    }
  }

  void append_question(const Batch& batch, std::size_t i, std::size_t number) {
    const Batch::Question& q = batch.questions[i];
    std::array<char, 24> digits;
    const auto end = fmt::format_to(digits.data(), "{} ", number);
    text_.append(digits.data(), end);
    text_ += protocol_mode(q.operation);
    text_ += ' ';
    const ByteView units = batch.units_of(q);
    std::size_t from = 0;
    batch.read_how(q, how_);
    for (const std::size_t cut : how_.cuts) {
      append_hex(text_, units.subspan(from, cut - from));
      text_ += '|';
      from = cut;
    }
    append_hex(text_, units.subspan(from));
    text_ += '\n';
  }

  // The number of questions, up to `count`, whose longest answers stay below the output
  // limit.
  std::size_t with_room_for_answers(const Batch& batch, std::size_t from, std::size_t count) const {
    constexpr std::size_t kLongestOfUnit = 8, kLongestOfLine = 64;
    const std::size_t room = (limits_.output_mib << 20) / 2;
    std::size_t length = 0;
    for (std::size_t n = 0; n < count; ++n) {
      length += kLongestOfLine + kLongestOfUnit * batch.questions[from + n].length;
      if (length > room) return std::max<std::size_t>(1, n);
    }
    return count;
  }

  // Asks [from, to) and returns how many were answered; `end_` and `crash_note_` state
  // how it ended.
  std::size_t ask(Batch& batch, std::size_t from, std::size_t to) {
    text_.clear();
    asked_.clear();
    for (std::size_t i = from; i < to; ++i) {
      if (known_failures_.settles(batch, i)) continue;
      append_question(batch, i, asked_before_ + asked_.size() + 1);
      asked_.push_back(i);
    }
    end_ = Ending::kNone;
    is_at_its_place_ = false;
    std::size_t answered = 0;
    rest_.clear();
    OwnTime since_answer = child_.own_time();
    bool is_stuck = false;
    auto end = child_.exchange(text_, silence(), [&](std::string_view piece) {
      rest_ += piece;
      std::size_t at = 0;
      for (std::size_t stop = 0; (stop = rest_.find('\n', at)) != std::string::npos;
           at = stop + 1) {
        std::string_view line(rest_.data() + at, stop - at);
        if (line.ends_with('\r')) line.remove_suffix(1);
        const bool is_too_much = answered == asked_.size();
        MisreadAnswer wrong;
        if (is_too_much) wrong.note = says_more(line);
        if (is_too_much ||
            !read_answer(batch, asked_[answered], asked_before_ + answered + 1, line, wrong)) {
          crash_note_ = wrong.note;
          told_ = wrong.told;
          end_ = told_ > 0 && told_ <= asked_before_ ? Ending::kLate : Ending::kBrokeProtocol;
          is_at_its_place_ = true;
          // A second answer to an earlier question of this exchange.
          if (told_ > asked_before_ && told_ - asked_before_ <= answered) {
            answered = told_ - asked_before_ - 1;
          }
          return false;
        }
        ++answered;
      }
      rest_.erase(0, at);
      if (at > 0) since_answer.start();
      // A child that never ends a line is silent too.
      is_stuck = since_answer.look() > silence();
      return answered < asked_.size() && !is_stuck;
    });
    if (is_stuck) end = Child::End::kSilent;
    if (end_ != Ending::kBrokeProtocol && end_ != Ending::kLate) explain(end);
    // A late or repeated answer does not count for the next question.
    asked_before_ += asked_.size();
    if (!asked_.empty()) asked_last_ = batch.questions[asked_.back()].mark;
    if (end_ == Ending::kNone) look_for_processes();
    if (answered > 0) known_failures_.hangs().answered();
    if (answered == asked_.size()) return to - from;
    return asked_[answered] - from;
  }

  void explain(Child::End end) {
    switch (end) {
      case Child::End::kDone:
        end_ = Ending::kNone;
        if (!rest_.empty()) {
          // The child wrote more than was asked.
          end_ = Ending::kBrokeProtocol;
          is_at_its_place_ = true;
          crash_note_ = says_more(rest_);
        }
        break;
      case Child::End::kDied:
        end_ = rest_.empty() ? Ending::kDied : Ending::kBrokeProtocol;
        crash_note_ = rest_.empty() ? child_.how()
                                    : fmt::format("half a line, and then its end ({}): {}",
                                                  child_.how(), shown(rest_));
        break;
      case Child::End::kSilent:
        known_failures_.hangs().timed_out();
        end_ = rest_.empty() ? Ending::kHung : Ending::kBrokeProtocol;
        crash_note_ = !rest_.empty() ? "half a line, and no more: " + shown(rest_)
                      : child_.how().empty()
                          ? fmt::format("no answer within {} ms", silence().count())
                          : child_.how();
        break;
      case Child::End::kFlood:
        end_ = Ending::kBrokeProtocol;
        is_at_its_place_ = true;
        crash_note_ = fmt::format("more than {} MiB of output", limits_.output_mib);
        break;
      case Child::End::kExhausted:
        end_ = Ending::kExhausted;
        crash_note_ = fmt::format("it took more than {} MiB of memory", limits_.memory_mib);
        break;
    }
  }

  void blame(Batch& batch, std::size_t i) {
    known_failures_.blame(batch, i,
                          end_ == Ending::kHung            ? Outcome::kHang
                          : end_ == Ending::kExhausted     ? Outcome::kExhausted
                          : end_ == Ending::kBrokeProtocol ? Outcome::kBrokeProtocol
                          : end_ == Ending::kLeft          ? Outcome::kCorruptedProcess
                                                           : Outcome::kCrash,
                          interned(crash_note_));
  }

  // Aims at a tenth of a second for each batch. A slow child gets few questions, so that
  // it does not reach the silence limit.
  void adapt(std::size_t count, Clock::duration took) {
    constexpr std::size_t kFewest = 16, kMost = 16384;
    constexpr std::chrono::milliseconds kGood{100};
    if (count < batch_size_) return;
    if (took < kGood) batch_size_ = std::min(kMost, 2 * batch_size_);
    if (took > 4 * kGood) batch_size_ = std::max(kFewest, batch_size_ / 2);
  }

  ChildCommand command_;
  Limits limits_;
  Child child_;
  Description description_;
  std::size_t batch_size_ = 256;
  std::string text_, rest_, crash_note_;
  Presentation how_;  // of the current question
  std::vector<std::size_t> asked_;
  std::size_t asked_before_ = 0;    // by this process
  std::uint64_t asked_last_ = 0;    // the mark of a question
  std::size_t alive_at_hello_ = 0;  // processes that it had started
  std::optional<std::size_t> left_unasked_;
  bool has_helpers_ = false;  // that end when it does
  std::uint64_t newest_looked_for_ = 0;
  std::size_t told_ = 0;  // the number in the last line, if its answer was not due
  Ending end_ = Ending::kNone;
  // An invalid line stood where an answer was due, so no other question is the cause. Not
  // set for half a line: its rest may be buffered while a later question is processed.
  bool is_at_its_place_ = false;
  KnownFailures known_failures_;
};

class LineHost final : public BatchHost {
 public:
  LineHost(const RunContext& context, ChildCommand command, const Limits& limits,
           const std::shared_ptr<HangLimit>& hangs)
      : BatchHost(context, hangs), backend_(std::move(command), limits, hangs) {}

  Bytes answer(ByteView request) override {
    Bytes reply = BatchHost::answer(request);
    Unpacker in(request);
    if (in.read<Request>() != Request::kConclude) return reply;
    return with_process_findings(in.read<std::size_t>(), reply);
  }

 protected:
  const Description& description() override { return backend_.description(); }
  BatchBackend& backend() override { return backend_; }
  int most_identify_failures() const override { return kMostIdentifyFailures; }

 private:
  // Only after its end shows whether a child reacted to the request, and what it leaves
  // behind.
  Bytes with_process_findings(std::size_t subject, Bytes reply) {
    const Child::ExitStatus exit_status = backend_.dismiss();
    if (!exit_status.was_deaf && exit_status.processes == 0) return reply;
    auto result = Unpacker(reply).read<DecoderResult>();
    const std::string& called = context().subjects[subject].called;
    if (exit_status.was_deaf) {
      add_process_finding(result,
                          {Kind::kCorruptsProcess, "deaf", "end of input", "an end",
                           "it went on after the end of its input, and after SIGTERM"},
                          called);
    }
    if (exit_status.processes > 0) {
      add_process_finding(result,
                          {Kind::kCorruptsProcess, "processes", "end of input", "an end",
                           told_left(exit_status.processes)},
                          called);
    }
    return packed(result);
  }

  LineBackend backend_;
};

}  // namespace

std::string_view protocol_mode(Operation operation) {
  switch (operation) {
    case Operation::kValidate:
      return "verdict";
    case Operation::kStrict32:
      return "strict";
    case Operation::kLossy32:
      return "lossy";
    case Operation::kStreamStrict:
    case Operation::kStreamLossy:
      return "stream";
    default:
      return "";
  }
}

std::unique_ptr<Host> make_line_host(const RunContext& context, ChildCommand command,
                                     const Limits& limits, std::shared_ptr<HangLimit> hangs) {
  return std::make_unique<LineHost>(context, std::move(command), limits, hangs);
}

}  // namespace placemat
