#include "harness/isolation/stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "harness/decoder/raw_unit.h"
#include "harness/spec/machine.h"

namespace placemat {
namespace {

constexpr std::string_view kHead = "\n[p", kFoot = "]\n";
constexpr std::size_t kDigits = 7;
constexpr std::size_t kLongest = 256;  // of a case that shares a stream
constexpr std::size_t kMarker = kHead.size() + kDigits + kFoot.size();

bool contains(ByteView units, std::string_view text) {
  const auto same = [](std::uint8_t unit, char c) { return unit == static_cast<std::uint8_t>(c); };
  return !std::ranges::search(units, text, same).empty();
}

bool ends_inside_of_sequence(ByteView units) {
  // The greatest length that leads announce: by the pattern of 1993; for FE and FF, 13,
  // the longest form in any dialect.
  constexpr std::size_t kLongest = 13;
  for (std::size_t back = 1; back <= std::min(kLongest, units.size()); ++back) {
    const std::uint8_t unit = units[units.size() - back];
    if (unit < 0x80) return false;
    if (unit < 0xC0) continue;
    const std::size_t announced = unit < 0xE0   ? 2
                                  : unit < 0xF0 ? 3
                                  : unit < 0xF8 ? 4
                                  : unit < 0xFC ? 5
                                  : unit < 0xFE ? 6
                                                : kLongest;
    return announced > back;
  }
  return false;
}

// The signature of UTF-8, and those of UTF-16 and UTF-32, by which some programs choose
// an encoding form.
bool begins_like_signature(ByteView units) {
  static const std::array<Bytes, 4> kSignatures{Bytes{0xEF, 0xBB, 0xBF}, Bytes{0xFE, 0xFF},
                                                Bytes{0xFF, 0xFE}, Bytes{0x00, 0x00, 0xFE, 0xFF}};
  return std::ranges::any_of(kSignatures, [&](const Bytes& signature) {
    const auto [at, unused] = std::ranges::mismatch(units, signature);
    const auto common = static_cast<std::size_t>(at - units.begin());
    return common >= 2 || common == units.size();
  });
}

struct Marker {
  std::size_t number, begin;
};

// Everything that looks like a marker, in its order.
std::vector<Marker> markers_in(std::span<const std::uint64_t> values) {
  const auto is = [&](std::size_t at, std::string_view text) {
    return std::ranges::equal(values.subspan(at, text.size()), text, [](std::uint64_t v, char c) {
      return v == static_cast<std::uint64_t>(c);
    });
  };
  std::vector<Marker> markers;
  for (std::size_t at = 0; at + kMarker <= values.size(); ++at) {
    if (!is(at, kHead) || !is(at + kMarker - kFoot.size(), kFoot)) continue;
    std::size_t number = 0;
    bool is_number = true;
    for (const std::uint64_t digit : values.subspan(at + kHead.size(), kDigits)) {
      is_number = is_number && digit >= '0' && digit <= '9';
      number = 10 * number + static_cast<std::size_t>(digit - '0');
    }
    if (is_number) markers.push_back({number, at});
  }
  return markers;
}

// The length of the sequence at `at`, or 0.
std::size_t length_by_pattern(std::string_view text, std::size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  const std::size_t length = lead < 0x80   ? 1
                             : lead < 0xC0 ? 0
                             : lead < 0xE0 ? 2
                             : lead < 0xF0 ? 3
                             : lead < 0xF8 ? 4
                                           : 0;
  if (length == 0 || at + length > text.size()) return 0;
  for (std::size_t k = 1; k < length; ++k) {
    if ((static_cast<unsigned char>(text[at + k]) & 0xC0) != 0x80) return 0;
  }
  return length;
}

// The length of the well-formed sequence at `at` (Table 3-7), or 0.
std::size_t well_formed_length(std::string_view text, std::size_t at) {
  const Machine& law = machine(Profile{});
  Machine::State state = Machine::kStart;
  for (std::size_t i = at; i < text.size(); ++i) {
    const Transition& step = law.at(state, static_cast<std::uint8_t>(text[i]));
    if (step.error_length > 0) return 0;
    if (step.emits) return i + 1 - at;
    state = step.next;
  }
  return 0;
}

// Appends the values at the front of `text`, and returns where they end.
std::size_t read_values(std::string_view text, std::string_view form,
                        std::vector<std::uint64_t>& values) {
  const auto unit = [&](std::size_t i) {
    return static_cast<std::uint64_t>(static_cast<unsigned char>(text[i]));
  };
  std::size_t at = 0;
  if (form == "utf-8" || form == kUtf8OrRaw) {
    // By the patterns alone, whether the sequence is well-formed is left to the judge.
    const bool has_raw = form == kUtf8OrRaw;
    while (at < text.size()) {
      const std::size_t length =
          has_raw ? well_formed_length(text, at) : length_by_pattern(text, at);
      if (length == 0 && !has_raw) break;
      if (length == 0) {
        values.push_back(raw_value(Bytes{static_cast<std::uint8_t>(text[at++])}));
        continue;
      }
      std::uint64_t value = length == 1 ? unit(at) : unit(at) & (0x7FU >> length);
      for (std::size_t k = 1; k < length; ++k) value = value << 6 | (unit(at + k) & 0x3F);
      values.push_back(value);
      at += length;
    }
    return at;
  }
  const bool is_little = form == "utf-32le";
  for (; at + 4 <= text.size(); at += 4) {
    std::uint64_t value = 0;
    for (std::size_t k = 0; k < 4; ++k) value |= unit(at + k) << 8 * (is_little ? k : 3 - k);
    values.push_back(value);
  }
  return at;
}

}  // namespace

bool stands_alone(ByteView units) {
  return units.size() < 2 || units.size() > kLongest || ends_inside_of_sequence(units) ||
         begins_like_signature(units) || contains(units, kHead.substr(1));
}

void CaseStream::add_marker() {
  text_ += kHead;
  fmt::format_to(std::back_inserter(text_), "{:0{}}", count_, kDigits);
  text_ += kFoot;
}

void CaseStream::add(ByteView units) {
  text_.append(reinterpret_cast<const char*>(units.data()), units.size());
  ++count_;
  add_marker();
}

std::vector<CaseStream::Part> CaseStream::cut(std::span<const std::uint64_t> values) const {
  std::vector<Part> parts(count_);
  const std::vector<Marker> markers = markers_in(values);
  for (std::size_t i = 0; i < markers.size(); ++i) {
    const bool in_order = i == 0 || markers[i - 1].number < markers[i].number;
    if (!in_order || markers[i].number > count_) return std::vector<Part>(count_);
    if (i == 0 || markers[i - 1].number + 1 != markers[i].number) continue;
    const std::size_t from = markers[i - 1].begin + kMarker;
    if (from > markers[i].begin) return std::vector<Part>(count_);
    parts[markers[i - 1].number] = values.subspan(from, markers[i].begin - from);
  }
  return parts;
}

std::optional<std::size_t> CaseStream::last_begun(std::span<const std::uint64_t> values) const {
  const std::vector<Marker> markers = markers_in(values);
  if (markers.empty() || markers.back().number >= count_) return std::nullopt;
  return markers.back().number;
}

std::optional<std::vector<std::uint64_t>> values_of(std::string_view output,
                                                    std::string_view form) {
  std::vector<std::uint64_t> values;
  if (read_values(output, form, values) != output.size()) return std::nullopt;
  return values;
}

std::vector<std::uint64_t> values_at_front(std::string_view output, std::string_view form) {
  std::vector<std::uint64_t> values;
  read_values(output, form, values);
  return values;
}

}  // namespace placemat
