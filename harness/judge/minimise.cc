#include "harness/judge/minimise.h"

#include <algorithm>

#include "harness/generate/items.h"

namespace placemat {
namespace {

class Minimiser {
 public:
  Minimiser(Court& court, const Trial& trial, Kind kind, std::size_t questions)
      : court_(court),
        best_(trial),
        kind_(kind),
        questions_(questions),
        firsts_(class_firsts(court.law().machine())) {}

  Trial run() {
    bool better = true;
    while (better && questions_ > 0) {
      better = simplify_presentation();
      better |= shorten_pad_and_tail();
      better |= leave_out_units();
      better |= leave_out_cuts();
      better |= replace_items();
      better |= lower_units();
    }
    return best_;
  }

 private:
  bool try_instead(const Trial& trial) {
    if (questions_ == 0 || !is_plainer(trial, best_)) return false;
    --questions_;
    const auto failure = court_.judge(trial);
    if (!failure || failure->kind != kind_) return false;
    best_ = trial;
    return true;
  }

  template <class Change>
  bool try_change(Change change) {
    Trial trial = best_;
    change(trial);
    return trial != best_ && try_instead(trial);
  }

  bool simplify_presentation() {
    bool better = try_change([](Trial& t) { t.ending = Before::Ending::kNone, t.before.clear(); });
    better |= try_change([](Trial& t) { t.capacity = Trial::Capacity::kExact; });
    better |= try_change([](Trial& t) { t.placement = Placement::kEnd; });
    better |= try_change([](Trial& t) { t.cuts.clear(); });
    better |= try_change([](Trial& t) { t.pad = t.tail = 0; });
    for (const Operation plainer :
         {Operation::kValidate, Operation::kStrict32, Operation::kLossy32, Operation::kStrict64,
          Operation::kLossy64, Operation::kStrict16, Operation::kLossy16}) {
      if (plainer >= best_.operation || !has(court_.caller().decoder(), plainer)) continue;
      if (try_change([&](Trial& t) { t.operation = plainer; })) better = true;
    }
    for (std::size_t i = best_.before.size(); i-- > 0;) {
      better |= try_change([&](Trial& t) { erase(t.before, i, 1); });
    }
    return better;
  }

  static void erase(Bytes& units, std::size_t at, std::size_t count) {
    const auto begin = units.begin() + static_cast<std::ptrdiff_t>(at);
    units.erase(begin, begin + static_cast<std::ptrdiff_t>(count));
  }

  bool shorten_pad_and_tail() {
    bool better = false;
    while (best_.pad > 0 && try_change([](Trial& t) { leave_out(t, 0, t.pad - t.pad / 2); }))
      better = true;
    while (best_.pad > 0 && try_change([](Trial& t) { leave_out(t, 0, 1); })) better = true;
    while (best_.tail > 0 && try_change([](Trial& t) {
             const std::size_t half = t.tail - t.tail / 2;
             leave_out(t, t.units.size() - half, half);
           })) {
      better = true;
    }
    return better;
  }

  // Large parts first, then whole blocks (a fault may need the offset within
  // one), then every part that can be one sequence: its units can only go
  // together.
  bool leave_out_units() {
    bool better = false;
    for (std::size_t count = best_.units.size(); count > kLongestPart; count /= 2) {
      better |= leave_out_parts(count, std::max<std::size_t>(1, count / 2));
    }
    for (const std::size_t block : {64u, 32u, 16u, 8u}) better |= leave_out_parts(block, block);
    for (std::size_t count = kLongestPart; count > 0; --count) better |= leave_out_parts(count, 1);
    return better;
  }

  bool leave_out_parts(std::size_t count, std::size_t stride) {
    bool better = false;
    for (std::size_t at = 0; at + count <= best_.units.size();) {
      const bool gone = try_change([&](Trial& t) { leave_out(t, at, count); });
      better |= gone;
      if (!gone) at += stride;
    }
    return better;
  }

  // A sequence that is only there for its length becomes letters.
  bool replace_items() {
    bool better = false;
    for (std::size_t count = kLongestPart; count > 1; --count) {
      for (std::size_t at = 0; at + count <= best_.units.size(); ++at) {
        better |= try_change([&](Trial& t) {
          std::fill_n(t.units.begin() + static_cast<std::ptrdiff_t>(at), count, kLetter);
        });
      }
    }
    return better;
  }

  bool leave_out_cuts() {
    bool better = false;
    for (std::size_t i = best_.cuts.size(); i-- > 0;) {
      better |= try_change(
          [&](Trial& t) { t.cuts.erase(t.cuts.begin() + static_cast<std::ptrdiff_t>(i)); });
    }
    return better;
  }

  // Each unit as plain as it can be: a letter, else the first unit of a class.
  bool lower_units() {
    bool better = false;
    for (std::size_t at = 0; at < best_.units.size(); ++at) {
      if (try_change([&](Trial& t) { t.units[at] = kLetter; })) {
        better = true;
        continue;
      }
      for (const std::uint8_t unit : firsts_) {
        if (unit >= best_.units[at]) break;
        if (try_change([&](Trial& t) { t.units[at] = unit; })) {
          better = true;
          break;
        }
      }
    }
    return better;
  }

  static constexpr std::uint8_t kLetter = 'A';
  static constexpr std::size_t kLongestPart = 6;

  Court& court_;
  Trial best_;
  Kind kind_;
  std::size_t questions_;
  std::vector<std::uint8_t> firsts_;
};

}  // namespace

Trial minimise(Court& court, const Trial& trial, Kind kind, std::size_t questions) {
  return Minimiser(court, trial, kind, questions).run();
}

}  // namespace placemat
