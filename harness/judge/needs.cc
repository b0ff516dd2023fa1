#include "harness/judge/needs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <signal.h>
#include <time.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace placemat {
namespace {

// A unit is asked at this many offsets.
constexpr std::size_t kOffsets = 256;
constexpr std::size_t kMostNamed = 4;

// Equal parts of a check, one after the other: letters in front, or thousands of errors.
struct PartRun {
  std::size_t at = 0, count = 0;
  Bytes part = {'A'};
};

bool is_unusual(std::uint8_t unit) { return unit < 0x20 || unit > 0x7E; }

// Those before the first unusual unit, which may be none.
PartRun letters_in_front(ByteView units) {
  const auto first = std::ranges::find_if(units, is_unusual);
  return {0, static_cast<std::size_t>(first - units.begin())};
}

PartRun longest_run(ByteView units) {
  PartRun longest;
  for (std::size_t width = 1; width <= PLACEMAT_MAX_SEQUENCE; ++width) {
    for (std::size_t at = 0, end = width; at + width <= units.size(); at = end, end += width) {
      while (end < units.size() && units[end] == units[end - width]) ++end;
      const std::size_t count = (end - at) / width;
      if (count * width <= longest.count * longest.part.size()) continue;
      const ByteView part = units.subspan(at, width);
      longest = {at, count, Bytes(part.begin(), part.end())};
    }
  }
  return longest;
}

// The same check with `count` of those parts.
Check resized(const Check& check, const PartRun& run, std::size_t count) {
  Check other = check;
  const std::size_t width = run.part.size();
  if (count < run.count) {
    remove_units(other, run.at, (run.count - count) * width);
    return other;
  }
  const std::size_t more = (count - run.count) * width;
  Bytes parts;
  for (; parts.size() < more;) parts.insert(parts.end(), run.part.begin(), run.part.end());
  other.units.insert(other.units.begin() + static_cast<std::ptrdiff_t>(run.at), parts.begin(),
                     parts.end());
  for (std::size_t& cut : other.how.cuts) cut += cut >= run.at ? more : 0;
  if (run.at < other.how.pad) other.how.pad += more;
  return other;
}

Check shifted_by(const Check& check, std::size_t count) { return resized(check, {}, count); }

// The same units before `count` letters.
Check followed_by(const Check& check, std::size_t count) {
  Check followed = check;
  followed.units.insert(followed.units.end(), count, 'A');
  followed.how.tail += count;
  return followed;
}

// In turn, so that what the calls before have left does not look like a difference.
bool passes_only(Judge& judge, const Check& other, const Check& check) {
  constexpr int kTimes = 2;
  for (int i = 0; i < kTimes; ++i) {
    if (!judge.passes(other) || !judge.fails(check)) return false;
  }
  return true;
}

// A check with more or fewer parts of one run.
class Resizable {
 public:
  Resizable(Judge& judge, const Check& check, PartRun run)
      : judge_(judge),
        check_(check),
        run_(std::move(run)),
        most_(run_.count + (Caller::kMaxUnits - check.units.size()) / run_.part.size()) {}

  const PartRun& run() const { return run_; }
  std::size_t most() const { return most_; }
  Check with(std::size_t count) const { return resized(check_, run_, count); }
  bool fails(std::size_t count) const { return judge_.fails(with(count)); }
  bool passes(std::size_t count) const { return judge_.passes(with(count)); }
  // In three places, but for those that are too long to be asked.
  using Places = std::array<std::size_t, 3>;
  bool pass(const Places& at) const {
    return std::ranges::all_of(at, [&](std::size_t n) { return n > most_ || passes(n); });
  }
  bool fail(const Places& at) const {
    return std::ranges::all_of(at, [&](std::size_t n) { return n > most_ || fails(n); });
  }

  // The least count from which the check fails, within a `fineness`-th part of it; none where it
  // does not pass with fewer in three places, or does not fail with more in three.
  std::optional<std::size_t> threshold(std::size_t fineness = Caller::kMaxUnits) const {
    constexpr std::size_t kPlaces = 3;
    std::size_t passing = 0, failing = run_.count;
    if (failing < kPlaces || !passes(passing)) return std::nullopt;
    while (failing - passing > std::max<std::size_t>(1, failing / fineness)) {
      const std::size_t middle = passing + (failing - passing) / 2;
      (fails(middle) ? failing : passing) = middle;
    }
    // A limit of time is not at the same place in each call.
    const bool is_rough = fineness < Caller::kMaxUnits;
    const std::size_t apart = failing / (is_rough ? 4 : 20);
    const std::size_t sure = is_rough ? passing - passing / 4 : passing;
    const bool is_sure = failing >= kPlaces && pass({sure, sure / 2, sure / 4}) &&
                         fail({failing + apart, failing + 2 * apart, failing + 4 * apart});
    return is_sure ? std::optional(failing) : std::nullopt;
  }

 private:
  Judge& judge_;
  const Check& check_;
  PartRun run_;
  std::size_t most_;
};

std::string_view counter_up_to(std::size_t limit) {
  if (limit == std::size_t{1} << 8) return ", past a counter of 8 bits";
  if (limit == std::size_t{1} << 16) return ", past a counter of 16 bits";
  return "";
}

// What changes with each letter in front, in words: "FF is at offset 15", "15 offsets of FF".
struct Counted {
  std::string is;    // "FF is at offset"
  std::string many;  // "offsets"
  std::string of;    // " of FF"
  std::string more = "or more";
};

// What the letters in front change besides the offset: it is told apart before it is named.
class Position {
 public:
  Position(Judge& judge, const Check& check)
      : judge_(judge), check_(check), letters_(judge, check, letters_in_front(check.units)) {}

  std::string words() {
    if (std::string address = words_for_address(); !address.empty()) return address;
    for (std::size_t i = 0; i < kOffsets; ++i) fails_.push_back(letters_.fails(in_front() + i));
    const auto failing = std::ranges::count(fails_, true);
    if (failing == 0) return {};
    if (failing == kOffsets) return words_for_all();
    const bool is_text = in_front() == check_.units.size();
    const bool is_at_end = is_text || needs_an_end_near(check_);
    if (is_at_end && in_front() == 0 && failing == 1 && fails_[0])
      return "only where nothing stands before or after";
    const bool is_length = is_at_end && fails_in_front(check_);
    counted_ = is_at_end ? length() : offset();
    first_ = is_at_end ? check_.units.size() : in_front();
    std::string words = words_for_offsets();
    if (words.empty()) return words;
    if (is_at_end && !is_length) return words + ", at the end of the input";
    if (is_at_end || !fails_elsewhere()) return words;
    constexpr std::string_view kOnly = "only ";
    if (words.starts_with(kOnly)) words.erase(0, kOnly.size());
    return words + "; elsewhere too with letters after it";
  }

 private:
  std::size_t in_front() const { return letters_.run().count; }
  static Counted length() { return {"the length is", "lengths", ""}; }
  // A unit is named where it is the only unusual one, or begins the only unusual sequence.
  Counted offset() const {
    const ByteView units = check_.units;
    const std::size_t end = std::min(in_front() + PLACEMAT_MAX_SEQUENCE, units.size());
    const bool is_one =
        in_front() < units.size() && std::ranges::none_of(units.subspan(end), is_unusual);
    if (!is_one || !is_unusual(units[in_front()]))
      return {"the number of letters in front is", "numbers of letters in front", ""};
    const std::string unit = fmt::format("{:02X}", units[in_front()]);
    return {unit + " is at offset", "offsets", " of " + unit, "or later"};
  }

  // Some fail, and some do not.
  std::string words_for_offsets() {
    if (const auto period = this->period()) return words_for_period(*period);
    std::vector<std::size_t> at;
    for (std::size_t i = 0; i < kOffsets; ++i) {
      if (fails_[i]) at.push_back(i);
    }
    const std::string where = fmt::format("only where {} ", counted_.is);
    const std::size_t from = in_front() + kOffsets;
    const bool is_range = at.back() - at.front() + 1 == at.size();
    if (is_range && at.back() + 1 == kOffsets && letters_.fail({2 * from, 4 * from, 16 * from})) {
      return where + fmt::format("{} {}", first_ + at.front(), counted_.more) +
             std::string(counter_up_to(first_ + at.front()));
    }
    const bool is_only = letters_.pass({2 * from, 3 * from, 4 * from + 1}) &&
                         (fails_[0] == false || passes_with_fewer());
    if (is_only && at.size() <= kMostNamed) {
      for (std::size_t& i : at) i += first_;
      return where + fmt::format("{}", fmt::join(at, ", "));
    }
    if (is_only && is_range)
      return where + fmt::format("{} to {}", first_ + at.front(), first_ + at.back());
    return fmt::format("at {} of the {} {} to {}{}", at.size(), counted_.many, first_,
                       first_ + kOffsets - 1, counted_.of);
  }
  bool passes_with_fewer() const {
    const std::size_t most = in_front();
    return most == 0 || letters_.pass({most - 1, most / 2, 0});
  }

  std::string words_for_period(std::size_t period) const {
    std::vector<std::size_t> offsets;
    for (std::size_t i = 0; i < std::min(period, kOffsets); ++i) {
      if (fails_[i]) offsets.push_back((first_ + i) % period);
    }
    std::ranges::sort(offsets);
    if (offsets.size() > kMostNamed) {
      return fmt::format("at {} of {} {}{} modulo {}", offsets.size(), period, counted_.many,
                         counted_.of, period);
    }
    return fmt::format("only where {} {} modulo {}", counted_.is, fmt::join(offsets, ", "), period);
  }
  // Block sizes first; those that the offsets do not show are asked.
  std::optional<std::size_t> period() const {
    constexpr std::size_t kLongest = kOffsets / 4;
    for (std::size_t period = 2; period <= kLongest; period *= 2) {
      if (repeats(period)) return period;
    }
    for (std::size_t period = 3; period <= kLongest; ++period) {
      if (repeats(period)) return period;
    }
    for (std::size_t period = 2 * kLongest; period <= letters_.most(); period *= 2) {
      if (repeats_far(period)) return period;
    }
    // The end of a block that is no power of two lies in the units that fail, or beside them.
    for (std::size_t period = in_front(); period <= check_.units.size(); ++period) {
      if (period > kLongest && repeats_far(period)) return period;
    }
    return std::nullopt;
  }
  bool repeats(std::size_t period) const {
    for (std::size_t i = period; i < kOffsets; ++i) {
      if (fails_[i] != fails_[i - period]) return false;
    }
    return true;
  }
  // Those that fail do so a period further, and those that pass pass; so do three between.
  bool repeats_far(std::size_t period) const {
    constexpr std::size_t kFew = 6;
    std::array<std::size_t, 2> asked{};  // that pass, that fail
    for (std::size_t i = 0; i < std::min(period, kOffsets); ++i) {
      if (++asked[fails_[i] ? 1 : 0] > kFew) continue;
      const std::size_t at = in_front() + i;
      if (at + period > letters_.most() || letters_.fails(at + period) != fails_[i]) return false;
      if (at + 2 * period <= letters_.most() && letters_.fails(at + 2 * period) != fails_[i])
        return false;
    }
    const auto first = static_cast<std::size_t>(std::ranges::find(fails_, true) - fails_.begin());
    const std::size_t at = in_front() + first;
    return period < kOffsets ||
           letters_.pass({at + period / 4, at + period / 2, at + period - period / 4});
  }

  // The same units at another address.
  std::string words_for_address() {
    if (check_.how.placement != Placement::kEnd || !judge_.caller().shows_memory()) return {};
    for (const Placement placement : {Placement::kStart, Placement::kNul}) {
      Check other = check_;
      other.how.placement = placement;
      if (!passes_only(judge_, other, check_)) continue;
      return fmt::format("only at some addresses of its buffers: right with --placement {}",
                         row_of(placement).name);
    }
    return {};
  }

  // One letter after it may leave the units in the last part of the text.
  bool needs_an_end_near(const Check& check) {
    constexpr std::array<std::size_t, 3> kAfter{1, 4, 16};
    return std::ranges::any_of(kAfter, [&](std::size_t count) {
      return passes_only(judge_, followed_by(check, count), check);
    });
  }

  // Letters from the front to the back keep the length.
  bool fails_in_front(const Check& check) {
    const std::size_t letters = letters_in_front(check.units).count;
    for (const std::size_t count : {1u, 2u, 4u}) {
      if (count > letters) break;
      Check moved = followed_by(check, count);
      remove_units(moved, 0, count);
      if (judge_.fails(moved)) return true;
    }
    return false;
  }

  // Where an offset that is right is wrong with text after it, the offset is not all that matters.
  bool fails_elsewhere() {
    constexpr std::size_t kMostTried = 4;
    std::size_t tried = 0;
    for (std::size_t i = 1; i < kOffsets && tried < kMostTried; ++i) {
      if (fails_[i]) continue;
      ++tried;
      for (const std::size_t count : {1u, 16u, 64u}) {
        if (judge_.fails(followed_by(shifted_by(check_, i), count))) return true;
      }
    }
    return false;
  }

  // It fails after any number of letters more.
  std::string words_for_all() {
    const auto least = letters_.threshold();
    if (!least) return {};
    const Check edge = letters_.with(*least);
    const bool is_length = fails_in_front(edge);
    const bool is_at_end = !is_length && needs_an_end_near(edge);
    const Counted counted = is_length || is_at_end ? length() : offset();
    const std::size_t number = is_length || is_at_end ? edge.units.size() : *least;
    return fmt::format("only where {} {} {}{}{}", counted.is, number, counted.more,
                       counter_up_to(number), is_at_end ? ", at the end of the input" : "");
  }

  Judge& judge_;
  const Check& check_;
  Resizable letters_;
  std::vector<bool> fails_;
  Counted counted_;        // what changes with each letter in front,
  std::size_t first_ = 0;  // and how much of it the check has
};

// The processor time that this thread has used, in seconds; of calls in another process, the time
// that passes.
double seconds_of(const Caller& caller) {
  timespec time{};
  clock_gettime(caller.shows_memory() ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// Four times the length takes four times as long, or sixteen times by its square.
std::string words_for_time(const Resizable& sized, std::size_t least, const ReadClock& now) {
  constexpr double kBySquare = 8, kByCube = 40;
  const auto time_of = [&](std::size_t count) {
    constexpr int kTimes = 3;  // one may have waited for a processor
    double shortest = 0;
    for (int i = 0; i < kTimes; ++i) {
      const double begun = now();
      sized.passes(count);
      const double took = now() - begun;
      shortest = i == 0 ? took : std::min(shortest, took);
    }
    return shortest;
  };
  const double growth = time_of(least / 4) / time_of(least / 16);
  if (growth < kBySquare) return "";
  return fmt::format(
      "; fewer are answered rightly, in a time that grows {} the square of the length",
      growth < kByCube ? "with" : "by more than");
}

// One call.
Observation answer_to(Judge& judge, const Check& check) {
  const std::size_t needed_room = needed(check.how.operation, judge.law().about(check.units));
  const std::size_t room = room_of(check.how.room, needed_room, check.units.size());
  return judge.caller().call({check.units, check.how, room});
}

// A full stack ends with this signal; an observation of another process has it in words.
bool is_of_memory(const Observation& seen) {
  return seen.signal == SIGSEGV || seen.signal == SIGBUS ||
         std::string_view(seen.note).find("signal 11") != std::string_view::npos;
}

// True where the number of values decides, and not that of bytes or of errors: two-byte characters
// are fewer in as many bytes. A text of letters, which crashes from `least` on, may be too long to
// be asked with as many characters.
bool is_for_each_value(Judge& judge, const Resizable& sized, std::size_t least) {
  const Check rest = sized.with(0);
  const auto crashes = [&](std::size_t values) {
    return judge.fails(resized(rest, {sized.run().at, 0, {0xC3, 0xA9}}, values));
  };
  const std::size_t many = least + least / 4;
  if (crashes(least - least / 4)) return false;
  if (2 * many + rest.units.size() > Caller::kMaxUnits) return sized.run().part == Bytes{'A'};
  return crashes(many);
}

// Two digits, because the limit of a stack or of a time is not always at the same place.
std::size_t rounded(std::size_t number) {
  std::size_t unit = 1;
  while (number / unit >= 100) unit *= 10;
  return (number + unit - 1) / unit * unit;
}

}  // namespace

bool needs_its_offset(Judge& judge, const Check& check) {
  constexpr std::size_t kShifts = 16;
  if (check.units.empty()) return false;  // nothing has another offset
  for (std::size_t i = 1; i <= kShifts; ++i) {
    if (judge.passes(shifted_by(check, i))) return true;
  }
  return false;
}

bool needs_a_full_output(Judge& judge, const Check& check) {
  // The others get no room, or the room that the interface promises.
  if (!is_decoding(check.how.operation) || is_stream(check.how.operation)) return false;
  Check ample = check;
  ample.how.room = Room::kAmple;
  return passes_only(judge, ample, check);
}

bool needs_the_end(Judge& judge, const Check& check) {
  return !check.units.empty() && passes_only(judge, followed_by(check, 1), check);
}

std::string pattern_of_position(Judge& judge, const Check& check) {
  if (check.units.empty()) return {};
  const std::string words = Position(judge, check).words();
  return words.empty() ? pattern_of_number(judge, check, Kind::kDependsOnPosition) : words;
}

std::string pattern_of_number(Judge& judge, const Check& check, Kind kind, ReadClock now) {
  constexpr std::size_t kFew = 256, kFineness = 16;
  const Resizable sized(judge, check, longest_run(check.units));
  const std::size_t count = sized.run().count;
  if (count < kFew) return {};
  if (!now) now = [&] { return seconds_of(judge.caller()); };
  const std::string part = to_text({sized.run().part, {}});
  // Each question about a call that fails may take a process, or the whole time limit.
  const bool is_call = shows_in(kind) == ShowsIn::kCall;
  const bool is_multiple = !is_call && 2 * count <= sized.most() && sized.fails(2 * count) &&
                           sized.pass({count - 1, count + 1, 2 * count - 1});
  if (is_multiple) {
    return fmt::format("only where {} stands {} times, or a multiple of it{}", part, count,
                       counter_up_to(count));
  }
  auto least = is_call ? std::nullopt : sized.threshold();
  const bool is_rough = !least;
  if (is_rough) least = sized.threshold(kFineness);
  if (!least) return {};
  if (kind == Kind::kCrash && is_of_memory(answer_to(judge, check)) &&
      is_for_each_value(judge, sized, *least)) {
    return fmt::format(
        "only from about {} values on: it looks like a recursion for each value, whose depth the "
        "stack limits",
        rounded(*least));
  }
  const std::string number =
      is_rough ? fmt::format("about {}", rounded(*least)) : fmt::to_string(*least);
  return fmt::format("only where {} stands {} times or more{}", part, number,
                     kind == Kind::kHang ? words_for_time(sized, *least, now)
                                         : std::string(counter_up_to(*least)));
}

Check with_margin(Judge& judge, const Check& check, const Failure& failure) {
  constexpr std::size_t kShort = 10, kNeighbours = 16;
  const Resizable sized(judge, check, longest_run(check.units));
  const std::size_t count = sized.run().count;
  if (count < kShort) return check;
  const bool is_hang = failure.kind == Kind::kHang;
  const std::size_t more = rounded(count + count / (is_hang ? 1 : 10));
  const std::size_t wide = std::min(sized.most(), more);
  // Each of these may take a process or the whole time limit.
  const bool is_dear = shows_in(failure.kind) == ShowsIn::kCall;
  if (!sized.passes(is_hang ? 0 : count - count / 11 - 1)) return check;
  for (std::size_t i = 1; i <= kNeighbours && !is_dear; ++i) {
    if (count + i <= sized.most() && !sized.fails(count + i)) return check;
  }
  Check wider = sized.with(wide);
  const auto there = judge.judge(wider);
  return there && there->kind == failure.kind ? wider : check;
}

std::string pattern_of_end(Judge& judge, const Check& check) {
  const bool is_end = std::ranges::all_of(std::array{1u, 5u, 17u}, [&](std::size_t count) {
    return passes_only(judge, followed_by(check, count), check);
  });
  return is_end ? "only at the end of the input" : "";
}

std::string pattern_of_error(Judge& judge, const Check& check) {
  const Expectation& law = judge.law().about(check.units);
  if (law.is_well_formed()) return {};
  const IllFormed error = *law.error;
  const Observation seen = answer_to(judge, check);
  const bool is_refused = seen.status == PLACEMAT_ILL_FORMED || seen.status == PLACEMAT_INCOMPLETE;
  if (seen.outcome != Observation::Outcome::kAnswered || !is_refused) return {};
  if (seen.error_offset != error.offset || seen.error_length == PLACEMAT_UNKNOWN) return {};
  if (seen.error_length != error.length) return "in the length of the error; its offset is right";
  if ((seen.status == PLACEMAT_INCOMPLETE) == error.at_end) return {};
  return "in whether the end cuts the error off; its offset and length are right";
}

std::string pattern_of_chance(Judge& judge, const Check& check) {
  constexpr int kTimes = 64;
  int failed = 0;
  for (int i = 0; i < kTimes; ++i) failed += judge.fails(check) ? 1 : 0;
  if (failed == 0) return fmt::format("not again in {} repetitions", kTimes);
  if (failed == kTimes) {
    return fmt::format("not each time at first, then in all of {} repetitions", kTimes);
  }
  return fmt::format("in {} of {} repetitions", failed, kTimes);
}

}  // namespace placemat
