// kind.cc: the table behind kind.h. A row explains a finding to a reader who does not
// know the standard: the observation, its consequence, and the rule that it violates. It
// does not know any decoder.
#include "harness/judge/kind.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace placemat {
namespace {

// Conformance clauses of Unicode 3.2: C8 interpret a sequence as its encoding form says;
// C9 never generate an ill-formed one; C10 treat an ill-formed one as an error and never
// as characters.
constexpr std::array<KindRow, kKindCount> kRows{{
    {Kind::kAcceptsOverlong, "accepts-overlong", 'A', Severity::kAcceptance, ShowsIn::kAnswer,
     "takes a non-shortest form for the character that it spells in more code units than needed",
     "A filter that looks for '/', a quote or NUL in the code units does not see it, and the "
     "decoder behind the filter does: path traversal, injection, truncated names.",
     "Unicode 3.9 D92, Table 3-7, C10; RFC 3629 sections 3 and 10"},
    {Kind::kAcceptsSurrogate, "accepts-surrogate", 'A', Severity::kAcceptance, ShowsIn::kAnswer,
     "takes ED A0..BF 80..BF for a surrogate",
     "A value that is no scalar value enters the program: comparisons with UTF-16 disagree, two "
     "spellings of one character pass as different, and encoders further on fail.",
     "Unicode 3.9 D92 and D76, Table 3-7, C10; RFC 3629 section 3"},
    {Kind::kAcceptsBeyond10FFFF, "accepts-beyond-10ffff", 'A', Severity::kAcceptance,
     ShowsIn::kAnswer, "emits a value above U+10FFFF",
     "Tables indexed by code point are read past their end, and UTF-16 cannot hold the value: it "
     "is cut, or turns into another character.",
     "Unicode 3.9 D92 and D76, Table 3-7, C10; RFC 3629 section 3"},
    {Kind::kAcceptsFiveSixUnit, "accepts-5-6-unit", 'A', Severity::kAcceptance, ShowsIn::kAnswer,
     "takes F8..FF for the lead of a sequence of five and more code units",
     "Values that UTF-8 gave up in 2003 enter the program, and the units that follow such a lead "
     "are hidden from software that counts at most four.",
     "Unicode 3.9 D92, Table 3-7, C10; RFC 3629 sections 1 and 3"},
    {Kind::kAcceptsBadContinuation, "accepts-bad-continuation", 'A', Severity::kAcceptance,
     ShowsIn::kAnswer,
     "takes a code unit outside 80..BF, or outside the narrower range of its row, as a "
     "continuation",
     "A quote, a tag or a line feed after a lead becomes part of a character, so that text escapes "
     "from where it was quoted.",
     "Unicode 3.9 D92, Table 3-7, C10; RFC 3629 section 3"},
    {Kind::kAcceptsTruncatedTail, "accepts-truncated-tail", 'A', Severity::kAcceptance,
     ShowsIn::kAnswer, "says that input ending inside a sequence is well-formed",
     "Two texts that were each called well-formed give another text when they are joined: a lead "
     "left at the end of the first swallows the start of the second.",
     "Unicode 3.9 D84 and D85, C10; WHATWG Encoding 8.1.1, step 1"},
    {Kind::kAcceptsIllFormed, "accepts-ill-formed", 'A', Severity::kAcceptance, ShowsIn::kAnswer,
     "takes a sequence that no row of the dialect's table allows",
     "Code units that denote nothing become characters, and two decoders of one text no longer "
     "agree on what it says.",
     "Unicode 3.9 D84, Table 3-7, C10"},
    {Kind::kRejectsWellFormed, "rejects-well-formed", 'R', Severity::kText, ShowsIn::kAnswer,
     "refuses or replaces a sequence that the dialect's table allows",
     "Lawful text is lost or refused: names cannot be stored, files cannot be opened, and the "
     "loss is silent where replacement is on.",
     "Unicode 3.9 D92, Table 3-7, C8"},
    {Kind::kRejectsNoncharacter, "rejects-noncharacter", 'R', Severity::kText, ShowsIn::kAnswer,
     "refuses or replaces a noncharacter (U+FDD0..FDEF, U+nFFFE, U+nFFFF)",
     "Noncharacters are scalar values and have well-formed sequences; data that use them "
     "internally do not survive a round trip.",
     "Unicode 3.4 D14, 3.9 D79 and D92; Corrigendum #9"},
    {Kind::kConflatesRealFffd, "conflates-real-fffd", 'R', Severity::kText, ShowsIn::kAnswer,
     "takes EF BF BD, which is the character U+FFFD itself, for an error",
     "Text that was once repaired is refused for ever after, because its replacement characters "
     "look like new errors.",
     "Unicode 3.9 D92, Table 3-7, C8"},
    {Kind::kWrongValue, "wrong-value", 'V', Severity::kValue, ShowsIn::kAnswer,
     "emits another value than the sequence denotes",
     "A reader sees other characters than the writer wrote, and nothing says so.",
     "Unicode 3.9 D92, Table 3-6, C8"},
    {Kind::kWrongEncoding, "wrong-encoding", 'V', Severity::kValue, ShowsIn::kAnswer,
     "encodes a value as other code units than its shortest form, or encodes what has none",
     "Its output is refused by right decoders, or read as other characters.",
     "Unicode 3.9 D79 and D92, Table 3-6, C9"},
    {Kind::kBomHandling, "bom-handling", 'V', Severity::kText, ShowsIn::kAnswer,
     "keeps, drops or repeats U+FEFF where its rule for the byte order mark says otherwise",
     "The first field of a file, or its signature, compares unequal; or U+FEFF that belongs to the "
     "text vanishes.",
     "Unicode 3.10 D95 and 23.8; RFC 3629 section 6; WHATWG Encoding 6"},
    {Kind::kNulHandling, "nul-handling", 'V', Severity::kText, ShowsIn::kAnswer,
     "stops at, drops or changes the code unit 00",
     "What stands behind the NUL is never looked at: a check sees a harmless prefix, and the text "
     "is used whole.",
     "Unicode 3.9 D92, Table 3-6, first row; RFC 3629 section 3"},
    {Kind::kWrongReplacementCount, "wrong-replacement-count", '#', Severity::kCount,
     ShowsIn::kAnswer, "emits more or fewer replacements than its policy says",
     "Two programs with the same claim disagree on lengths and positions after the first error, "
     "so highlights, edits and signatures drift.",
     "Unicode 3.9 D93b, U+FFFD Substitution of Maximal Subparts; WHATWG Encoding 8.1.1"},
    {Kind::kSwallowsNextUnit, "swallows-next-unit", '#', Severity::kText, ShowsIn::kAnswer,
     "makes a unit that starts a well-formed sequence part of the error before it",
     "A quote, a '<' or a line feed behind a stray lead disappears, so that an attribute or a "
     "comment never ends.",
     "Unicode 3.9, Constraints on Conversion Processes; UTR #36 section 3.1"},
    {Kind::kDropsIllFormed, "drops-ill-formed", '#', Severity::kText, ShowsIn::kAnswer,
     "leaves out an ill-formed subsequence without a replacement",
     "What the error kept apart is joined: a word that a filter looks for appears only after "
     "decoding.",
     "Unicode 3.9 C10; UTR #36 section 3.5, Deletion of Code Points"},
    {Kind::kDropsTruncatedTail, "drops-truncated-tail", '#', Severity::kText, ShowsIn::kAnswer,
     "emits nothing for a sequence that the end of input cuts off",
     "A cut file looks whole, and the loss of its last character goes unnoticed.",
     "Unicode 3.9 D93b, C10; WHATWG Encoding 8.1.1, step 1"},
    {Kind::kWrongLengthCount, "wrong-length-count", '#', Severity::kCount, ShowsIn::kAnswer,
     "its length function states another number of values than decoding writes",
     "A buffer allocated by that number is too small, and decoding writes past it; or too large, "
     "and its tail is never set.",
     "placemat_decoder.h, length32 and length16"},
    {Kind::kWrongErrorOffset, "wrong-error-offset", '@', Severity::kOffset, ShowsIn::kAnswer,
     "states another offset or length than that of the first ill-formed maximal subpart",
     "A caller that resumes at that place skips text or decodes it twice, and an editor marks the "
     "wrong characters.",
     "Unicode 3.9 D93b; placemat_decoder.h, PLACEMAT_CLAIM_OFFSET and PLACEMAT_CLAIM_LENGTH"},
    {Kind::kDependsOnChunks, "depends-on-chunks", '~', Severity::kText, ShowsIn::kAnswer,
     "answers otherwise when the same input arrives in other chunks",
     "Text is right in every test and wrong on the network, where a packet ends inside a "
     "sequence.",
     "Unicode 3.9 D84 and C8, of the input as a whole; WHATWG Encoding 4.1 and 8.1.1"},
    {Kind::kKeepsState, "keeps-state", '~', Severity::kText, ShowsIn::kAnswer,
     "carries something of one input over to another, behind an error, a finish or a reset, or "
     "between two streams",
     "The text of one user decides how the text of the next one is read.",
     "placemat_decoder.h, stream_finish and stream_reset"},
    {Kind::kNondeterministic, "nondeterministic", '~', Severity::kText, ShowsIn::kAnswer,
     "gives two answers to the same question",
     "It reads something that it was not given: memory never set, or state shared between calls. "
     "No failure can be reproduced.",
     "placemat_decoder.h: the same arguments give the same answer"},
    {Kind::kDependsOnEnvironment, "depends-on-environment", '~', Severity::kText, ShowsIn::kAnswer,
     "answers otherwise with another errno, or when a second thread calls",
     "What the program did before, or the thread that happens to ask, decides how text is read.",
     "placemat_decoder.h: the same arguments give the same answer"},
    {Kind::kDependsOnPosition, "depends-on-position", '|', Severity::kText, ShowsIn::kAnswer,
     "answers otherwise when well-formed text stands before or behind",
     "Fast paths for blocks of units and slow paths for the rest disagree: an error is seen or "
     "missed by the accident of its offset.",
     "Unicode 3.9 D84, Table 3-7: no row depends on what stands around a sequence"},
    {Kind::kOverRead, "over-read", 'M', Severity::kMemory, ShowsIn::kMemory,
     "reads code units outside its input",
     "It crashes where the input ends at the end of a page, and lets memory of others decide the "
     "answer.",
     "placemat_decoder.h: reads no unit outside [in, in + length)"},
    {Kind::kOverWrite, "over-write", 'M', Severity::kMemory, ShowsIn::kMemory,
     "writes values outside the output that it was given",
     "An input chosen by an attacker overwrites memory behind the buffer.",
     "placemat_decoder.h: writes no value outside [out, out + capacity)"},
    {Kind::kWrongCapacity, "wrong-capacity", 'M', Severity::kCount, ShowsIn::kAnswer,
     "miscounts its output: refuses room that suffices, claims success without, or does not state "
     "how many values it wrote",
     "Text is cut without a word, or a loop that enlarges the buffer never ends.",
     "placemat_decoder.h, PLACEMAT_NO_CAPACITY"},
    {Kind::kCrash, "crash", '!', Severity::kMemory, ShowsIn::kCall, "ends the process",
     "A few code units from anybody stop the program.",
     "Unicode 3.9 C10: ill-formed input is an error condition to be handled"},
    {Kind::kHang, "hang", 'T', Severity::kMemory, ShowsIn::kCall,
     "does not come to an end within its time",
     "A few code units from anybody keep a processor busy for ever.",
     "Unicode 3.9 C10: ill-formed input is an error condition to be handled"},
    {Kind::kExhaustsMemory, "exhausts-memory", 'M', Severity::kMemory, ShowsIn::kCall,
     "takes memory until there is none left",
     "A few code units from anybody take the memory of everything else on the machine.",
     "placemat_decoder.h: no allocation is asked of a decoder"},
    {Kind::kCorruptsProcess, "corrupts-process", '!', Severity::kMemory, ShowsIn::kCall,
     "does to its process what no decoder has to do: prints, closes descriptors, leaves processes "
     "behind",
     "The output of the program is mixed with the decoder's, its files and connections break, or "
     "processes that are never waited for pile up.",
     "placemat_decoder.h: a decoder reads its input and writes its output, and nothing else"},
    {Kind::kBreaksProtocol, "breaks-protocol", '!', Severity::kText, ShowsIn::kCall,
     "gives an answer that is none: garbage, half a line, or the answer to another question",
     "The caller takes the answer for what it is not, or waits for ever; what the decoder itself "
     "would have said stays unknown.",
     "the line protocol: one line for each question, in their order, with its number"},
    {Kind::kPassesIllFormed, "passes-ill-formed", 'A', Severity::kAcceptance, ShowsIn::kAnswer,
     "a filter writes ill-formed code units of its input to its output",
     "The programs behind the filter rely on well-formed text: overlong forms and surrogates "
     "reach a decoder that reads them as the characters that the filter should have stopped.",
     "Unicode 3.9 C9 and C10; RFC 3629 section 10"},
}};

static_assert([] {
  for (std::size_t i = 0; i < kKindCount; ++i) {
    if (kRows[i].kind != static_cast<Kind>(i)) return false;
  }
  return true;
}());

// The third part of DECODER|PROFILE|KIND|...
std::string_view kind_name_in(std::string_view key) {
  std::size_t from = 0;
  for (int i = 0; i < 2; ++i) {
    from = key.find('|', from);
    if (from++ == std::string_view::npos) return {};
  }
  const std::size_t to = key.find('|', from);
  return to == std::string_view::npos ? std::string_view() : key.substr(from, to - from);
}

}  // namespace

std::span<const KindRow> kinds() { return kRows; }

const KindRow& row_of(Kind kind) { return kRows[static_cast<std::size_t>(kind)]; }

std::optional<Kind> find_kind(std::string_view name) {
  const auto row = std::find_if(kRows.begin(), kRows.end(),
                                [&](const KindRow& candidate) { return candidate.name == name; });
  if (row == kRows.end()) return std::nullopt;
  return row->kind;
}

std::optional<Kind> kind_of_key(std::string_view key) { return find_kind(kind_name_in(key)); }

}  // namespace placemat
