#include "harness/judge/minimise.h"

#include <algorithm>

#include "harness/generate/items.h"
#include "harness/judge/known_verdicts.h"

namespace placemat {
namespace {

class Minimiser {
 public:
  Minimiser(Judge& judge, const Check& check, const Failure& failure, Effort effort,
            KnownVerdicts* known)
      : judge_(judge),
        best_(check),
        failure_(failure),
        effort_(effort),
        known_(known),
        firsts_(class_firsts(judge.law().machine())) {}

  Minimised run() {
    bool better = true;
    while (better && effort_.questions > 0 && effort_.deaths > 0) {
      better = simplify_presentation();
      better |= shorten_pad_and_tail();
      better |= equal_letters(0, best_.units.size());
      better |= equal_errors();
      better |= remove_units_at();
      better |= remove_cuts();
      better |= replace_items();
      better |= lower_units();
    }
    return {best_, std::move(shown_)};
  }

 private:
  bool try_instead(const Check& check) {
    if (effort_.questions == 0 || effort_.deaths == 0 || !is_plainer(check, best_)) return false;
    // A call cannot have what only a stream has.
    if (!misfit(check.how, check.units.size()).empty()) return false;
    --effort_.questions;
    // What the questions before have left must not be taken for the call before.
    const bool needs_call = failure_.kind == Kind::kKeepsState && best_.how.ending == Ending::kCall;
    if (needs_call && !judge_.is_due_to_call_before(check)) return false;
    auto failure = verdict_on(check);
    if (failure && (failure->is_fatal || failure->kind == Kind::kHang)) --effort_.deaths;
    if (!failure || failure->kind != failure_.kind ||
        !failure->difference.resembles(failure_.difference)) {
      return false;
    }
    best_ = check;
    shown_ = std::move(failure);
    return true;
  }

  std::optional<Failure> verdict_on(const Check& check) {
    if (known_ == nullptr) return judge_.judge(check);
    if (const auto* verdict = known_->find(check)) return *verdict;
    auto failure = judge_.judge(check);
    known_->add(check, failure);
    return failure;
  }

  template <class Change>
  bool try_change(Change change) {
    Check check = best_;
    change(check);
    return check != best_ && try_instead(check);
  }

  bool simplify_presentation() {
    const auto try_how = [&](auto change) {
      return try_change([&](Check& check) { change(check.how); });
    };
    bool better = try_how([](Presentation& how) { how.clear_prelude(); });
    better |= try_how([](Presentation& how) { how.room = Room::kExact; });
    better |= try_how([](Presentation& how) { how.placement = Placement::kEnd; });
    better |= try_how([](Presentation& how) { how.environment = Environment::kPlain; });
    better |= try_how([](Presentation& how) { how.cuts.clear(); });
    better |= try_how([](Presentation& how) { how.pad = how.tail = 0; });
    for (const Operation plainer :
         {Operation::kValidate, Operation::kStrict32, Operation::kLossy32, Operation::kStrict64,
          Operation::kLossy64, Operation::kStrict16, Operation::kLossy16}) {
      if (plainer >= best_.how.operation || !has(judge_.caller().decoder(), plainer)) continue;
      if (try_how([&](Presentation& how) { how.operation = plainer; })) better = true;
    }
    for (std::size_t i = best_.how.prelude.size(); i-- > 0;) {
      better |= try_how([&](Presentation& how) { erase(how.prelude, i, 1); });
    }
    return better;
  }

  static void erase(Bytes& units, std::size_t at, std::size_t count) {
    const auto begin = units.begin() + static_cast<std::ptrdiff_t>(at);
    units.erase(begin, begin + static_cast<std::ptrdiff_t>(count));
  }

  bool shorten_pad_and_tail() {
    bool better = false;
    while (best_.how.pad > 0 &&
           try_change([](Check& t) { remove_units(t, 0, t.how.pad - t.how.pad / 2); }))
      better = true;
    while (best_.how.pad > 0 && try_change([](Check& t) { remove_units(t, 0, 1); })) better = true;
    while (best_.how.tail > 0 && try_change([](Check& t) {
             const std::size_t half = t.how.tail - t.how.tail / 2;
             remove_units(t, t.units.size() - half, half);
           })) {
      better = true;
    }
    return better;
  }

  // Makes the text of a range one letter, as a whole or else its halves: a long text is to be read
  // as a number of equal units.
  bool equal_letters(std::size_t from, std::size_t to) {
    const auto is_other_letter = [](std::uint8_t unit) {
      return unit >= 0x20 && unit <= 0x7E && unit != kLetter;
    };
    const auto range = [&](Bytes& units) {
      return std::ranges::subrange(units.begin() + static_cast<std::ptrdiff_t>(from),
                                   units.begin() + static_cast<std::ptrdiff_t>(to));
    };
    if (to - from < kShortText || std::ranges::none_of(range(best_.units), is_other_letter)) {
      return false;
    }
    if (try_change(
            [&](Check& t) { std::ranges::replace_if(range(t.units), is_other_letter, kLetter); })) {
      return true;
    }
    const std::size_t middle = from + (to - from) / 2;
    const bool is_better = equal_letters(from, middle);
    return equal_letters(middle, to) || is_better;
  }

  // Where a long text of errors fails by their number, any errors do.
  bool equal_errors() {
    if (best_.units.size() <= kLongText) return false;
    return try_change([](Check& t) { std::ranges::fill(t.units, kError); });
  }

  // Removes large parts first, then whole blocks (a failure may need the offset within
  // one), then every part that can be one sequence: its units can only be removed
  // together.
  bool remove_units_at() {
    bool better = best_.units.size() > kLongText && remove_sequences();
    for (std::size_t count = best_.units.size(); count > kLongestPart; count /= 2) {
      better |= remove_parts(count, std::max<std::size_t>(1, count / 2));
    }
    for (const std::size_t block : {64u, 32u, 16u, 8u}) better |= remove_parts(block, block);
    for (std::size_t count = kLongestPart; count > 0; --count) better |= remove_parts(count, 1);
    return better;
  }

  // Many sequences at a time, of any lengths: each begins at a unit that is no continuation unit.
  bool remove_sequences() {
    bool better = false;
    std::vector<std::size_t> starts = starts_of(best_.units);
    for (std::size_t count = starts.size(); count > 0; count /= 2) {
      for (std::size_t first = 0; first + count < starts.size();) {
        const std::size_t at = starts[first], behind = starts[first + count];
        const bool gone = try_change([&](Check& t) { remove_units(t, at, behind - at); });
        better |= gone;
        if (gone)
          starts = starts_of(best_.units);
        else
          first += std::max<std::size_t>(1, count / 2);
      }
    }
    return better;
  }

  // The offsets of units outside of 80..BF, and the end.
  static std::vector<std::size_t> starts_of(const Bytes& units) {
    std::vector<std::size_t> starts;
    for (std::size_t at = 0; at < units.size(); ++at) {
      if ((units[at] & 0xC0) != 0x80) starts.push_back(at);
    }
    starts.push_back(units.size());
    return starts;
  }

  bool remove_parts(std::size_t count, std::size_t stride) {
    bool better = false;
    for (std::size_t at = 0; at + count <= best_.units.size();) {
      const bool gone = try_change([&](Check& t) { remove_units(t, at, count); });
      better |= gone;
      if (!gone) at += stride;
    }
    return better;
  }

  // A sequence that matters only for its length becomes letters.
  bool replace_items() {
    bool better = false;
    for (std::size_t count = kLongestPart; count > 1; --count) {
      for (std::size_t at = 0; at + count <= best_.units.size(); ++at) {
        better |= try_change([&](Check& t) {
          std::fill_n(t.units.begin() + static_cast<std::ptrdiff_t>(at), count, kLetter);
        });
      }
    }
    return better;
  }

  bool remove_cuts() {
    bool better = false;
    for (std::size_t i = best_.how.cuts.size(); i-- > 0;) {
      better |= try_change(
          [&](Check& t) { t.how.cuts.erase(t.how.cuts.begin() + static_cast<std::ptrdiff_t>(i)); });
    }
    return better;
  }

  // Makes each unit as plain as possible: a letter, otherwise the first unit of a class.
  bool lower_units() {
    bool better = false;
    for (std::size_t at = 0; at < best_.units.size(); ++at) {
      if (try_change([&](Check& t) { t.units[at] = kLetter; })) {
        better = true;
        continue;
      }
      for (const std::uint8_t unit : firsts_) {
        if (unit >= best_.units[at]) break;
        if (try_change([&](Check& t) { t.units[at] = unit; })) {
          better = true;
          break;
        }
      }
    }
    return better;
  }

  static constexpr std::uint8_t kLetter = 'A';
  static constexpr std::uint8_t kError = 0x80;
  static constexpr std::size_t kLongestPart = 6;
  static constexpr std::size_t kLongText = 64;
  static constexpr std::size_t kShortText = 16;  // its units are replaced one by one

  Judge& judge_;
  Check best_;
  std::optional<Failure> shown_;  // by best_
  const Failure& failure_;
  Effort effort_;
  KnownVerdicts* known_;
  std::vector<std::uint8_t> firsts_;
};

}  // namespace

Minimised minimised(Judge& judge, const Check& check, const Failure& failure, Effort effort,
                    KnownVerdicts* known) {
  return Minimiser(judge, check, failure, effort, known).run();
}

Check minimise(Judge& judge, const Check& check, const Failure& failure, Effort effort) {
  return minimised(judge, check, failure, effort).check;
}

}  // namespace placemat
