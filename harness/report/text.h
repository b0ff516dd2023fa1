// text.h: puts foreign text (a decoder's name, a reason, an answer) into a page, a table or a
// terminal without letting it become markup. It must not know what the text means.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "harness/bytes/numbers.h"

namespace placemat {

// For a terminal: control and invisible format characters are spelled out
// ("\x1B", "\u{202E}"), ill-formed UTF-8 becomes U+FFFD; line feeds stay. What is
// longer than 20,000 code units is cut, here and in all functions below.
std::string visible(std::string_view text);

// The same on one line.
std::string visible_line(std::string_view text);

// For HTML and XML 1.0, between tags and within quoted attributes alike: as
// `visible`, and markup and everything outside ASCII as character references.
std::string escape_markup(std::string_view text);

// For running text and table cells of Markdown: as `visible`, on one line, and
// nothing in it is markup.
std::string escape_markdown(std::string_view text);

// The same as a code span. In tables a vertical bar needs a backslash even there.
std::string markdown_code(std::string_view text, bool in_table = false);

// "1 finding", "3 findings".
std::string counted(std::uint64_t number, std::string_view noun);

// "a", "a and b", "a, b and c".
template <class Strings>
std::string listed(const Strings& items) {
  std::string out;
  std::size_t at = 0;
  for (const auto& item : items) {
    if (at > 0) out += at + 1 == items.size() ? " and " : ", ";
    out += item;
    ++at;
  }
  return out;
}

}  // namespace placemat
