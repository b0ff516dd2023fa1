// hoehrmann_tables.h: the two layouts of Bjoern Hoehrmann's UTF-8 automaton,
// computed at compile time. His are the twelve classes of the 256 units and
// their numbers: the class of a lead is also the shift that removes its length
// marks (FF >> class). The transitions come from Table 3-7. It must not know
// the decoders that walk the tables.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "impls/table_3_7.h"

namespace placemat::hoehrmann {

inline constexpr std::size_t kClasses = 12;
inline constexpr std::size_t kStates = table_3_7::kStates;

struct ClassOf {
  table_3_7::UnitRange units;
  std::uint8_t number;
};
inline constexpr std::array<ClassOf, 14> kClassRanges{{
    {{0x00, 0x7F}, 0},
    {{0x80, 0x8F}, 1},
    {{0x90, 0x9F}, 9},
    {{0xA0, 0xBF}, 7},
    {{0xC0, 0xC1}, 8},
    {{0xC2, 0xDF}, 2},
    {{0xE0, 0xE0}, 10},
    {{0xE1, 0xEC}, 3},
    {{0xED, 0xED}, 4},
    {{0xEE, 0xEF}, 3},
    {{0xF0, 0xF0}, 11},
    {{0xF1, 0xF3}, 6},
    {{0xF4, 0xF4}, 5},
    {{0xF5, 0xFF}, 8},
}};

constexpr std::array<std::uint8_t, 256> unit_classes() {
  std::array<std::uint8_t, 256> classes{};
  for (const ClassOf& range : kClassRanges)
    for (unsigned unit = range.units.first; unit <= range.units.last; ++unit)
      classes[unit] = range.number;
  return classes;
}
inline constexpr std::array<std::uint8_t, 256> kUnitClasses = unit_classes();

// The classes are right when no transition distinguishes two units of a class.
constexpr bool classes_suffice() {
  for (std::size_t state = 0; state < kStates; ++state)
    for (unsigned a = 0; a < 256; ++a)
      for (unsigned b = 0; b < a; ++b)
        if (kUnitClasses[a] == kUnitClasses[b] &&
            table_3_7::kAutomaton.next(state, static_cast<std::uint8_t>(a)) !=
                table_3_7::kAutomaton.next(state, static_cast<std::uint8_t>(b)))
          return false;
  return true;
}

constexpr std::size_t next_by_class(std::size_t state, std::uint8_t number) {
  for (unsigned unit = 0; unit < 256; ++unit)
    if (kUnitClasses[unit] == number)
      return table_3_7::kAutomaton.next(state, static_cast<std::uint8_t>(unit));
  return table_3_7::kReject;
}

// 256 classes, then one row of `kRowLength` transitions for each state. A
// stored state is its number times `kScale`.
template <std::size_t kRowLength, std::size_t kScale>
constexpr std::array<std::uint8_t, 256 + kRowLength * kStates> table() {
  std::array<std::uint8_t, 256 + kRowLength * kStates> cells{};
  for (unsigned unit = 0; unit < 256; ++unit) cells[unit] = kUnitClasses[unit];
  for (std::size_t state = 0; state < kStates; ++state)
    for (std::size_t number = 0; number < kRowLength; ++number)
      cells[256 + kRowLength * state + number] = static_cast<std::uint8_t>(
          kScale * next_by_class(state, static_cast<std::uint8_t>(number)));
  return cells;
}

// 2008: rows of 16, plain state numbers; cell 256 + 16 * state + class.
inline constexpr auto kTable2008 = table<16, 1>();
// 2010: rows of 12, a state is its number times 12; cell 256 + state + class.
inline constexpr auto kTable2010 = table<kClasses, kClasses>();

}  // namespace placemat::hoehrmann
