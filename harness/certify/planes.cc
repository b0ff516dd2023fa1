#include "harness/certify/planes.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace placemat {
namespace {

constexpr bool is_between(std::uint8_t unit, std::uint8_t first, std::uint8_t last) {
  return unit >= first && unit <= last;
}

// How many units a sequence takes that begins with `lead`; 0 when none does (Table 3-7).
constexpr std::size_t needed(std::uint8_t lead) {
  if (lead <= 0x7F) return 1;
  if (is_between(lead, 0xC2, 0xDF)) return 2;
  if (is_between(lead, 0xE0, 0xEF)) return 3;
  return is_between(lead, 0xF0, 0xF4) ? 4 : 0;
}

struct Range {
  std::uint8_t first, last;
};
// The units that may stand at `at`, from 1, behind `lead` (Table 3-7).
constexpr Range continuation(std::uint8_t lead, std::size_t at) {
  if (at == 1 && lead == 0xE0) return {0xA0, 0xBF};
  if (at == 1 && lead == 0xED) return {0x80, 0x9F};
  if (at == 1 && lead == 0xF0) return {0x90, 0xBF};
  if (at == 1 && lead == 0xF4) return {0x80, 0x8F};
  return {0x80, 0xBF};
}

// The payload bits of a sequence's units but its last; the last adds six more (Table 3-6).
constexpr std::uint32_t value_of(ByteView units, std::size_t needed) {
  constexpr std::array<std::uint8_t, 5> kPayload{0, 0x7F, 0x1F, 0x0F, 0x07};
  std::uint32_t value = units[0] & kPayload[needed];
  for (const std::uint8_t unit : units.subspan(1)) value = value << 6 | (unit & 0x3F);
  return value;
}

constexpr std::uint32_t kFffd = 0xFFFD;
constexpr std::uint8_t byte_of(std::uint32_t value, std::size_t byte) {
  return static_cast<std::uint8_t>(value >> (8 * byte));
}

class PlaneDecoder {
 public:
  explicit PlaneDecoder(PlanesOfAnswers& answers) : answers_(answers) {}

  void decode(ByteView prefix) {
    std::size_t at = 0;
    while (at < prefix.size()) {
      const ByteView rest = prefix.subspan(at);
      const std::size_t need = needed(rest[0]);
      std::size_t size = 1;  // of the longest part that may begin a sequence
      while (size < need && size < rest.size() && fits(rest, size)) ++size;
      if (size < need && size == rest.size()) return end_with_open(rest, need, at);
      add(size == need ? value_of(rest.first(size), need) : kFffd);
      if (size != need) note_error(at, size);
      at += size;
    }
    end_with(at);
  }

 private:
  // Of what was there before, all that is not set for every string.
  void clear_behind(std::size_t rank) {
    for (std::size_t i = rank; i < answers_.values.size(); ++i) answers_.values[i] = {};
    if (has_error_) return;
    answers_.offset = {};
    answers_.length = {};
  }

  static bool fits(ByteView sequence, std::size_t at) {
    const Range range = continuation(sequence[0], at);
    return is_between(sequence[at], range.first, range.last);
  }

  // A value that all strings have.
  void add(std::uint32_t value) {
    for (std::size_t byte = 0; byte < 3; ++byte)
      answers_.values[count_][byte].fill(byte_of(value, byte));
    ++count_;
  }
  // An error that all strings have.
  void note_error(std::size_t offset, std::size_t length) {
    if (has_error_) return;
    has_error_ = true;
    answers_.offset.fill(static_cast<std::uint8_t>(offset));
    answers_.length.fill(static_cast<std::uint8_t>(length));
  }
  // An error of the strings whose last unit is `from` to `to`, the first one of each or of none.
  void note_error(unsigned from, unsigned to, std::size_t offset, std::size_t length) {
    if (has_error_ || answers_.length[from] > 0) return;
    const std::size_t strings = to - from + 1;
    std::fill_n(answers_.offset.begin() + from, strings, static_cast<std::uint8_t>(offset));
    std::fill_n(answers_.length.begin() + from, strings, static_cast<std::uint8_t>(length));
  }

  void set(unsigned from, unsigned to, std::size_t rank, std::uint32_t value) {
    for (std::size_t byte = 0; byte < 3; ++byte)
      std::fill_n(answers_.values[rank][byte].begin() + from, to - from + 1, byte_of(value, byte));
  }

  // The last unit of the strings `from` to `to` begins an item: the value of `rank`.
  void end_with_own(unsigned from, unsigned to, std::size_t rank, std::size_t at) {
    const unsigned ascii = std::min(to + 1, 0x80U);  // the first that is none
    if (from < ascii) {
      set(from, ascii - 1, rank, 0);
      std::uint8_t* const low = answers_.values[rank][0].data();
      std::iota(low + from, low + ascii, static_cast<std::uint8_t>(from));
    }
    const unsigned other = std::max(from, 0x80U);
    if (other <= to) {
      set(other, to, rank, kFffd);
      note_error(other, to, at, 1);
    }
    std::fill_n(answers_.count.begin() + from, to - from + 1, static_cast<std::uint8_t>(rank + 1));
  }
  void end_with(std::size_t at) {
    clear_behind(count_ + 1);
    end_with_own(0x00, 0xFF, count_, at);
  }

  // The prefix ends with `open`, which the last unit may continue.
  void end_with_open(ByteView open, std::size_t need, std::size_t at) {
    clear_behind(count_ + 1);
    const auto [first, last] = continuation(open[0], open.size());
    const std::size_t size = open.size() + 1;
    if (size == need) {
      const std::uint32_t value = value_of(open, need) << 6;
      set(first, last, count_, value);
      std::uint8_t* const low = answers_.values[count_][0].data();
      for (unsigned unit = first; unit <= last; ++unit)
        low[unit] = static_cast<std::uint8_t>(value | (unit & 0x3F));
    } else {
      set(first, last, count_, kFffd);
      note_error(first, last, at, size);
    }
    std::fill_n(answers_.count.begin() + first, last - first + 1,
                static_cast<std::uint8_t>(count_ + 1));
    // A unit that does not continue it begins an item of its own.
    end_with_error(0x00, first - 1U, open.size(), at);
    end_with_error(last + 1U, 0xFF, open.size(), at);
  }
  void end_with_error(unsigned from, unsigned to, std::size_t length, std::size_t at) {
    set(from, to, count_, kFffd);
    note_error(from, to, at, length);
    end_with_own(from, to, count_ + 1, at + length);
  }

  PlanesOfAnswers& answers_;
  std::size_t count_ = 0;  // values that all strings have
  bool has_error_ = false;
};

}  // namespace

void decode_planes(ByteView prefix, PlanesOfAnswers& answers) {
  PlaneDecoder(answers).decode(prefix);
}

std::string describe(const PlanesOfAnswers& answers, std::uint8_t last) {
  std::string text = "well-formed";
  if (answers.length[last] > 0)
    text = fmt::format("ill-formed at {}, length {}", answers.offset[last], answers.length[last]);
  for (std::size_t rank = 0; rank < answers.count[last]; ++rank) {
    const auto& value = answers.values[rank];
    text += fmt::format("{}{:04X}", rank == 0 ? ": " : " ",
                        value[2][last] << 16 | value[1][last] << 8 | value[0][last]);
  }
  return text;
}

}  // namespace placemat
