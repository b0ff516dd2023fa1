// abnf.h: the automaton of the grammar in RFC 3629, section 4, built from the text of its rows and
// from nothing else of this tree. It must not know the law: law_check.h compares the two.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace placemat {

// The rows as they are printed, without comments and line breaks.
inline constexpr std::string_view kRfc3629Grammar[] = {
    "UTF8-octets = *( UTF8-char )",
    "UTF8-char   = UTF8-1 / UTF8-2 / UTF8-3 / UTF8-4",
    "UTF8-1      = %x00-7F",
    "UTF8-2      = %xC2-DF UTF8-tail",
    "UTF8-3      = %xE0 %xA0-BF UTF8-tail / %xE1-EC 2( UTF8-tail ) / "
    "%xED %x80-9F UTF8-tail / %xEE-EF 2( UTF8-tail )",
    "UTF8-4      = %xF0 %x90-BF 2( UTF8-tail ) / %xF1-F3 3( UTF8-tail ) / "
    "%xF4 %x80-8F 2( UTF8-tail )",
    "UTF8-tail   = %x80-BF",
};

// A complete deterministic automaton; state 0 is the start.
struct AbnfAutomaton {
  std::vector<std::array<std::uint16_t, 256>> next;
  std::vector<bool> accepts;
};

// The first row is the start. Throws std::invalid_argument for what is not ABNF of this kind:
// names, %x ranges, repetition by `*( ... )` and `n( ... )`, concatenation and alternatives.
AbnfAutomaton automaton_of(std::span<const std::string_view> rows);

}  // namespace placemat
