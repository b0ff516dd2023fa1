// fixture.h: shared helpers of the tests of this directory: the law as a mutant
// without a fault, and strings over the units at the boundaries of Table 3-7.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <stdexcept>

#include "harness/strength/mutant.h"
#include "harness/strength/mutants.h"

namespace placemat::testing_aid {

inline Mutant faultless() {
  Mutant law;
  law.name = "none";
  law.machine = &machine(kMutatedProfile);
  return law;
}

inline Transition law_at(const Bytes& prefix, std::uint8_t unit) {
  const Machine& law = machine(kMutatedProfile);
  Machine::State state = Machine::kStart;
  for (const std::uint8_t u : prefix) state = law.at(state, u).next;
  return law.at(state, unit);
}

inline Machine::State state_after(const Bytes& prefix) {
  Machine::State state = Machine::kStart;
  for (const std::uint8_t u : prefix) state = machine(kMutatedProfile).at(state, u).next;
  return state;
}

// The first and last unit of every range of Table 3-7, of the rows that it
// omits, and of the ranges between.
inline constexpr std::array<std::uint8_t, 29> kEnds{
    0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xA9, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0,
    0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xF8, 0xFC, 0xFE, 0xFF};

// Every string of at most `length` units from `alphabet`, shorter ones first.
inline void each_string(const Bytes& alphabet, std::size_t length,
                        const std::function<void(ByteView)>& each) {
  for (std::size_t n = 0; n <= length; ++n) {
    std::vector<std::size_t> digits(n);
    Bytes string(n, alphabet.front());
    for (bool more = true; more;) {
      each(string);
      std::size_t i = n;
      for (; i > 0; --i) {
        digits[i - 1] = (digits[i - 1] + 1) % alphabet.size();
        string[i - 1] = alphabet[digits[i - 1]];
        if (digits[i - 1] != 0) break;
      }
      more = i > 0;
    }
  }
}

inline const Mutant& find_mutant(const std::vector<Mutant>& all, std::string_view name) {
  const auto found = std::ranges::find(all, name, &Mutant::name);
  if (found == all.end()) throw std::runtime_error("no mutant " + std::string(name));
  return *found;
}

// In the notation of the vectors: the values of the answer, and
// "@offset+length" of its error.
inline std::string shown(const Answer& answer) {
  std::string text;
  for (const std::uint64_t value : answer.values) {
    char buffer[24];
    std::snprintf(buffer, sizeof buffer, "%s%llX", text.empty() ? "" : " ",
                  static_cast<unsigned long long>(value));
    text += buffer;
  }
  if (answer.error) {
    text += " @" + std::to_string(answer.error->offset) + "+" +
            std::to_string(answer.error->length) + (answer.error->at_end ? " end" : "");
  }
  return text;
}

inline std::string shown(const Mutant& mutant, std::string_view units) {
  return shown(answer_of(mutant, parse_units(units).bytes));
}

}  // namespace placemat::testing_aid
