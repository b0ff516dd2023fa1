// description.h: what a decoder does, in at most five short lines that its maintainer understands.
// All words about an identified decoder are here; a view prints them and adds none.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "harness/identify/composition.h"
#include "harness/spec/profile.h"

namespace placemat {

// An answer that the explanation does not predict.
struct Contradiction {
  std::string units;     // in case notation
  std::string expected;  // by the explanation
  std::string seen;
};

template <class Visitor, Of<Contradiction> T>
void members(Visitor& v, T& r) {
  v("units", r.units);
  v("expected", r.expected);
  v("seen", r.seen);
}

// What a line is about, in the order in which they are printed.
enum class Trait : std::uint8_t { kAccepts, kRefuses, kErrors, kBom, kEnd };
inline constexpr std::size_t kLineCount = 5;

// A line longer than this is an example instead. An input in hex counts as one word.
inline constexpr std::size_t kMostWords = 12;
std::size_t count_words(std::string_view text);

struct DescribedLine {
  std::string phrase;   // "U+FFFD for each maximal subpart"
  std::string example;  // an answer that was seen: "FF gives FFFD"; stands where no phrase is true
};

template <class Visitor, Of<DescribedLine> T>
void members(Visitor& v, T& r) {
  v("phrase", r.phrase);
  v("example", r.example);
}

struct DecoderDescription {
  std::array<DescribedLine, kLineCount> lines;
  bool has_others = false;  // answers were seen that the lines do not state
  DescribedLine& at(Trait trait) { return lines[static_cast<std::size_t>(trait)]; }
};

template <class Visitor, Of<DecoderDescription> T>
void members(Visitor& v, T& r) {
  v("lines", r.lines);
  v("others", r.has_others);
}

// Where both a verdict and values exist, `verdict` states what is accepted, and `values` the rest.
DecoderDescription describe(const Composition& verdict, const Composition& values);
// A decoder without a lossy function shows no policy. No input with `not_answered` was answered.
DecoderDescription describe(const Profile& profile, bool knows_policy,
                            const PatternSet& not_answered = {});

// An answer that the line of a trait does not state: `units` are accepted or refused as well, or
// the phrase gives way to its example.
void add_exception(DecoderDescription& description, Trait trait, ByteView units);
void give_way(DecoderDescription& description, Trait trait);

// "accepts: surrogates; refuses: nothing of UTF-8; errors become: U+FFFD for each byte; BOM: kept;
// end of input: an unfinished sequence is dropped"
std::string sentence_of(const DecoderDescription& description);

// The lines of a sentence, and what one is about: "accepts", or empty.
struct SentenceLine {
  std::string about, text;
};
std::vector<SentenceLine> sentence_lines(std::string_view sentence);

}  // namespace placemat
