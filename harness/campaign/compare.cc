#include "harness/campaign/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "harness/bytes/error.h"
#include "harness/corpus/outcome.h"
#include "harness/spec/error_class.h"

namespace placemat {
namespace {

constexpr std::array<std::string_view, kContrasts> kNames{
    "read-as-other", "only-first-accepts", "only-second-accepts", "replaced-otherwise"};

constexpr unsigned kCompareLimitMs = 1000;

// The functions of a decoder that are asked.
struct AskedFunctions {
  std::optional<Operation> strict, lossy;
};

// `only` one, or those that tell most.
AskedFunctions functions_of(const Decoder& decoder, std::optional<Operation> only) {
  if (!only) {
    return {
        first_claimed(decoder, {Operation::kStrict64, Operation::kStrict32, Operation::kStrict16,
                                Operation::kValidate, Operation::kStreamStrict}),
        first_claimed(decoder, {Operation::kLossy64, Operation::kLossy32, Operation::kLossy16,
                                Operation::kStreamLossy})};
  }
  if (!has(decoder, *only) || is_length(*only)) {
    throw InputError(
        fmt::format("{} cannot be compared by {}: {}", decoder.name, name_of(*only),
                    is_length(*only) ? "it gives a length" : "it has no such function"));
  }
  if (is_lossy(*only)) return {std::nullopt, only};
  return {only, std::nullopt};
}

class OwnDecoder final : public ComparedDecoder {
 public:
  explicit OwnDecoder(const Decoder& own) : own_(own) {}
  const Decoder& decoder() const override { return own_; }
  std::vector<InputObservation> see(const std::vector<SingleQuestion>& questions) override {
    FencedThread thread;
    Caller caller(own_, thread);
    Observer observer(caller);
    std::vector<InputObservation> seen;
    seen.reserve(questions.size());
    for (const SingleQuestion& question : questions) {
      seen.push_back(observer.see_by(question.operation, question.units));
    }
    return seen;
  }

 private:
  const Decoder& own_;
};

class OtherDecoder final : public ComparedDecoder {
 public:
  explicit OtherDecoder(const ExternalOptions& options) : external_(options) {}
  const Decoder& decoder() const override { return external_.decoder(); }
  std::vector<InputObservation> see(const std::vector<SingleQuestion>& questions) override {
    return Unpacker(external_.ask(packed(Request::kObserveInputs, questions)))
        .read<std::vector<InputObservation>>();
  }

 private:
  ExternalDecoder external_;
};

// The units at which a row of Table 3-7 or a bit pattern of RFC 2279 begins or ends, and one
// besides each.
constexpr std::array<std::uint8_t, 12> kFollowing{0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90,
                                                  0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xFF};
constexpr std::array<std::uint8_t, 10> kLeads3{0x41, 0x80, 0xC2, 0xE0, 0xE1,
                                               0xEC, 0xED, 0xEE, 0xEF, 0xFF};
constexpr std::array<std::uint8_t, 7> kLeads4{0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xF7, 0xFF};
constexpr std::array<std::uint8_t, 6> kLongLeads{0xF8, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF};
constexpr std::array<std::uint8_t, 5> kContinuations{0x80, 0x84, 0x88, 0x90, 0xBF};

void add_products(std::span<const std::uint8_t> leads, std::span<const std::uint8_t> units,
                  std::size_t length, std::vector<Bytes>& strings) {
  std::vector<Bytes> grown;
  for (const std::uint8_t lead : leads) grown.push_back({lead});
  for (std::size_t i = 1; i < length; ++i) {
    std::vector<Bytes> longer;
    for (const Bytes& begun : grown) {
      for (const std::uint8_t unit : units) {
        longer.push_back(begun);
        longer.back().push_back(unit);
      }
    }
    grown = std::move(longer);
  }
  strings.insert(strings.end(), grown.begin(), grown.end());
}

// Each single unit and each sequence or its beginning over a few edges, behind and between letters:
// decoders read many units at once where there is room for that.
void add_between_letters(std::vector<Bytes>& strings) {
  constexpr std::array<std::size_t, 6> kPads{15, 31, 32, 63, 64, 127};
  constexpr std::size_t kTail = 64;
  std::vector<Bytes> inner;
  for (int unit = 0x80; unit <= 0xFF; ++unit) inner.push_back({static_cast<std::uint8_t>(unit)});
  add_products(kLeads3, kContinuations, 2, inner);
  add_products(kLeads3, kContinuations, 3, inner);
  add_products(kLeads4, kContinuations, 3, inner);
  add_products(kLeads4, kContinuations, 4, inner);
  for (const Bytes& units : inner) {
    strings.push_back(units);
    for (const std::size_t pad : kPads) {
      Bytes padded(pad, 'a');
      padded.insert(padded.end(), units.begin(), units.end());
      strings.push_back(padded);
      padded.resize(padded.size() + kTail, 'a');
      strings.push_back(std::move(padded));
    }
  }
}

// By length, each once.
std::vector<Bytes> asked_strings(const std::vector<Bytes>& more) {
  constexpr int kUnits = 256;
  std::vector<Bytes> strings{{}};
  for (int a = 0; a < kUnits; ++a) {
    strings.push_back({static_cast<std::uint8_t>(a)});
    for (int b = 0; b < kUnits; ++b) {
      strings.push_back({static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b)});
    }
  }
  add_products(kLeads3, kFollowing, 3, strings);
  add_products(kLeads4, kFollowing, 3, strings);
  add_products(kLeads4, kFollowing, 4, strings);
  for (std::size_t length = 4; length <= 6; ++length) {
    add_products(kLongLeads, kContinuations, length, strings);
  }
  add_between_letters(strings);
  strings.insert(strings.end(), more.begin(), more.end());
  std::ranges::sort(strings, [](const Bytes& a, const Bytes& b) {
    return std::pair(a.size(), a) < std::pair(b.size(), b);
  });
  const auto repeated = std::ranges::unique(strings);
  strings.erase(repeated.begin(), repeated.end());
  return strings;
}

using Values = std::vector<std::uint64_t>;

// What one decoder makes of one string.
struct TextReading {
  std::optional<bool> accepts;
  std::optional<Values> text;   // of a string that it accepts
  std::optional<Values> lossy;  // values with replacements
  bool is_askable = true;       // the decoder can be given such a string
  bool is_known() const { return accepts || lossy; }
};

TextReading reading_of(const InputObservation& strict, const InputObservation& lossy) {
  TextReading reading;
  reading.is_askable = !strict.is_unsupported && !lossy.is_unsupported;
  if (strict.strict_known) reading.accepts = strict.accepts;
  if (strict.accepts && strict.strict_has_values) reading.text = strict.strict_values;
  if (lossy.lossy_known) reading.lossy = lossy.lossy_values;
  if (strict.accepts && !reading.text) reading.text = reading.lossy;
  return reading;
}

std::size_t replacements_in(const Values& values) {
  constexpr std::uint64_t kReplacement = 0xFFFD;
  return static_cast<std::size_t>(std::ranges::count(values, kReplacement));
}

bool differ(const std::optional<Values>& a, const std::optional<Values>& b) {
  return a && b && *a != *b;
}

// One of the two has no verdict: what it puts U+FFFD for, it refuses.
std::optional<Contrast> contrast_of_lossy(const TextReading& judge, const TextReading& other,
                                          Contrast only_judge, Contrast only_other) {
  if (!other.lossy) return std::nullopt;
  if (*judge.accepts) {
    if (!differ(judge.text, other.lossy)) return std::nullopt;
    return replacements_in(*other.lossy) > replacements_in(*judge.text) ? only_judge
                                                                        : Contrast::kReadAsOther;
  }
  if (replacements_in(*other.lossy) == 0) return only_other;
  return differ(judge.lossy, other.lossy) ? std::optional(Contrast::kReplacedOtherwise)
                                          : std::nullopt;
}

std::optional<Contrast> contrast_of(const TextReading& first, const TextReading& second) {
  if (first.accepts && second.accepts) {
    if (*first.accepts != *second.accepts) {
      return *first.accepts ? Contrast::kOnlyFirstAccepts : Contrast::kOnlySecondAccepts;
    }
    if (differ(first.text, second.text)) return Contrast::kReadAsOther;
  } else if (first.accepts) {
    return contrast_of_lossy(first, second, Contrast::kOnlyFirstAccepts,
                             Contrast::kOnlySecondAccepts);
  } else if (second.accepts) {
    return contrast_of_lossy(second, first, Contrast::kOnlySecondAccepts,
                             Contrast::kOnlyFirstAccepts);
  }
  if (!differ(first.lossy, second.lossy)) return std::nullopt;
  const bool is_replaced = replacements_in(*first.lossy) + replacements_in(*second.lossy) > 0;
  return is_replaced ? Contrast::kReplacedOtherwise : Contrast::kReadAsOther;
}

std::string text_of(const TextReading& reading) {
  const auto values = [](const Values& of) {
    return of.empty() ? std::string("nothing") : values_to_text(of);
  };
  if (!reading.accepts) return reading.lossy ? values(*reading.lossy) : "no answer";
  if (*reading.accepts)
    return reading.text ? "well-formed: " + values(*reading.text) : "well-formed";
  return reading.lossy ? "ill-formed, replaced: " + values(*reading.lossy) : "ill-formed";
}

// The string is `parts` one after the other, and the decoder reads it as that.
bool is_concatenated(std::optional<Values> TextReading::* member, const TextReading& whole,
                     std::span<const TextReading* const> parts) {
  if (!(whole.*member)) return true;
  Values expected;
  for (const TextReading* part : parts) {
    if (!(part->*member)) return true;
    expected.insert(expected.end(), (part->*member)->begin(), (part->*member)->end());
  }
  return *(whole.*member) == expected;
}

class Comparer {
 public:
  Comparer(ComparedDecoder& first, ComparedDecoder& second, const CompareOptions& options)
      : decoders_{&first, &second},
        functions_{functions_of(first.decoder(), options.first_by),
                   functions_of(second.decoder(), options.second_by)},
        options_(options) {}

  DecoderComparison compare(const std::vector<Bytes>& more) {
    DecoderComparison result;
    result.first = decoders_[0]->decoder().name;
    result.second = decoders_[1]->decoder().name;
    result.first_version = decoders_[0]->decoder().version;
    result.second_version = decoders_[1]->decoder().version;
    result.not_compared = not_compared();
    strings_ = asked_strings(more);
    const Fence fence(kCompareLimitMs);  // of the decoders of this process
    result.is_complete = ask();
    result.asked = readings_.size();
    for (std::size_t i = 0; i < readings_.size(); ++i) {
      if (readings_[i][0].is_known() && readings_[i][1].is_known()) continue;
      if (!readings_[i][0].is_askable || !readings_[i][1].is_askable) {
        ++result.not_askable;
        continue;
      }
      if (result.unanswered++ == 0) result.first_unanswered = to_text({strings_[i], {}});
    }
    find_differences();
    result.differ = differences_.size();
    result.groups = groups();
    return result;
  }

 private:
  using Pair = std::array<TextReading, 2>;
  static constexpr std::size_t kAtOnce = 4096;
  // A longer string shows a cause of its own only where it has no part that differs.
  static constexpr std::size_t kLongestCause = 8;

  static Bytes to_units(ByteView units) { return {units.begin(), units.end()}; }

  // Returns false when it was stopped.
  bool ask() {
    for (std::size_t begin = 0; begin < strings_.size(); begin += kAtOnce) {
      if (options_.stop != nullptr && options_.stop->load()) return false;
      if (options_.progress) options_.progress(begin, strings_.size());
      const std::size_t end = std::min(begin + kAtOnce, strings_.size());
      std::vector<Pair> some(end - begin);
      for (std::size_t which = 0; which < decoders_.size(); ++which) {
        const auto strict = see(which, functions_[which].strict, begin, end);
        const auto lossy = see(which, functions_[which].lossy, begin, end);
        for (std::size_t i = 0; i < some.size(); ++i)
          some[i][which] = reading_of(strict[i], lossy[i]);
      }
      for (std::size_t i = 0; i < some.size(); ++i) places_[strings_[begin + i]] = begin + i;
      readings_.insert(readings_.end(), some.begin(), some.end());
    }
    return true;
  }

  std::vector<InputObservation> see(std::size_t which, std::optional<Operation> operation,
                                    std::size_t begin, std::size_t end) {
    if (!operation) return std::vector<InputObservation>(end - begin);
    std::vector<SingleQuestion> questions;
    for (std::size_t i = begin; i < end; ++i) questions.push_back({*operation, strings_[i]});
    std::vector<InputObservation> seen = decoders_[which]->see(questions);
    seen.resize(questions.size());
    return seen;
  }

  void find_differences() {
    for (std::size_t i = 0; i < readings_.size(); ++i) {
      if (const auto contrast = contrast_of(readings_[i][0], readings_[i][1])) {
        differences_[i] = *contrast;
      }
    }
  }

  const Pair* reading(ByteView units) const {
    const auto found = places_.find(to_units(units));
    return found == places_.end() ? nullptr : &readings_[found->second];
  }

  // Does a part of the string show a difference, and is the rest read as it is read elsewhere?
  bool has_shorter_cause(std::size_t place, Contrast contrast) const {
    const ByteView units = strings_[place];
    for (std::size_t length = 1; length < units.size() && length <= kLongestCause; ++length) {
      for (std::size_t at = 0; at + length <= units.size(); ++at) {
        const auto part = places_.find(to_units(units.subspan(at, length)));
        if (part == places_.end()) continue;
        const auto known = differences_.find(part->second);
        if (known == differences_.end()) continue;
        // An acceptance is explained by an acceptance.
        if (contrast != Contrast::kReplacedOtherwise && known->second != contrast) continue;
        if (units.size() > kLongestCause) return true;
        if (is_read_in_parts(place, at, part->second, at + length)) return true;
      }
    }
    return false;
  }

  bool is_read_in_parts(std::size_t place, std::size_t begin, std::size_t part,
                        std::size_t end) const {
    const ByteView units = strings_[place];
    const Pair* before = reading(units.first(begin));
    const Pair* behind = reading(units.subspan(end));
    if (before == nullptr || behind == nullptr) return true;  // not asked
    for (std::size_t which = 0; which < decoders_.size(); ++which) {
      const std::array<const TextReading*, 3> parts{&(*before)[which], &readings_[part][which],
                                                    &(*behind)[which]};
      const TextReading& whole = readings_[place][which];
      if (!is_concatenated(&TextReading::text, whole, parts)) return false;
      if (!is_concatenated(&TextReading::lossy, whole, parts)) return false;
    }
    return true;
  }

  std::vector<ContrastGroup> groups() const {
    using Key = std::tuple<Contrast, ErrorClass, std::size_t>;  // and what the first unit announces
    std::map<Key, std::vector<std::size_t>> members;            // places, the shortest first
    for (const auto& [place, contrast] : differences_) {
      if (has_shorter_cause(place, contrast)) continue;
      const Bytes& units = strings_[place];
      members[{contrast, error_class_of(units), units.empty() ? 0 : announced_of_1993(units[0])}]
          .push_back(place);
    }
    std::vector<ContrastGroup> groups;
    for (const auto& [key, places] : members) {
      const std::size_t shortest = places.front();
      const Bytes& units = strings_[shortest];
      groups.push_back({std::get<0>(key), std::string(name_of(std::get<1>(key))),
                        to_text(ChunkedUnits{units, {}}), range_of(places), places.size(),
                        text_of(readings_[shortest][0]), text_of(readings_[shortest][1])});
    }
    return groups;
  }

  // Of the strings that are as long as the shortest; empty for one.
  std::string range_of(const std::vector<std::size_t>& places) const {
    const std::size_t length = strings_[places.front()].size();
    std::vector<std::uint8_t> least(length, 0xFF), greatest(length, 0);
    for (const std::size_t place : places) {
      if (strings_[place].size() != length) continue;
      for (std::size_t at = 0; at < length; ++at) {
        least[at] = std::min(least[at], strings_[place][at]);
        greatest[at] = std::max(greatest[at], strings_[place][at]);
      }
    }
    if (least == greatest || length > kLongestCause) return "";
    std::string out;
    for (std::size_t at = 0; at < length; ++at) {
      out += (at == 0 ? "" : " ") + range_in_hex(least[at], greatest[at]);
    }
    return out;
  }

  std::vector<std::string> not_compared() const {
    std::vector<std::string> out;
    for (std::size_t which = 0; which < decoders_.size(); ++which) {
      const std::string_view name = decoders_[which]->decoder().name;
      const AskedFunctions& functions = functions_[which];
      if (which == 0 ? options_.first_by : options_.second_by) continue;  // as it was asked
      if (!functions.strict) {
        out.push_back(
            fmt::format("{} has no verdict; what it puts U+FFFD for counts as refused", name));
      }
      if (functions.strict == Operation::kValidate && !functions.lossy) {
        out.push_back(fmt::format("{} gives no values", name));
      } else if (!functions.lossy) {
        out.push_back(fmt::format("{} has no lossy function", name));
      }
    }
    out.emplace_back(
        "chunks, histories and other positions than behind up to 127 letters were not asked");
    return out;
  }

  std::array<ComparedDecoder*, 2> decoders_;
  std::array<AskedFunctions, 2> functions_;
  const CompareOptions& options_;
  std::vector<Bytes> strings_;
  std::vector<Pair> readings_;                   // of the strings that were asked
  std::map<Bytes, std::size_t> places_;          // of a string
  std::map<std::size_t, Contrast> differences_;  // by place
};

}  // namespace

std::string_view name_of(Contrast contrast) {
  return kNames.at(static_cast<std::size_t>(contrast));
}

std::unique_ptr<ComparedDecoder> compared(const Decoder& own) {
  return std::make_unique<OwnDecoder>(own);
}

std::unique_ptr<ComparedDecoder> compared(const ExternalOptions& options) {
  return std::make_unique<OtherDecoder>(options);
}

DecoderComparison compare(ComparedDecoder& first, ComparedDecoder& second,
                          const std::vector<Bytes>& more, const CompareOptions& options) {
  return Comparer(first, second, options).compare(more);
}

}  // namespace placemat
