// table_3_7.h: Unicode 3.9, Table 3-7 (well-formed UTF-8 byte sequences) for
// the automata in this directory, and the smallest automaton that accepts it,
// derived at compile time. The three table-driven decoders are layouts of this
// automaton and add no transition. It must not know how any of them packs it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace placemat::table_3_7 {

// A closed range of code units: 80..BF.
struct UnitRange {
  std::uint8_t first, last;
  constexpr bool contains(std::uint8_t unit) const { return unit >= first && unit <= last; }
  friend constexpr bool operator==(const UnitRange&, const UnitRange&) = default;
};

struct Row {
  std::size_t length;
  std::array<UnitRange, 4> units;
  friend constexpr bool operator==(const Row&, const Row&) = default;
};

inline constexpr UnitRange kTail{0x80, 0xBF};
inline constexpr std::array<Row, 9> kRows{{
    {1, {{{0x00, 0x7F}}}},
    {2, {{{0xC2, 0xDF}, kTail}}},
    {3, {{{0xE0, 0xE0}, {0xA0, 0xBF}, kTail}}},
    {3, {{{0xE1, 0xEC}, kTail, kTail}}},
    {3, {{{0xED, 0xED}, {0x80, 0x9F}, kTail}}},
    {3, {{{0xEE, 0xEF}, kTail, kTail}}},
    {4, {{{0xF0, 0xF0}, {0x90, 0xBF}, kTail, kTail}}},
    {4, {{{0xF1, 0xF3}, kTail, kTail, kTail}}},
    {4, {{{0xF4, 0xF4}, {0x80, 0x8F}, kTail, kTail}}},
}};

inline constexpr std::size_t kAccept = 0;
inline constexpr std::size_t kReject = 1;
inline constexpr std::size_t kStates = 9;

// A state is the rest of a row that a prefix still requires. Two prefixes with
// the same rest are one state; the empty rest is kAccept.
class Automaton {
 public:
  constexpr Automaton() {
    pending_[kReject].length = 0;
    count_ = 2;
    for (auto& row : next_) row.fill(kReject);
    for (const Row& row : kRows) add_row(row);
  }
  constexpr std::size_t states() const { return count_; }
  constexpr std::size_t next(std::size_t state, std::uint8_t unit) const {
    return next_[state][unit];
  }

 private:
  static constexpr Row rest(const Row& row) {
    Row shorter{row.length - 1, {}};
    for (std::size_t i = 1; i < row.length; ++i) shorter.units[i - 1] = row.units[i];
    return shorter;
  }
  constexpr std::size_t state_of(const Row& pending) {
    if (pending.length == 0) return kAccept;
    for (std::size_t state = 2; state < count_; ++state)
      if (pending_[state] == pending) return state;
    // One past kStates would not be a constant expression.
    pending_[count_] = pending;
    const std::size_t added = count_++;
    connect(added, pending);
    return added;
  }
  constexpr void connect(std::size_t state, const Row& pending) {
    const std::size_t target = state_of(rest(pending));
    for (unsigned unit = pending.units[0].first; unit <= pending.units[0].last; ++unit)
      next_[state][unit] = static_cast<std::uint8_t>(target);
  }
  constexpr void add_row(const Row& row) { connect(kAccept, row); }

  std::array<Row, kStates> pending_{};
  std::array<std::array<std::uint8_t, 256>, kStates> next_{};
  std::size_t count_ = 0;
};

inline constexpr Automaton kAutomaton{};
static_assert(kAutomaton.states() == kStates);

}  // namespace placemat::table_3_7
