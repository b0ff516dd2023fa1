#include "harness/bytes/bytes.h"

#include <fmt/format.h>

#include <array>
#include <charconv>

#include "harness/bytes/error.h"

namespace placemat {
namespace {

constexpr std::size_t kShortestRun = 8;

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::string printable(char c) {
  const auto unit = static_cast<unsigned char>(c);
  return unit >= 0x21 && unit <= 0x7E ? fmt::format("'{}'", c) : fmt::format("0x{:02X}", unit);
}

[[noreturn]] void fail(std::size_t at, const std::string& what) {
  throw InputError(fmt::format("column {}: {}", at + 1, what));
}

// Reads one group of hex digits that starts at `at`, and moves `at` past it.
Bytes parse_group(std::string_view text, std::size_t& at) {
  Bytes group;
  const std::size_t begin = at;
  while (at < text.size() && hex_digit(text[at]) >= 0) {
    if (at + 1 == text.size() || hex_digit(text[at + 1]) < 0) {
      fail(at, "odd number of hex digits; each code unit is two digits, as in C3A9");
    }
    group.push_back(static_cast<std::uint8_t>(hex_digit(text[at]) << 4 | hex_digit(text[at + 1])));
    at += 2;
  }
  if (at == begin) {
    fail(at, fmt::format("{} is no hex digit; write code units as hex, as in C3A9 or \"61*63 FF\"",
                         printable(text[at])));
  }
  return group;
}

std::size_t parse_count(std::string_view text, std::size_t& at, std::size_t limit) {
  std::size_t count = 0;
  const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), count);
  if (error != std::errc{} || count > limit) {
    fail(at, fmt::format("a repeat count from 0 to {} must follow '*'", limit));
  }
  at = static_cast<std::size_t>(end - text.data());
  if (at < text.size() && text[at] != '|' && !is_blank(text[at])) {
    fail(at, "a blank or '|' must follow a repeat count, as in \"61*63 FF\"");
  }
  return count;
}

// The number of equal units at the start of `bytes`.
std::size_t run_length(ByteView bytes) {
  std::size_t n = 1;
  while (n < bytes.size() && bytes[n] == bytes[0]) ++n;
  return n;
}

std::string chunk_text(ByteView chunk) {
  std::string out;
  for (std::size_t at = 0; at < chunk.size();) {
    const std::size_t run = run_length(chunk.subspan(at));
    if (!out.empty()) out += ' ';
    if (run >= kShortestRun) {
      out += fmt::format("{:02X}*{}", chunk[at], run);
      at += run;
    } else {
      out += fmt::format("{:02X}", chunk[at]);
      at += 1;
    }
  }
  return out;
}

}  // namespace

std::string to_hex(ByteView bytes) {
  std::string out;
  out.reserve(2 * bytes.size());
  for (const std::uint8_t unit : bytes) out += fmt::format("{:02X}", unit);
  return out;
}

std::string to_spaced_hex(ByteView bytes) { return chunk_text(bytes); }

Bytes parse_hex(std::string_view text) {
  Bytes bytes;
  for (std::size_t at = 0; at < text.size();) {
    if (is_blank(text[at])) {
      ++at;
      continue;
    }
    const Bytes group = parse_group(text, at);
    bytes.insert(bytes.end(), group.begin(), group.end());
  }
  return bytes;
}

std::string range_in_hex(std::uint8_t first, std::uint8_t last) {
  return first == last ? fmt::format("{:02X}", first) : fmt::format("{:02X}..{:02X}", first, last);
}

std::string ranges_in_hex(ByteView units, std::string_view separator) {
  std::string text;
  for (std::size_t i = 0; i < units.size();) {
    std::size_t end = i + 1;
    while (end < units.size() && units[end] == units[end - 1] + 1) ++end;
    text += text.empty() ? "" : separator;
    text += range_in_hex(units[i], units[end - 1]);
    i = end;
  }
  return text;
}

ChunkedUnits parse_units(std::string_view text, std::size_t limit) {
  ChunkedUnits units;
  for (std::size_t at = 0; at < text.size();) {
    if (is_blank(text[at])) {
      ++at;
      continue;
    }
    if (text[at] == '|') {
      units.cuts.push_back(units.bytes.size());
      ++at;
      continue;
    }
    const std::size_t begin = at;
    const Bytes group = parse_group(text, at);
    std::size_t count = 1;
    if (at < text.size() && text[at] == '*') count = parse_count(text, ++at, limit);
    if (units.bytes.size() + group.size() * count > limit) {
      fail(begin, fmt::format("more than {} code units", limit));
    }
    for (std::size_t i = 0; i < count; ++i) {
      units.bytes.insert(units.bytes.end(), group.begin(), group.end());
    }
  }
  return units;
}

std::string to_text(const ChunkedUnits& units) {
  std::string out;
  std::size_t from = 0;
  for (const std::size_t cut : units.cuts) {
    out += chunk_text(ByteView(units.bytes).subspan(from, cut - from));
    out += '|';
    from = cut;
  }
  return out + chunk_text(ByteView(units.bytes).subspan(from));
}

}  // namespace placemat
