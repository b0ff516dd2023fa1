#include "harness/judge/vast_check.h"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <bit>
#include <chrono>
#include <cstring>
#include <memory>
#include <optional>
#include <system_error>

#include "harness/call/repeated.h"
#include "harness/judge/cause.h"
#include "harness/judge/expectation.h"

namespace placemat {
namespace {

constexpr std::uint8_t kAscii = 'a';

// One call: the text has `ascii` units before `tail`.
struct VastCall {
  Operation operation;
  std::uint64_t ascii;
  Bytes tail;
};

// Crosses a pipe.
struct VastAnswer {
  std::uint32_t status = PLACEMAT_UNSUPPORTED;
  std::uint64_t offset = PLACEMAT_UNKNOWN, length = PLACEMAT_UNKNOWN, count = 0;
};

// The ends of the texts: well-formed, and ill-formed where the dialect has a unit that begins
// nothing. Empty where ASCII is no text of its own.
std::vector<Bytes> tails(const Profile& profile) {
  const Machine& law = machine(profile);
  const Transition& ascii = law.at(Machine::kStart, kAscii);
  if (ascii.next != Machine::kStart || !ascii.emits) return {};
  Bytes longest;
  for (const Form& form : dialect(profile.dialect).forms) {
    if (form.length <= longest.size()) continue;
    longest.clear();
    for (std::size_t i = 0; i < form.length; ++i) longest.push_back(form.units[i].first);
  }
  std::vector<Bytes> all{longest};
  for (const auto& units : law.classes()) {
    if (law.at(Machine::kStart, units.front()).error_length == 0) continue;
    all.push_back(longest);
    all.back().insert(all.back().end(), {units.front(), kAscii});
    break;
  }
  return all;
}

std::vector<VastCall> calls_of(const Target& subject, const VastOptions& options) {
  constexpr std::array kOperations{Operation::kValidate, Operation::kStrict32, Operation::kLength32,
                                   Operation::kLength16, Operation::kStreamStrict};
  std::vector<VastCall> calls;
  for (const std::uint64_t ascii : options.lengths) {
    for (const Bytes& tail : tails(subject.judged_as)) {
      for (const Operation operation : kOperations) {
        if (has(*subject.decoder, operation)) calls.push_back({operation, ascii, tail});
      }
    }
  }
  return calls;
}

// The text and the output, views of one block each.
class Room {
 public:
  explicit Room(std::uint64_t ascii)
      : text_(kVastBlock, blocks(ascii)), out_(kVastBlock * sizeof(std::uint32_t), blocks(ascii)) {
    std::memset(text_.begin(), kAscii, kVastBlock);
    text_.part_last();
  }
  std::uint32_t* out() const { return reinterpret_cast<std::uint32_t*>(out_.begin()); }
  // Lies at the end of the room.
  std::span<const std::uint8_t> text(const VastCall& call) const {
    std::memset(text_.end() - kVastBlock, kAscii, kVastBlock);
    std::memcpy(text_.end() - call.tail.size(), call.tail.data(), call.tail.size());
    const auto units = static_cast<std::size_t>(call.ascii) + call.tail.size();
    return {text_.end() - units, units};
  }

 private:
  // One more for the tail.
  static std::size_t blocks(std::uint64_t ascii) {
    return static_cast<std::size_t>(ascii / kVastBlock) + 1;
  }
  RepeatedBuffer text_, out_;
};

VastAnswer answer_of(const placemat_result& result) {
  return {result.status, result.error_offset, result.error_length, result.written};
}

VastAnswer ask_stream(const Decoder& decoder, std::span<const std::uint8_t> text,
                      std::uint32_t* out) {
  void* const stream = decoder.stream_open(0);
  placemat_result result{PLACEMAT_UNSUPPORTED, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  if (stream == nullptr) return answer_of(result);
  for (std::size_t from = 0; from < text.size(); from += kVastBlock) {
    const std::size_t units = std::min(kVastBlock, text.size() - from);
    decoder.stream_push(stream, text.data() + from, units, out, units + PLACEMAT_MAX_SEQUENCE,
                        &result);
    if (result.status != PLACEMAT_OK) break;
  }
  if (result.status == PLACEMAT_OK) {
    decoder.stream_finish(stream, out, PLACEMAT_MAX_SEQUENCE, &result);
  }
  decoder.stream_close(stream);
  return answer_of(result);
}

VastAnswer ask(const Decoder& decoder, const VastCall& call, const Room& room) {
  const std::span<const std::uint8_t> text = room.text(call);
  switch (call.operation) {
    case Operation::kValidate: {
      const int verdict = decoder.validate(text.data(), text.size());
      const std::uint32_t status = verdict == 1   ? PLACEMAT_OK
                                   : verdict == 0 ? PLACEMAT_ILL_FORMED
                                                  : PLACEMAT_UNSUPPORTED;
      return {status, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN, 0};
    }
    case Operation::kLength32:
      return {PLACEMAT_OK, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN,
              decoder.length32(text.data(), text.size())};
    case Operation::kLength16:
      return {PLACEMAT_OK, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN,
              decoder.length16(text.data(), text.size())};
    case Operation::kStreamStrict:
      return ask_stream(decoder, text, room.out());
    default: {
      placemat_result result{PLACEMAT_UNSUPPORTED, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
      decoder.strict32(text.data(), text.size(), room.out(), text.size(), &result);
      return answer_of(result);
    }
  }
}

// A process that answers the calls from `first` on, until one of them ends it.
class Child {
 public:
  Child(const Decoder& decoder, const std::vector<VastCall>& calls, std::size_t first,
        const Room& room) {
    int ends[2];
    if (pipe(ends) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
    id_ = fork();
    if (id_ == 0) {
      for (std::size_t i = first; i < calls.size(); ++i) {
        const VastAnswer answer = ask(decoder, calls[i], room);
        if (write(ends[1], &answer, sizeof answer) != sizeof answer) break;
      }
      _exit(0);
    }
    close(ends[1]);
    from_ = ends[0];
    if (id_ < 0) throw std::system_error(errno, std::generic_category(), "fork");
  }
  ~Child() {
    close(from_);
    if (id_ <= 0) return;
    kill(id_, SIGKILL);
    waitpid(id_, nullptr, 0);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  enum class Next : std::uint8_t { kAnswer, kEnded, kLate, kStopped };
  Next next(VastAnswer& answer, unsigned seconds, const std::atomic<bool>& stop) {
    const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
    while (!stop.load()) {
      pollfd ready{from_, POLLIN, 0};
      if (poll(&ready, 1, 100) > 0) {
        return read(from_, &answer, sizeof answer) == sizeof answer ? Next::kAnswer : Next::kEnded;
      }
      if (std::chrono::steady_clock::now() > limit) return Next::kLate;
    }
    return Next::kStopped;
  }

 private:
  pid_t id_ = -1;
  int from_ = -1;
};

// What the law says: that of the tail, moved.
struct VastLaw {
  VastAnswer answer;
  bool is_comparable = true;
};

VastLaw law_of(const Decoder& decoder, const VastCall& call, Law& law) {
  const Expectation& tail = law.about(call.tail);
  VastLaw expected;
  VastAnswer& answer = expected.answer;
  if (is_length(call.operation)) {
    const bool is_utf16_length = call.operation == Operation::kLength16;
    expected.is_comparable =
        (tail.is_well_formed() || !tail.stops) && (!is_utf16_length || tail.has_utf16);
    answer.status = PLACEMAT_OK;
    answer.count = call.ascii + (is_utf16_length ? tail.utf16.size() : tail.values.size());
    return expected;
  }
  answer.status = tail.is_well_formed() ? PLACEMAT_OK : PLACEMAT_ILL_FORMED;
  if (call.operation == Operation::kValidate || tail.is_well_formed()) return expected;
  if ((decoder.claims & PLACEMAT_CLAIM_OFFSET) != 0)
    answer.offset = call.ascii + tail.error->offset;
  if ((decoder.claims & PLACEMAT_CLAIM_LENGTH) != 0) answer.length = tail.error->length;
  return expected;
}

bool agrees(const VastCall& call, const VastAnswer& law, const VastAnswer& seen) {
  if (is_length(call.operation)) return seen.count == law.count;
  const auto is_as_claimed = [](std::uint64_t claimed, std::uint64_t said) {
    return claimed == PLACEMAT_UNKNOWN || said == claimed;
  };
  return seen.status == law.status && is_as_claimed(law.offset, seen.offset) &&
         is_as_claimed(law.length, seen.length);
}

Kind kind_of(const VastCall& call, const VastAnswer& law, const VastAnswer& seen) {
  if (is_length(call.operation)) return Kind::kWrongLengthCount;
  if (law.status == PLACEMAT_OK) return Kind::kRejectsWellFormed;
  return seen.status == PLACEMAT_OK ? Kind::kAcceptsIllFormed : Kind::kWrongErrorOffset;
}

std::string shown(const VastCall& call, const VastAnswer& answer) {
  if (is_length(call.operation)) return fmt::format("{} values", answer.count);
  if (answer.status == PLACEMAT_OK) return "well-formed";
  if (answer.status != PLACEMAT_ILL_FORMED) return fmt::format("status {}", answer.status);
  if (answer.offset == PLACEMAT_UNKNOWN) return "ill-formed";
  return fmt::format("ill-formed at {}, length {}", answer.offset, answer.length);
}

std::string conditions_of(const VastCall& call) {
  const bool is_power = std::has_single_bit(call.ascii);
  const std::string units =
      is_power ? fmt::format("2^{}", std::countr_zero(call.ascii)) : fmt::format("{}", call.ascii);
  return fmt::format("after {} units of ASCII", units);
}

// No replay takes so long an input, so that the run itself is named.
Finding finding_of(const Target& subject, const VastCall& call, Kind kind, std::string expected,
                   std::string seen) {
  Finding finding = base_finding(subject, kind);
  finding.operation = name_of(call.operation);
  finding.source = "long";
  finding.minimal = finding.example = to_spaced_hex(call.tail);
  finding.conditions = conditions_of(call);
  finding.expected = std::move(expected);
  finding.seen = std::move(seen);
  finding.replay = fmt::format("placemat run {} --budget deep --source long",
                               subject.called.empty() ? subject.decoder->name : subject.called);
  finding.key = key_of(subject, kind, finding.minimal + ", " + finding.conditions);
  finding.checks = 1;
  return finding;
}

// Asks every call, and keeps what is wrong.
class VastCheck {
 public:
  VastCheck(const Target& subject, const VastOptions& options, const std::atomic<bool>& stop)
      : subject_(subject),
        options_(options),
        stop_(stop),
        law_(subject.judged_as, true),
        calls_(calls_of(subject, options)) {}

  VastResult run() {
    if (calls_.empty()) return std::move(result_);
    const Room room(*std::ranges::max_element(options_.lengths));
    for (std::size_t at = 0; at < calls_.size() && !stop_.load();) at = ask_from(at, room);
    return std::move(result_);
  }

 private:
  // Returns the call after the last one that was answered, or that ended the process.
  std::size_t ask_from(std::size_t at, const Room& room) {
    Child child(*subject_.decoder, calls_, at, room);
    for (; at < calls_.size(); ++at) {
      VastAnswer answer;
      const Child::Next next = child.next(answer, options_.seconds, stop_);
      if (next == Child::Next::kStopped) return calls_.size();
      ++result_.checks;
      ++result_.by_class[static_cast<std::size_t>(error_class_of(calls_[at].tail))];
      const VastLaw law = law_of(*subject_.decoder, calls_[at], law_);
      if (next != Child::Next::kAnswer) {
        const bool is_late = next == Child::Next::kLate;
        add(finding_of(subject_, calls_[at], is_late ? Kind::kHang : Kind::kCrash,
                       shown(calls_[at], law.answer), is_late ? "no answer" : "crash"));
        return at + 1;
      }
      compare(calls_[at], law, answer);
    }
    return at;
  }
  void compare(const VastCall& call, const VastLaw& law, const VastAnswer& seen) {
    const bool is_answered = law.is_comparable && seen.status != PLACEMAT_UNSUPPORTED;
    if (!is_answered || agrees(call, law.answer, seen)) return;
    add(finding_of(subject_, call, kind_of(call, law.answer, seen), shown(call, law.answer),
                   shown(call, seen)));
  }
  // Integers that are too narrow are one cause.
  void add(Finding finding) {
    if (result_.findings.empty())
      result_.findings.push_back(std::move(finding));
    else
      add_symptom(result_.findings.front(), finding);
  }

  const Target& subject_;
  const VastOptions& options_;
  const std::atomic<bool>& stop_;
  Law law_;
  std::vector<VastCall> calls_;
  VastResult result_;
};

}  // namespace

VastResult check_vast(const Target& subject, const std::atomic<bool>& stop,
                      const VastOptions& options) {
  try {
    return VastCheck(subject, options, stop).run();
  } catch (const std::system_error& refused) {
    VastResult none;
    none.not_tested = fmt::format("inputs of 2^31 and 2^32 units: {}", refused.what());
    return none;
  }
}

}  // namespace placemat
