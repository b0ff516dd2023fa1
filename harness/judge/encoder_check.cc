#include "harness/judge/encoder_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <utility>

#include "harness/bytes/numbers.h"

namespace placemat {
namespace {

// An encoder may hang or crash at this many values before the rest is skipped.
constexpr std::size_t kMostEncoderFailures = 3;

Kind kind_of(const CallFailure& failure, const GuardedBuffer& room) {
  if (failure.cause == CallFailure::Cause::kTime) return Kind::kHang;
  const bool beside = failure.cause == CallFailure::Cause::kMemory &&
                      room.guard_at(failure.address) != GuardedBuffer::Side::kNone;
  return beside ? Kind::kOverWrite : Kind::kCrash;
}

std::string no_answer(Kind kind) {
  switch (kind) {
    case Kind::kHang:
      return "no answer within the time limit";
    case Kind::kOverWrite:
      return fmt::format("a write outside of its room of {} units", PLACEMAT_MAX_SEQUENCE);
    default:
      return "a crash";
  }
}

std::string shown(ByteView units) { return units.empty() ? "refused" : to_spaced_hex(units); }

// Values of every length and of several planes, among them pairs that are alike in their low 8, 12
// or 16 bits; one behind the other, they show what an encoder keeps of the value before.
constexpr std::array<std::uint64_t, 26> kBehindEachOther{
    0x0,     0x41,    0x7F,    0x80,    0xE9,     0x7FF,    0x800,    0xFFF,   0x1000,
    0x20AC,  0x4141,  0xD7FF,  0xD800,  0xDC00,   0xDFFF,   0xE000,   0xFFFD,  0xFFFF,
    0x10000, 0x1F600, 0x20041, 0x41000, 0x100041, 0x101000, 0x10FFFF, 0x110000};

// A value that was encoded just before, so many times in a row.
struct EncodedBefore {
  std::uint64_t value;
  std::size_t times = 1;
};

// `before` is stated where the fault needs it.
Finding encoder_finding(const Target& subject, const EncoderCheck& check,
                        std::optional<EncodedBefore> before, std::uint64_t value) {
  Finding finding = base_finding(subject, check.kind);
  finding.operation = finding.source = "encode";
  finding.minimal = finding.example = check.expected_length == 0 ? "" : check.expected;
  finding.conditions = fmt::format("encoding {:04X}", value);
  std::string values = fmt::format("{:04X}", value);
  if (before) {
    const bool is_run = before->times > 1;
    finding.conditions +=
        is_run ? fmt::format(" behind {} times {:04X}", grouped(before->times), before->value)
               : fmt::format(" behind {:04X}", before->value);
    values = fmt::format("{:04X}{},{}", before->value,
                         is_run ? fmt::format("*{}", before->times) : "", values);
  }
  finding.expected = check.expected;
  finding.seen = check.seen;
  finding.replay = replay_line(subject, "--encode " + values);
  finding.key = key_of(subject, finding.kind,
                       fmt::format("encode, {} units expected, {} written", check.expected_length,
                                   check.seen_length));
  return finding;
}

// A value of each length; so many in a row, that code for a hot loop is in use.
constexpr std::array<std::uint64_t, 4> kInARow{0x41, 0xE9, 0x20AC, 0x1F600};
constexpr std::size_t kLongRow = 1'024;

EncoderCheck behind_row(const EncoderChecker& executor, const EncodedBefore& row,
                        std::uint64_t value) {
  // Another value first, so that what came before is no part of the row.
  executor.difference(row.value == kInARow.back() ? kInARow.front() : kInARow.back());
  for (std::size_t n = 0; n < row.times; ++n) {
    // Each further hang would take the whole time limit.
    const auto differs = executor.difference(row.value);
    if (differs && differs->kind != Kind::kWrongEncoding) break;
  }
  return executor.check(value);
}

// A finding with the shortest row of one value that makes this one wrong.
std::optional<Finding> behind_a_row(const Target& subject, const EncoderChecker& executor,
                                    std::uint64_t value) {
  for (const std::uint64_t before : kInARow) {
    EncodedBefore row{before, kLongRow};
    EncoderCheck check = behind_row(executor, row, value);
    if (check.agrees) continue;
    std::size_t right = 0;
    while (right + 1 < row.times) {
      const std::size_t middle = std::midpoint(right, row.times);
      const EncoderCheck shorter = behind_row(executor, {before, middle}, value);
      if (shorter.agrees)
        right = middle;
      else
        row.times = middle, check = shorter;
    }
    return encoder_finding(subject, check, row, value);
  }
  return std::nullopt;
}

// Shown alone, if it is wrong alone; else behind the value before.
Finding finding_of(const Target& subject, const EncoderChecker& executor,
                   const EncoderChecker::WrongForm& difference, std::uint64_t before,
                   std::uint64_t value) {
  executor.difference(value);
  EncoderCheck check = executor.check(value);
  if (!check.agrees) return encoder_finding(subject, check, std::nullopt, value);
  for (const std::uint64_t plainer : kBehindEachOther) {
    executor.difference(plainer);
    check = executor.check(value);
    if (!check.agrees) return encoder_finding(subject, check, EncodedBefore{plainer}, value);
  }
  if (auto finding = behind_a_row(subject, executor, value)) return std::move(*finding);
  executor.difference(before);
  check = executor.check(value);
  if (check.agrees) {
    check.kind = difference.kind;
    check.seen_length = difference.seen_length;
    check.seen = fmt::format("{} units once, and the right ones when it was asked again",
                             difference.seen_length);
  }
  return encoder_finding(subject, check, EncodedBefore{before}, value);
}

// Each ordered pair. Alone, each of these values is right.
std::optional<Finding> check_behind_each_other(const Target& subject,
                                               const EncoderChecker& executor,
                                               std::uint64_t& checks) {
  std::optional<Finding> finding;
  for (const std::uint64_t before : kBehindEachOther) {
    for (const std::uint64_t value : kBehindEachOther) {
      ++checks;
      executor.difference(before);
      const EncoderCheck check = executor.check(value);
      if (check.agrees) continue;
      if (!finding) finding = encoder_finding(subject, check, EncodedBefore{before}, value);
      ++finding->checks;
      if (check.kind != Kind::kWrongEncoding) return finding;
    }
  }
  return finding;
}

// Behind one value, each is right.
std::optional<Finding> check_behind_rows(const Target& subject, const EncoderChecker& executor,
                                         std::uint64_t& checks) {
  for (const std::uint64_t value : kBehindEachOther) {
    checks += kInARow.size();
    if (auto finding = behind_a_row(subject, executor, value)) return finding;
  }
  return std::nullopt;
}

}  // namespace

EncoderChecker::EncoderChecker(const Decoder& decoder, const Profile& profile, FencedThread& thread)
    : decoder_(decoder),
      dialect_(dialect(profile.dialect)),
      thread_(thread),
      room_(PLACEMAT_MAX_SEQUENCE),
      out_(room_.end() - PLACEMAT_MAX_SEQUENCE) {}

// Unit by unit: a vectorised comparison next to a guard page costs more than the call.
bool EncoderChecker::starts_with(const Sequence& expected) const {
  for (std::size_t i = 0; i < expected.length; ++i) {
    if (out_[i] != expected.units[i]) return false;
  }
  return true;
}

std::optional<EncoderChecker::WrongForm> EncoderChecker::difference(std::uint64_t value) const {
  const Sequence expected = shortest(dialect_, value);
  std::size_t length = 0;
  const CallFailure failure = thread_.guard([&] { length = decoder_.encode(value, out_); });
  if (failure.cause != CallFailure::Cause::kNone) {
    return WrongForm{kind_of(failure, room_), expected.length, 0};
  }
  if (length == expected.length && starts_with(expected)) return std::nullopt;
  return WrongForm{Kind::kWrongEncoding, expected.length, length};
}

EncoderCheck EncoderChecker::check(std::uint64_t value) const {
  const Sequence expected = shortest(dialect_, value);
  const auto differs = difference(value);
  if (!differs) return {true, Kind::kWrongEncoding, shown(expected.view()), "", 0, 0};
  EncoderCheck result{false,
                      differs->kind,
                      shown(expected.view()),
                      no_answer(differs->kind),
                      differs->expected_length,
                      differs->seen_length};
  if (differs->kind != Kind::kWrongEncoding) return result;
  result.seen = differs->seen_length > PLACEMAT_MAX_SEQUENCE
                    ? fmt::format("{} units", differs->seen_length)
                    : shown({out_, differs->seen_length});
  return result;
}

EncoderCheck check_encoded(const Decoder& decoder, const Profile& profile,
                           std::span<const std::uint64_t> values, FencedThread& thread) {
  const EncoderChecker executor(decoder, profile, thread);
  for (const std::uint64_t value : values.first(values.size() - 1)) {
    const auto differs = executor.difference(value);
    if (differs && differs->kind != Kind::kWrongEncoding) break;
  }
  return executor.check(values.back());
}

std::vector<Finding> check_encoder(const Target& subject, FencedThread& thread,
                                   std::uint64_t& checks) {
  if (subject.encoder_step == kNoValue) return {};
  const EncoderChecker executor(*subject.decoder, subject.judged_as, thread);
  struct Group {
    std::uint64_t before = 0, value = 0, checks = 0;
  };
  // One finding for each pair of expected and observed length.
  std::map<EncoderChecker::WrongForm, Group> groups;
  std::size_t failures = 0;
  std::uint64_t last = 0;
  const auto check = [&](std::uint64_t value) {
    if (failures >= kMostEncoderFailures) return;
    ++checks;
    const auto difference = executor.difference(value);
    const std::uint64_t before = std::exchange(last, value);
    if (!difference) return;
    if (difference->kind != Kind::kWrongEncoding) ++failures;
    Group& group = groups.try_emplace(*difference, Group{before, value, 0}).first->second;
    if (value < group.value) group = {before, value, group.checks};
    ++group.checks;
  };
  const std::uint64_t step = subject.encoder_step;
  for (std::uint64_t value = 0; value <= kMaxScalar + 1; value += step) check(value);
  for (const Form& form : dialect(subject.judged_as.dialect).forms) {
    for (const std::uint64_t limit : {form.lowest, form.highest()}) {
      for (const std::uint64_t value : {limit - 1, limit, limit + 1}) {
        const bool is_new = step > 1 || value > kMaxScalar + 1;
        if (is_new && value != ~std::uint64_t{0}) check(value);
        // An integer that is too narrow makes another value of these.
        for (const unsigned bit : {8u, 16u, 21u, 31u, 32u, 63u}) {
          const std::uint64_t beyond = value | std::uint64_t{1} << bit;
          if (beyond > kMaxScalar + 1 && beyond != ~std::uint64_t{0}) check(beyond);
        }
      }
    }
  }
  std::vector<Finding> findings;
  for (const auto& [difference, group] : groups) {
    findings.push_back(finding_of(subject, executor, difference, group.before, group.value));
    findings.back().checks = group.checks;
  }
  if (!findings.empty()) return findings;
  auto finding = check_behind_each_other(subject, executor, checks);
  if (!finding) finding = check_behind_rows(subject, executor, checks);
  if (finding) findings.push_back(std::move(*finding));
  return findings;
}

}  // namespace placemat
