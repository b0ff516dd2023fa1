// input.cc: see input.h.
#include "harness/bench/input.h"

#include <algorithm>
#include <array>
#include <random>
#include <string_view>

#include "harness/bytes/error.h"
#include "harness/spec/encode.h"

namespace placemat::bench {
namespace {

constexpr std::array<std::string_view, 6> kTexts{"ascii", "latin", "cyrillic",
                                                 "cjk",   "emoji", "web"};
constexpr std::array<std::size_t, 3> kUnitsPerError{10000, 1000, 100};

struct Range {
  std::uint32_t first, last;  // closed
};

// Not std::uniform_int_distribution, whose results differ between libraries.
class Chance {
 public:
  explicit Chance(std::uint64_t seed) : engine_(seed) {}
  std::uint32_t in(Range range) {
    return static_cast<std::uint32_t>(range.first +
                                      engine_() % (std::uint64_t{range.last} - range.first + 1));
  }
  std::size_t below(std::size_t end) { return static_cast<std::size_t>(engine_() % end); }

 private:
  std::mt19937_64 engine_;
};

class Writer {
 public:
  Writer(std::size_t size, std::uint64_t seed) : size_(size), chance_(seed) {
    text_.reserve(size + 64);
  }

  Bytes write(std::string_view text) {
    while (text_.size() < size_) part(text);
    return cut();
  }

 private:
  void put(std::uint32_t value) {
    const Sequence units = shortest(dialect(DialectId::kUtf8), value);
    text_.insert(text_.end(), units.units.begin(),
                 units.units.begin() + static_cast<std::ptrdiff_t>(units.length));
  }
  void put(std::string_view ascii) { text_.insert(text_.end(), ascii.begin(), ascii.end()); }

  // Words of two to nine letters; `percent` in a hundred are from the second
  // range.
  void word(Range letters, Range others, unsigned percent) {
    for (std::uint32_t left = chance_.in({2, 9}); left > 0; --left)
      put(chance_.in(chance_.in({1, 100}) <= percent ? others : letters));
    put(" ");
  }
  void word(Range letters) { word(letters, letters, 0); }

  void part(std::string_view text) {
    if (text == "ascii") return word(kLatinLetters);
    if (text == "latin") return word(kLatinLetters, kAccented, 20);
    if (text == "cyrillic") return word(kCyrillic);
    if (text == "emoji") return put(chance_.in(kEmoji));
    if (text == "web") return markup();
    for (std::uint32_t left = chance_.in({10, 30}); left > 0; --left) put(chance_.in(kIdeographs));
    put(0x3002);  // IDEOGRAPHIC FULL STOP
  }

  // A markup element around a few words of one of the other texts.
  void markup() {
    put("<a href=\"/wiki/page\" class=\"link\">");
    const std::string_view inside = kTexts[chance_.below(5)];
    for (std::uint32_t left = chance_.in({1, 6}); left > 0; --left) part(inside);
    put("</a>\n");
  }

  // A sequence that would exceed the size becomes blanks.
  Bytes cut() {
    std::size_t end = size_;
    while (end > 0 && end < text_.size() && (text_[end] & 0xC0) == 0x80) --end;
    text_.resize(end);
    text_.resize(size_, ' ');
    return std::move(text_);
  }

  static constexpr Range kLatinLetters{'a', 'z'}, kAccented{0xE0, 0xFF}, kCyrillic{0x430, 0x44F},
      kIdeographs{0x4E00, 0x9FFF}, kEmoji{0x1F600, 0x1F64F};
  std::size_t size_;
  Chance chance_;
  Bytes text_;
};

// A unit that is never valid, one that is not a lead, one that only overlong
// forms begin with, and a lead without the rest. One of them replaces the unit
// at any position.
void break_text(Bytes& text, std::size_t units_per_error, std::uint64_t seed) {
  constexpr std::array<std::uint8_t, 4> kWrong{0xFF, 0x80, 0xC0, 0xE2};
  Chance chance(seed + 1);
  for (std::size_t left = text.size() / units_per_error; left > 0; --left)
    text[chance.below(text.size())] = kWrong[chance.below(kWrong.size())];
}

Bytes noise(std::size_t size, std::uint64_t seed) {
  Chance chance(seed);
  Bytes units(size);
  for (std::uint8_t& unit : units) unit = static_cast<std::uint8_t>(chance.in({0x00, 0xFF}));
  return units;
}

}  // namespace

std::vector<std::string> input_names() {
  std::vector<std::string> names(kTexts.begin(), kTexts.end());
  for (const std::string_view text : kTexts)
    for (const std::size_t per : kUnitsPerError)
      names.push_back(std::string(text) + "/" + std::to_string(per));
  names.emplace_back("random");
  return names;
}

Bytes make_input(const std::string& name, std::size_t size, std::uint64_t seed) {
  const std::vector<std::string> names = input_names();
  if (std::ranges::find(names, name) == names.end()) {
    std::string all;
    for (const std::string& known : names) all += (all.empty() ? "" : ", ") + known;
    throw InputError("unknown input '" + name + "'; there are " + all);
  }
  if (name == "random") return noise(size, seed);
  const std::size_t slash = name.find('/');
  Bytes text = Writer(size, seed).write(std::string_view(name).substr(0, slash));
  if (slash != std::string::npos) break_text(text, std::stoul(name.substr(slash + 1)), seed);
  return text;
}

}  // namespace placemat::bench
