#include "harness/isolation/line_answer.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/decoder/raw_unit.h"
#include "harness/isolation/watch.h"

namespace placemat {
namespace {

// The content of a line, without allocation.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}
  std::string_view word() {
    while (text_.starts_with(' ')) text_.remove_prefix(1);
    const std::size_t end = std::min(text_.find(' '), text_.size());
    const std::string_view word = text_.substr(0, end);
    text_.remove_prefix(end);
    return word;
  }
  std::string rest() {
    while (text_.starts_with(' ')) text_.remove_prefix(1);
    return shown(text_);
  }

 private:
  std::string_view text_;
};

bool read_number(std::string_view word, int base, std::uint64_t& value) {
  if (word.empty() || word.size() > 16) return false;
  value = 0;
  for (const char c : word) {
    int digit = -1;
    if (c >= '0' && c <= '9') digit = c - '0';
    if (c >= 'A' && c <= 'F') digit = c - 'A' + 10;
    if (c >= 'a' && c <= 'f') digit = c - 'a' + 10;
    if (digit < 0 || digit >= base) return false;
    value = value * static_cast<std::uint64_t>(base) + static_cast<std::uint64_t>(digit);
  }
  return true;
}

}  // namespace

std::string shown(std::string_view line) {
  constexpr std::size_t kLongest = 60;
  std::string text(line.substr(0, kLongest));
  for (char& c : text) c = c >= 0x20 && c <= 0x7E ? c : '?';
  return line.size() > kLongest ? text + "..." : text;
}

std::string says_more(std::string_view line) {
  return fmt::format("it says more than it was asked: {}", shown(line));
}

bool read_answer(Batch& batch, std::size_t i, std::size_t number, std::string_view line,
                 MisreadAnswer& wrong) {
  Scanner in(line);
  wrong.told = 0;
  const auto is_none = [&](const char* why) {
    wrong.note = fmt::format("{}: {}", why, shown(line));
    return false;
  };
  std::uint64_t told = 0;
  if (!read_number(in.word(), 10, told)) return is_none("an answer without a number");
  if (told != number) {
    wrong.told = told < number ? told : 0;
    wrong.note = wrong.told > 0 ? says_more(line)
                                : fmt::format("answer {} where answer {} was due", told, number);
    return false;
  }
  Batch::Reply& answer = batch.answers[i];
  const std::string_view what = in.word();
  if (what == "unsupported") return true;
  if (what == "ok") {
    answer.values = batch.values.size();
    for (std::string_view word = in.word(); !word.empty(); word = in.word()) {
      std::uint64_t value = 0;
      if (const auto raw = parse_raw(word)) {
        value = *raw;
      } else if (!read_number(word, 16, value)) {
        return is_none("a value that is not hex");
      }
      batch.values.push_back(value);
    }
    answer.count = batch.values.size() - answer.values;
  } else if (what == "error") {
    answer.status = PLACEMAT_ILL_FORMED;
    for (std::size_t* const place : {&answer.error_offset, &answer.error_length}) {
      const std::string_view word = in.word();
      std::uint64_t value = 0;
      if (word == "-" || word.empty()) continue;
      if (!read_number(word, 10, value)) return is_none("an offset that is not a number");
      *place = value;
    }
    // Kept for one question only, because each text is kept for ever.
    if (batch.questions.size() == 1) answer.note = interned(in.rest());
  } else {
    return is_none("neither ok, error nor unsupported");
  }
  answer.outcome = Observation::Outcome::kAnswered;
  return true;
}

}  // namespace placemat
