#include "harness/report/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "harness/bytes/bytes.h"
#include "harness/spec/encode.h"
#include "harness/spec/reference.h"

namespace placemat {
namespace {

// A report about UTF-8 reads it with the law's own decoder.
std::vector<std::uint64_t> code_points(std::string_view text) {
  const auto* data = reinterpret_cast<const std::uint8_t*>(text.data());
  return reference_decode(ByteView(data, text.size()),
                          {DialectId::kUtf8, PolicyId::kMaximalSubpart, Bom::kKeep})
      .values;
}

bool within(std::uint64_t value, std::uint64_t first, std::uint64_t last) {
  return value >= first && value <= last;
}

// Invisible characters, and those that move visible text: controls, zero width and bidirectional
// formatting, byte order mark, noncharacters of the BMP (which XML 1.0 2.2 does not allow either).
bool is_invisible(std::uint64_t value) {
  if (value == '\n' || value == '\t') return false;
  return value < 0x20 || within(value, 0x7F, 0x9F) || value == 0x61C ||
         within(value, 0x200B, 0x200F) || within(value, 0x2028, 0x202E) ||
         within(value, 0x2060, 0x206F) || value == 0xFEFF || within(value, 0xFFF9, 0xFFFB) ||
         within(value, 0xFFFE, 0xFFFF) || within(value, 0xE0000, 0xE007F);
}

std::string spelled(std::uint64_t value) {
  return value < 0x100 ? fmt::format("\\x{:02X}", value) : fmt::format("\\u{{{:04X}}}", value);
}

std::string encoded(std::uint64_t value) {
  const std::optional<Bytes> units = encode(dialect(DialectId::kUtf8), value);
  return units ? std::string(units->begin(), units->end()) : std::string();
}

std::string reference(std::uint64_t value) {
  switch (value) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    default:
      return value < 0x80 ? std::string(1, static_cast<char>(value))
                          : fmt::format("&#x{:X};", value);
  }
}

// Longer than any text of this program: what a decoder or a file may hold is cut.
constexpr std::size_t kLongest = 20'000;

template <class Write>
std::string rewritten(std::string_view text, Write write) {
  std::string out;
  for (const std::uint64_t value : code_points(text.substr(0, kLongest))) {
    out += is_invisible(value) ? spelled(value) : write(value);
  }
  if (text.size() > kLongest) out += fmt::format(" ... ({} more)", text.size() - kLongest);
  return out;
}

bool is_letter_or_digit(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

std::string on_one_line(std::string text) {
  std::replace_if(text.begin(), text.end(), [](char c) { return c == '\n' || c == '\t'; }, ' ');
  return text;
}

}  // namespace

std::string visible(std::string_view text) { return rewritten(text, encoded); }

std::string visible_line(std::string_view text) { return on_one_line(visible(text)); }

std::string escape_markup(std::string_view text) { return rewritten(text, reference); }

std::string escape_markdown(std::string_view text) {
  constexpr std::string_view kMarkup = "\\`*_{}[]<>()#|~!&";
  const std::string line = visible_line(text);
  const auto is_word = [&](std::size_t at) {
    return at < line.size() && (is_letter_or_digit(line[at]) || line[at] == '_');
  };
  std::string out;
  for (std::size_t at = 0; at < line.size(); ++at) {
    // CommonMark 6.2: an underscore within a word is no emphasis.
    const bool is_inside = line[at] == '_' && at > 0 && is_word(at - 1) && is_word(at + 1);
    if (kMarkup.find(line[at]) != std::string_view::npos && !is_inside) out += '\\';
    out += line[at];
  }
  return out;
}

std::string markdown_code(std::string_view text, bool in_table) {
  std::string body = visible_line(text);
  std::size_t longest = 0, run = 0;
  for (const char c : body) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  if (in_table) {
    for (std::size_t at = 0; (at = body.find('|', at)) != std::string::npos; at += 2) {
      body.insert(at, 1, '\\');
    }
  }
  const std::string fence(longest + 1, '`');
  // CommonMark 6.1: one blank on each side is not part of the content.
  const bool touches = body.empty() || body.front() == '`' || body.back() == '`';
  const char* blank = touches ? " " : "";
  return fence + blank + body + blank + fence;
}

std::string counted(std::uint64_t number, std::string_view noun) {
  return fmt::format("{} {}{}", grouped(number), noun, number == 1 ? "" : "s");
}

}  // namespace placemat
