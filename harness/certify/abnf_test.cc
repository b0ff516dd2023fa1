// The automaton of the grammar, against the RFC's own examples and against counts that follow from
// the ranges of scalar values.
#include "harness/certify/abnf.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace placemat {
namespace {

const AbnfAutomaton& automaton() {
  static const AbnfAutomaton kAutomaton = automaton_of(kRfc3629Grammar);
  return kAutomaton;
}

bool derives(const std::string& octets) {
  std::uint16_t state = 0;
  for (const char c : octets) state = automaton().next[state][static_cast<std::uint8_t>(c)];
  return automaton().accepts[state];
}

TEST(Abnf, DerivesTheExamplesOfTheRfc) {  // section 7
  EXPECT_TRUE(derives(""));
  EXPECT_TRUE(derives("\x41\xE2\x89\xA2\xCE\x91\x2E"));
  EXPECT_TRUE(derives("\xED\x95\x9C\xEA\xB5\xAD\xEC\x96\xB4"));
  EXPECT_TRUE(derives("\xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E"));
  EXPECT_TRUE(derives("\xEF\xBB\xBF\xF0\xA3\x8E\xB4"));
}

TEST(Abnf, DoesNotDeriveWhatTheRfcForbids) {  // sections 3 and 10
  EXPECT_FALSE(derives("\xC0\x80"));
  EXPECT_FALSE(derives("\xED\xA1\x8C\xED\xBE\xB4"));
  EXPECT_FALSE(derives("\x2F\xC0\xAE\x2E\x2F"));
  EXPECT_FALSE(derives("\xF4\x90\x80\x80"));
  EXPECT_FALSE(derives("\xF8\x88\x80\x80\x80"));
  EXPECT_FALSE(derives("\xE2\x82"));
  EXPECT_FALSE(derives("\x80"));
}

// Strings of n octets: each ends with a character of 1 to 4 octets, of which there are 80, 780,
// F800 - 800 and 110000 - 10000 (hexadecimal).
TEST(Abnf, DerivesAsManyStringsAsThereAreTexts) {
  constexpr std::uint64_t kOf[] = {0, 0x80, 0x780, 0xF800 - 0x800, 0x100000};
  std::uint64_t texts[6] = {1};
  for (std::size_t n = 1; n <= 5; ++n) {
    for (std::size_t last = 1; last <= std::min<std::size_t>(n, 4); ++last) {
      texts[n] += kOf[last] * texts[n - last];
    }
  }
  std::vector<std::uint64_t> at(automaton().next.size());
  at[0] = 1;
  for (std::size_t n = 0; n <= 5; ++n) {
    std::uint64_t derived = 0;
    for (std::size_t s = 0; s < at.size(); ++s) derived += automaton().accepts[s] ? at[s] : 0;
    EXPECT_EQ(derived, texts[n]) << n;
    std::vector<std::uint64_t> then(at.size());
    for (std::size_t s = 0; s < at.size(); ++s) {
      for (const std::uint16_t next : automaton().next[s]) then[next] += at[s];
    }
    at = then;
  }
}

TEST(Abnf, RefusesWhatItDoesNotRead) {
  const auto read = [](std::string_view row) {
    const std::string_view rows[] = {row};
    return automaton_of(rows);
  };
  EXPECT_THROW(read("a = b"), std::invalid_argument);
  EXPECT_THROW(read("a = %x1"), std::invalid_argument);
  EXPECT_THROW(read("a = 2 %x41"), std::invalid_argument);
  EXPECT_THROW(read("a = *( %x41"), std::invalid_argument);
  EXPECT_THROW(read("a"), std::invalid_argument);
  EXPECT_THROW(read("a = %x41 )"), std::invalid_argument);
}

}  // namespace
}  // namespace placemat
