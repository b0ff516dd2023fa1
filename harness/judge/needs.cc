#include "harness/judge/needs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

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

// What changes with each letter in front, in words: "FF is at offset 15", "15 offsets of FF".
struct Counted {
  std::string is;    // "FF is at offset"
  std::string many;  // "offsets"
  std::string of;    // " of FF"
  std::string more = "or more";
};

// Where a check fails: at the values `first` + i for which `fails[i]`.
struct FailingOffsets {
  const std::vector<bool>& fails;
  std::size_t first;
  Counted counted;

  std::size_t size() const { return fails.size(); }
  std::size_t last() const { return first + size() - 1; }
  bool repeats(std::size_t period) const {
    for (std::size_t i = period; i < size(); ++i) {
      if (fails[i] != fails[i - period]) return false;
    }
    return true;
  }
  // In ascending order; modulo `period`, where there is one.
  std::vector<std::size_t> offsets(std::size_t period) const {
    std::vector<std::size_t> offsets;
    for (std::size_t i = 0; i < std::min(period, size()); ++i) {
      if (fails[i]) offsets.push_back(period < size() ? (first + i) % period : first + i);
    }
    std::ranges::sort(offsets);
    return offsets;
  }
};

std::string words_for_period(const FailingOffsets& all, std::size_t period) {
  const std::vector<std::size_t> offsets = all.offsets(period);
  if (offsets.size() > kMostNamed) {
    return fmt::format("at {} of {} {}{} modulo {}", offsets.size(), period, all.counted.many,
                       all.counted.of, period);
  }
  return fmt::format("only where {} {} modulo {}", all.counted.is, fmt::join(offsets, ", "),
                     period);
}

// Those of block sizes first.
std::optional<std::size_t> period_of(const FailingOffsets& all) {
  const std::size_t longest = all.size() / 4;
  for (std::size_t period = 2; period <= longest; period *= 2) {
    if (all.repeats(period)) return period;
  }
  for (std::size_t period = 3; period <= longest; ++period) {
    if (all.repeats(period)) return period;
  }
  return std::nullopt;
}

// Some fail, and some do not.
std::string words_for_offsets(const FailingOffsets& all) {
  if (const auto period = period_of(all)) return words_for_period(all, *period);
  const std::vector<std::size_t> offsets = all.offsets(all.size());
  const std::string where = fmt::format("only where {} ", all.counted.is);
  if (offsets.size() <= kMostNamed) return where + fmt::format("{}", fmt::join(offsets, ", "));
  if (offsets.back() - offsets.front() + 1 == offsets.size()) {
    if (offsets.back() == all.last()) {
      return where + fmt::format("{} {}", offsets.front(), all.counted.more);
    }
    return where + fmt::format("{} to {}", offsets.front(), offsets.back());
  }
  return fmt::format("at {} of the {} {} to {}{}", offsets.size(), all.counted.many, all.first,
                     all.last(), all.counted.of);
}

bool is_unusual(std::uint8_t unit) { return unit < 0x20 || unit > 0x7E; }

// Those before the first unusual unit; 0 where there is none.
std::size_t letters_in_front(ByteView units) {
  const auto first = std::ranges::find_if(units, is_unusual);
  return first == units.end() ? 0 : static_cast<std::size_t>(first - units.begin());
}

// The same units behind `count` letters.
Check shifted_by(const Check& check, std::size_t count) {
  Check shifted = check;
  shifted.units.insert(shifted.units.begin(), count, 'A');
  for (std::size_t& cut : shifted.how.cuts) cut += count;
  shifted.how.pad += count;
  return shifted;
}

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

// What the letters in front change besides the offset: it is told apart before it is named.
class Position {
 public:
  Position(Judge& judge, const Check& check)
      : judge_(judge), check_(check), letters_(letters_in_front(check.units)) {}

  std::string words() {
    for (std::size_t i = 0; i < kOffsets; ++i) {
      fails_.push_back(judge_.fails(shifted_by(check_, i)));
    }
    if (std::string address = words_for_address(); !address.empty()) return address;
    const auto failing = std::ranges::count(fails_, true);
    if (failing == 0) return {};
    if (failing == kOffsets) return words_for_all();
    const bool is_at_end = needs_an_end_near();
    if (is_at_end && letters_ == 0 && failing == 1 && fails_[0])
      return "only where nothing stands before or behind";
    const bool is_length = is_at_end && fails_in_front();
    std::string words = words_for_offsets({.fails = fails_,
                                           .first = is_at_end ? check_.units.size() : letters_,
                                           .counted = is_at_end ? length() : offset()});
    if (is_at_end && !is_length) return words + ", at the end of the input";
    if (is_at_end || !fails_elsewhere()) return words;
    constexpr std::string_view kOnly = "only ";
    if (words.starts_with(kOnly)) words.erase(0, kOnly.size());
    return words + "; elsewhere too with letters behind";
  }

 private:
  static Counted length() { return {"the length is", "lengths", ""}; }
  // A unit is named where it is the only unusual one, or begins the only unusual sequence.
  Counted offset() const {
    const ByteView units = check_.units;
    const std::size_t end = std::min(letters_ + PLACEMAT_MAX_SEQUENCE, units.size());
    const bool is_one =
        letters_ < units.size() && std::ranges::none_of(units.subspan(end), is_unusual);
    if (!is_one || !is_unusual(units[letters_]))
      return {"the number of letters in front is", "numbers of letters in front", ""};
    const std::string unit = fmt::format("{:02X}", units[letters_]);
    return {unit + " is at offset", "offsets", " of " + unit, "or later"};
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

  // One letter behind may leave the units in the last part of the text.
  bool needs_an_end_near() {
    constexpr std::array<std::size_t, 3> kBehind{1, 4, 16};
    return std::ranges::any_of(kBehind, [&](std::size_t count) {
      return passes_only(judge_, followed_by(check_, count), check_);
    });
  }

  // Letters from the front to the back keep the length.
  bool fails_in_front() {
    for (const std::size_t count : {1u, 2u, 4u}) {
      if (count > letters_) break;
      Check moved = followed_by(check_, count);
      remove_units(moved, 0, count);
      if (judge_.fails(moved)) return true;
    }
    return false;
  }

  // Where an offset that is right is wrong with text behind, the offset is not all that matters.
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

  // It fails behind any number of letters more.
  std::string words_for_all() {
    if (needs_a_letter_in_front() && !needs_that_letter()) {
      const bool is_length = fails_in_front();
      const bool is_at_end = !is_length && needs_an_end_near();
      const Counted counted = is_length || is_at_end ? length() : offset();
      return fmt::format("only where {} {} {}{}", counted.is,
                         is_length || is_at_end ? check_.units.size() : letters_, counted.more,
                         is_at_end ? ", at the end of the input" : "");
    }
    return fmt::format("only with all of these units, at each of {} offsets", kOffsets);
  }
  bool needs_a_letter_in_front() {
    if (letters_ == 0) return false;
    Check fewer = check_;
    remove_units(fewer, 0, 1);
    return judge_.passes(fewer);
  }
  // Another character in its place makes it pass, so that the offset is not what matters.
  bool needs_that_letter() {
    const Bytes character{0xC3, 0xA9};
    if (letters_ != 1 || !judge_.law().about(character).is_well_formed()) return false;
    Check other = shifted_by(check_, 1);
    std::ranges::copy(character, other.units.begin());
    return judge_.passes(other);
  }

  Judge& judge_;
  const Check& check_;
  std::size_t letters_;
  std::vector<bool> fails_;
};

}  // namespace

bool needs_its_offset(Judge& judge, const Check& check) {
  constexpr std::size_t kShifts = 16;
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
  return passes_only(judge, followed_by(check, 1), check);
}

std::string pattern_of_position(Judge& judge, const Check& check) {
  return check.units.empty() ? std::string() : Position(judge, check).words();
}

std::string pattern_of_error(Judge& judge, const Check& check) {
  const Expectation& law = judge.law().about(check.units);
  if (law.is_well_formed()) return {};
  const IllFormed error = *law.error;
  const std::size_t room =
      room_of(check.how.room, needed(check.how.operation, law), check.units.size());
  const Observation seen = judge.caller().call({check.units, check.how, room});
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
