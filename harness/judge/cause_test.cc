// cause_test.cc: findings by cause, through the run of one source of cases. What is planted in each
// saboteur says what the cause is.
#include "harness/judge/cause.h"

#include <gmock/gmock.h>

#include "harness/corpus/corpus.h"
#include "harness/generate/items.h"
#include "harness/judge/job.h"
#include "harness/judge/paired_caller.h"

namespace placemat {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

// FF gives 41, FE gives nothing: two faults in one class of the law's machine.
void lossy32_two_faults(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                        std::size_t capacity, placemat_result* result) {
  const Decoder& honest = *find_decoder("branchy");
  std::size_t written = 0;
  for (std::size_t from = 0; from <= length;) {
    const std::uint8_t* const stop = std::find_if(
        in + from, in + length, [](std::uint8_t unit) { return unit == 0xFF || unit == 0xFE; });
    const auto to = static_cast<std::size_t>(stop - in);
    honest.lossy32(in + from, to - from, out + written, capacity - written, result);
    written = result->written += written;
    if (result->status != PLACEMAT_OK || to == length) return;
    if (*stop == 0xFF) {
      if (written == capacity) {
        result->status = PLACEMAT_NO_CAPACITY;
        return;
      }
      out[written++] = 'A';
    }
    from = to + 1;
  }
}

// FF gives 41; behind FE a further unit is read.
void lossy32_value_and_over_read(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                                 std::size_t capacity, placemat_result* result) {
  Bytes units(in, in + length);
  std::ranges::replace(units, 0xFF, 'A');
  if (length > 0 && in[length - 1] == 0xFE &&
      *const_cast<volatile const std::uint8_t*>(in + length) == 0)
    units.back() = 0xFE;
  find_decoder("branchy")->lossy32(units.data(), units.size(), out, capacity, result);
}

// The last value is lost where it fills the output.
void lossy32_loses_last_when_full(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                                  std::size_t capacity, placemat_result* result) {
  find_decoder("branchy")->lossy32(in, length, out, capacity, result);
  if (result->status == PLACEMAT_OK && result->written == capacity && capacity > 0) {
    --result->written;
  }
}

// 81 is read as E0, and `kOther` as the letter A.
template <std::uint8_t kOther>
void lossy32_misreads(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                      std::size_t capacity, placemat_result* result) {
  Bytes units(in, in + length);
  std::ranges::replace(units, 0x81, 0xE0);
  if (kOther != 0) std::ranges::replace(units, kOther, 'A');
  find_decoder("branchy")->lossy32(units.data(), units.size(), out, capacity, result);
}

// Behind F0, BE leads where it leads behind E1.
void lossy32_goes_astray(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                         std::size_t capacity, placemat_result* result) {
  Bytes units(in, in + length);
  for (std::size_t i = 1; i < length; ++i) {
    if (units[i - 1] == 0xF0 && units[i] == 0xBE) units[i - 1] = 0xE1;
  }
  find_decoder("branchy")->lossy32(units.data(), units.size(), out, capacity, result);
}

// A byte order mark behind an error is lost.
void lossy32_loses_marks(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                         std::size_t capacity, placemat_result* result) {
  find_decoder("branchy")->lossy32(in, length, out, capacity, result);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < result->written; ++i) {
    if (i == 0 || out[i - 1] != 0xFFFD || out[i] != 0xFEFF) out[kept++] = out[i];
  }
  result->written = kept;
}

// What stands at the start of a text: the units that a decoder takes along, and what it gives for
// them.
struct Taken {
  std::size_t units;
  std::optional<std::uint32_t> value = 0xFFFD;
};

Taken taken_rightly(ByteView text) {
  static const Machine& items = machine({DialectId::kUtf8, PolicyId::kMaximalSubpart, Bom::kKeep});
  const std::size_t length = item_ends(items, text.first(std::min<std::size_t>(text.size(), 4)))[0];
  std::uint32_t value = 0;
  placemat_result result{};
  find_decoder("branchy")->lossy32(text.data(), length, &value, 1, &result);
  return {length, value};
}

std::size_t continuations(ByteView text, std::size_t most) {
  std::size_t count = 0;
  while (count < most && count + 1 < text.size() && (text[count + 1] & 0xC0) == 0x80) ++count;
  return count;
}

// A lead announces `length` units, of which its last bits are a part of the value.
std::optional<Taken> form(ByteView text, std::uint8_t from, std::uint8_t to, std::size_t length) {
  const bool is_whole =
      text[0] >= from && text[0] <= to && continuations(text, length - 1) == length - 1;
  if (!is_whole) return std::nullopt;
  std::uint32_t value = text[0] & (length == 2 ? 0x1Fu : length == 3 ? 0x0Fu : 0x07u);
  for (std::size_t i = 1; i < length; ++i) value = value << 6 | (text[i] & 0x3Fu);
  return Taken{length, value};
}

// F8..FF are leads of four, and what is there of them at the end is a value too.
Taken leads_of_four(ByteView text) {
  if (const auto four = form(text, 0xF8, 0xFF, 4)) return *four;
  if (text.size() == 1 && text[0] >= 0xF8) return {1, text[0] & 7u};
  if (text[0] >= 0xF8) return {1 + continuations(text, 3)};
  return taken_rightly(text);
}

// F8 and four continuation units are one error; C0 and C1 are leads.
Taken error_of_five_and_overlong(ByteView text) {
  if (form(text, 0xF8, 0xF8, 5)) return {5};
  return form(text, 0xC0, 0xC1, 2).value_or(taken_rightly(text));
}

// F8 takes the next four units along, whatever they are.
Taken swallows_four(ByteView text) {
  return text[0] == 0xF8 ? Taken{std::min<std::size_t>(text.size(), 5)} : taken_rightly(text);
}

// F0..F4 are leads of four, whatever the value is.
Taken accepts_four(ByteView text) {
  return form(text, 0xF0, 0xF4, 4).value_or(taken_rightly(text));
}

// Surrogates and F4 90 80 80 are values, and a lone continuation unit is nothing.
Taken drops_and_accepts(ByteView text) {
  if (text[0] >= 0x80 && text[0] <= 0xBF) return {1, std::nullopt};
  if (const auto value = form(text, 0xED, 0xED, 3)) return *value;
  return form(text, 0xF4, 0xF4, 4).value_or(taken_rightly(text));
}

// Surrogates are values, so that ED A0 is the start of a sequence; one that the end cuts off is
// nothing.
Taken accepts_and_drops_the_end(ByteView text) {
  if (const auto value = form(text, 0xED, 0xED, 3)) return *value;
  Taken taken = taken_rightly(text);
  if (text[0] == 0xED && continuations(text, 2) == 1) taken.units = 2;
  const bool is_lead = text[0] >= 0xC2 && text[0] <= 0xF4 && text[0] != 0xEF;
  const bool is_cut = is_lead && taken.value == 0xFFFD && taken.units == text.size();
  return is_cut ? Taken{taken.units, std::nullopt} : taken;
}

template <Taken (*kTaken)(ByteView)>
void lossy32_of(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                std::size_t capacity, placemat_result* result) {
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  for (std::size_t at = 0; at < length;) {
    const Taken taken = kTaken({in + at, length - at});
    at += taken.units;
    if (taken.value && result->written == capacity) {
      result->status = PLACEMAT_NO_CAPACITY;
      return;
    }
    if (taken.value) out[result->written++] = *taken.value;
  }
}

Decoder with_lossy32(decltype(Decoder::lossy32) lossy32) {
  Decoder table = *find_decoder("branchy");
  table.name = "of_this_test";
  table.lossy32 = lossy32;
  return table;
}

class CauseTest : public testing::Test {
 protected:
  // The findings of the curated vectors and of all strings of up to three ends of classes.
  std::vector<Finding> findings_of(Caller& caller, const Decoder& table,
                                   const std::optional<std::string>& as = {}) {
    const std::vector<Target> targets{
        make_target(table, {"curated", "state-unit"}, {Budget::kQuick, 1992, &corpus()}, as)};
    const std::atomic<bool> never{false};
    RunContext context{targets, {{}}, &never};
    for (const std::string& name : targets[0].sources) {
      context.sources[0].push_back(make_source(name, targets[0].judged_as, targets[0].options));
    }
    Ledger whole;
    for (std::size_t source = 0; source < context.sources[0].size(); ++source) {
      for (std::size_t shard = 0; shard < context.sources[0][source]->shards(); ++shard) {
        whole.merge(check_job(context, {0, source, shard}, caller));
      }
    }
    return conclude(context, 0, whole, {}, caller, nullptr).findings;
  }
  std::vector<Finding> findings_of(const char* name) {
    const Decoder* decoder = find_decoder(name);
    EXPECT_NE(decoder, nullptr) << name;
    Caller caller(*decoder, thread_);
    return findings_of(caller, *decoder);
  }
  std::vector<Finding> findings_as(const char* name, const char* profile) {
    const Decoder* decoder = find_decoder(name);
    Caller caller(*decoder, thread_);
    return findings_of(caller, *decoder, profile);
  }
  // Of a decoder that has this function and is right otherwise.
  std::vector<Finding> findings_with(decltype(Decoder::lossy32) lossy32) {
    const Decoder table = with_lossy32(lossy32);
    Caller caller(table, thread_);
    return findings_of(caller, table);
  }
  std::vector<Finding> findings_of(const char* first, const char* second) {
    const auto pair = paired(*find_decoder(first), *find_decoder(second));
    EXPECT_NE(pair, nullptr);
    PairedCaller caller(*pair, thread_);
    return findings_of(caller, pair->table);
  }
  static const Corpus& corpus() {
    static const Corpus kCorpus = load_corpus(PLACEMAT_SOURCE_DIR "/corpus");
    return kCorpus;
  }
  // "drops-ill-formed: FE"
  static std::vector<std::string> shown(const std::vector<Finding>& findings) {
    std::vector<std::string> texts;
    for (const Finding& finding : findings) {
      texts.push_back(std::string(row_of(finding.kind).name) + ": " + finding.minimal);
    }
    return texts;
  }
  static std::vector<Kind> kinds_of(const std::vector<Finding>& findings) {
    std::vector<Kind> kinds;
    for (const Finding& finding : findings) kinds.push_back(finding.kind);
    return kinds;
  }

  Fence fence_{100};
  FencedThread thread_;
};

TEST_F(CauseTest, AUnitThatIsReadAsAnotherIsOneCauseInEveryState) {
  const std::vector<Finding> findings = findings_with(lossy32_misreads<0>);
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].pattern, "81 is classified like E0");
  EXPECT_EQ(severity_of(findings[0].kind), Severity::kAcceptance);
}

TEST_F(CauseTest, AMisreadUnitHidesNoOtherFault) {
  const std::vector<Finding> findings = findings_with(lossy32_misreads<0xFF>);
  ASSERT_THAT(findings, SizeIs(2));
  EXPECT_THAT(findings,
              testing::Contains(testing::Field(&Finding::pattern, "81 is classified like E0")));
  EXPECT_THAT(findings, testing::Contains(testing::Field(&Finding::minimal, "FF")));
}

TEST_F(CauseTest, EachUnitThatIsMisreadIsNamed) {
  const std::vector<Finding> findings = findings_with(lossy32_misreads<0x82>);
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].pattern, "81 is classified like E0, 82 is classified like 00");
}

// One refuses 80 at the end of a sequence, the other A0..BF at the end of three units.
TEST_F(CauseTest, ARefusedUnitHidesNoOtherAndNoValueIsBlamed) {
  EXPECT_THAT(shown(findings_of("sab_rejects_continuation_80", "sab_rejects_masked_continuation")),
              testing::ElementsAre("rejects-well-formed: C2 80", "rejects-well-formed: EF B6 A0"));
}

// To its length function, E0 and E1 look like units of other classes in some states only.
TEST_F(CauseTest, AUnitThatIsMisreadInSomeStatesOnlyIsNotCalledSo) {
  const std::vector<Finding> findings = findings_of("sab_length_by_lead");
  for (const Finding& finding : findings) EXPECT_EQ(finding.pattern, "") << finding.minimal;
  EXPECT_THAT(findings, SizeIs(1));
}

// Leads announce units that it does not check. C1 41 and E0 41 41 give 41 by chance, as if an error
// had been dropped.
void unchecked32(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                 std::size_t capacity, placemat_result* result) {
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  for (std::size_t at = 0; at < length;) {
    const std::uint8_t lead = in[at];
    const std::size_t announced = lead < 0xC0 || lead > 0xF7 ? 1u
                                  : lead < 0xE0              ? 2u
                                  : lead < 0xF0              ? 3u
                                                             : 4u;
    const bool is_whole = announced <= length - at;
    std::uint32_t value = announced == 1 ? lead : lead & (0x7Fu >> announced);
    for (std::size_t i = 1; is_whole && i < announced; ++i) {
      value = value << 6 | (in[at + i] & 0x3Fu);
    }
    if (!is_whole || (announced == 1 && lead >= 0x80)) value = 0xFFFD;
    if (result->written == capacity) {
      result->status = PLACEMAT_NO_CAPACITY;
      return;
    }
    out[result->written++] = value;
    at += is_whole ? announced : 1;
  }
}

TEST_F(CauseTest, ALetterThatComesOutByChanceIsNoLoss) {
  for (const std::string& finding : shown(findings_with(unchecked32))) {
    EXPECT_THAT(finding, testing::AnyOf(testing::StartsWith("accepts-"),
                                        testing::Eq("wrong-replacement-count: E0 A0")));
  }
}

// No form of five or six units, and no surrogate: ED A0 F8 80 80 80 gives a value that is not its.
TEST_F(CauseTest, ALeadOfAnotherLengthIsCalledSoWhateverComesOut) {
  const std::vector<Finding> findings = findings_with(lossy32_of<leads_of_four>);
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].kind, Kind::kAcceptsIllFormed);
  EXPECT_EQ(findings[0].pattern, "F8 is taken as a lead of 4 bytes");
  for (const Symptom& symptom : findings[0].symptoms) {
    EXPECT_GE(symptom.kind, Kind::kAcceptsIllFormed) << symptom.minimal;
  }
}

TEST_F(CauseTest, AFormThatIsNotAcceptedAloneGivesNoName) {
  const std::vector<Finding> findings = findings_with(lossy32_of<error_of_five_and_overlong>);
  EXPECT_THAT(shown(findings),
              ElementsAre("accepts-overlong: C0 80", "wrong-replacement-count: F8 80 80 80 80"));
  EXPECT_EQ(findings[1].pattern, "F8 is taken as a lead of 5 bytes");
}

TEST_F(CauseTest, ALeadThatTakesAnyUnitsAlongSwallowsThem) {
  const std::vector<Finding> findings = findings_with(lossy32_of<swallows_four>);
  EXPECT_THAT(shown(findings), ElementsAre("swallows-next-unit: F8 41"));
  EXPECT_EQ(findings[0].pattern, "F8 is taken as a lead of 5 bytes");
}

// F0 8F BF BD gives U+FFFD, as a value and not as a replacement.
TEST_F(CauseTest, AnAcceptedFormOfTheReplacementCharacterIsNoOtherNumberOfReplacements) {
  EXPECT_THAT(shown(findings_with(lossy32_of<accepts_four>)),
              testing::UnorderedElementsAre("accepts-overlong: F0 80 80 80",
                                            "accepts-beyond-10ffff: F4 90 80 80"));
}

TEST_F(CauseTest, AnAcceptedFormIsNoSymptomOfALossOfItsUnits) {
  EXPECT_THAT(shown(findings_with(lossy32_of<drops_and_accepts>)),
              ElementsAre("accepts-surrogate: ED A0 80", "accepts-beyond-10ffff: F4 90 80 80",
                          "drops-ill-formed: 80"));
}

TEST_F(CauseTest, AnAcceptedFormIsNotHiddenByTheNumberOfItsReplacements) {
  EXPECT_THAT(shown(findings_with(lossy32_of<accepts_and_drops_the_end>)),
              ElementsAre("accepts-surrogate: ED A0 80", "drops-truncated-tail: C2"));
}

// C0 41 is refused, and is no overlong form.
TEST_F(CauseTest, AnErrorThatIsAcceptedOnlyAfterALetterSaysSo) {
  Decoder table = *find_decoder("branchy");
  table.name = "of_this_test";
  table.validate = [](const std::uint8_t* in, std::size_t length) {
    Bytes units(in, in + length);
    const Bytes error{'<', 0xC0, 'A'};
    const auto found = std::ranges::search(units, error);
    if (!found.empty()) std::ranges::fill(found, std::uint8_t{'B'});
    return find_decoder("branchy")->validate(units.data(), length);
  };
  Caller caller(table, thread_);
  Judge judge(caller, Profile{});
  const Check check{{'<', 0xC0, 'A'}, plain(Operation::kValidate)};
  Shown shown{check, {}};
  shown.finding.kind = judge.judge(check)->kind;
  EXPECT_EQ(shown.finding.kind, Kind::kAcceptsIllFormed);
  EXPECT_EQ(by_cause(judge, {shown})[0].pattern, "only after 3C");
}

TEST_F(CauseTest, AUnitThatIsRefusedInEveryStateIsCalledSo) {
  Decoder table = *find_decoder("branchy");
  table.name = "of_this_test";
  table.validate = [](const std::uint8_t* in, std::size_t length) {
    const bool has_it = std::find(in, in + length, 0x81) != in + length;
    return has_it ? 0 : find_decoder("branchy")->validate(in, length);
  };
  Caller caller(table, thread_);
  const std::vector<Finding> findings = findings_of(caller, table);
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].pattern, "81 is refused wherever it stands");
}

// It refuses 80 wherever it stands, and each other unit that is not ASCII.
TEST_F(CauseTest, ADecoderOfAsciiHasOneFaultAndReadsNoUnitAsAnother) {
  Decoder table = *find_decoder("branchy");
  table.name = "of_this_test";
  table.validate = [](const std::uint8_t* in, std::size_t length) {
    return std::all_of(in, in + length, [](std::uint8_t unit) { return unit < 0x80; }) ? 1 : 0;
  };
  Caller caller(table, thread_);
  const std::vector<Finding> findings = findings_of(caller, table);
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].kind, Kind::kRejectsWellFormed);
  EXPECT_EQ(findings[0].minimal, "C2 80") << "the shortest of all that it refuses";
  EXPECT_EQ(findings[0].pattern, "");
}

// The truncated F0 BE is refused rightly, and only later units show the wrong state.
TEST_F(CauseTest, ATransitionToAWrongStateIsOneCause) {
  const Decoder table = with_lossy32(lossy32_goes_astray);
  Caller caller(table, thread_);
  EXPECT_THAT(findings_of(caller, table), SizeIs(1));
}

// Behind C0 or E2 the lead may have swallowed it; behind 80 nothing did.
TEST_F(CauseTest, AMarkThatIsLostBehindEachErrorIsOneFinding) {
  EXPECT_THAT(shown(findings_with(lossy32_loses_marks)), ElementsAre("bom-handling: 80 EF BB BF"));
}

TEST_F(CauseTest, ACorrectDecoderHasNone) { EXPECT_THAT(findings_of("branchy"), IsEmpty()); }

TEST_F(CauseTest, OneFaultIsOneFindingWithItsSymptoms) {
  const std::vector<Finding> findings = findings_of("sab_overlong_e0");
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].kind, Kind::kAcceptsOverlong);
  EXPECT_EQ(findings[0].minimal, "E0 80 80");
  EXPECT_THAT(findings[0].symptoms,
              testing::Contains(testing::Field(&Symptom::kind, Kind::kWrongReplacementCount)));
}

TEST_F(CauseTest, ChecksIncludeThoseOfTheSymptoms) {
  const std::vector<Finding> findings = findings_of("sab_overlong_e0");
  ASSERT_THAT(findings, SizeIs(1));
  std::uint64_t symptoms = 0;
  for (const Symptom& symptom : findings[0].symptoms) symptoms += symptom.checks;
  EXPECT_GT(findings[0].checks, symptoms);
}

// The end of the text at a NUL makes much ill-formed text look accepted.
TEST_F(CauseTest, NamesTheRootAndNotTheGravestSymptom) {
  const std::vector<Finding> findings = findings_of("sab_nul_ends_input");
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].kind, Kind::kNulHandling);
  EXPECT_EQ(findings[0].minimal, "00");
}

// Its fault is an ill-formed last unit of whole blocks of 16.
TEST_F(CauseTest, StatesTheLengthsThatAFaultNeeds) {
  const std::vector<Finding> findings = findings_of("sab_block15_ff");
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].kind, Kind::kDependsOnPosition);
  EXPECT_EQ(findings[0].pattern, "only where the length is 0 modulo 16, at the end of the input");
}

TEST_F(CauseTest, StatesHowOftenChanceDecides) {
  const std::vector<Finding> findings = findings_of("sab_nondeterministic");
  ASSERT_FALSE(findings.empty());
  EXPECT_EQ(findings[0].kind, Kind::kNondeterministic);
  EXPECT_THAT(findings[0].pattern, testing::MatchesRegex("in [0-9]+ of 64 repetitions"));
}

TEST_F(CauseTest, TwoFaultsOfOneClassOfUnitsAreTwoFindings) {
  const std::vector<Finding> findings = findings_with(lossy32_two_faults);
  EXPECT_THAT(shown(findings), ElementsAre("accepts-ill-formed: FF", "drops-ill-formed: FE"));
}

TEST_F(CauseTest, AnOverReadDoesNotExplainAWrongValueOfAnotherUnit) {
  const std::vector<Finding> findings = findings_with(lossy32_value_and_over_read);
  EXPECT_THAT(shown(findings), ElementsAre("over-read: FE", "accepts-ill-formed: FF"));
}

TEST_F(CauseTest, AFaultThatNeedsTheEndIsOneFindingAndSaysSo) {
  const std::vector<Finding> findings = findings_of("sab_rejects_last_two_unit");
  EXPECT_THAT(kinds_of(findings), ElementsAre(Kind::kRejectsWellFormed));
  EXPECT_EQ(findings[0].pattern, "only at the end of the input");
}

TEST_F(CauseTest, AFaultThatNeedsAFullOutputIsOneFindingAndSaysSo) {
  const std::vector<Finding> findings = findings_with(lossy32_loses_last_when_full);
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].pattern, "only with no room to spare");
}

TEST_F(CauseTest, AChunkThatFailsAloneIsASymptom) {
  const std::vector<Finding> findings = findings_of("sab_count_truncated_pair");
  EXPECT_THAT(kinds_of(findings), ElementsAre(Kind::kWrongReplacementCount));
}

TEST_F(CauseTest, ADecoderThatAcceptsEveryErrorHasOneFault) {
  const std::vector<Finding> findings = findings_of("sab_truncated_lead_as_latin1");
  EXPECT_THAT(kinds_of(findings), ElementsAre(Kind::kAcceptsTruncatedTail));
}

// Four gaps are four faults: a decoder can close each of them alone.
TEST_F(CauseTest, FourKindsOfAcceptanceStayFourFindings) {
  const std::vector<Finding> findings = findings_as("tutorial_lenient", "utf-8");
  EXPECT_THAT(kinds_of(findings),
              testing::IsSupersetOf(
                  {Kind::kAcceptsOverlong, Kind::kAcceptsSurrogate, Kind::kAcceptsBeyond10FFFF}));
}

TEST_F(CauseTest, NoFaultHidesAnother) {
  const std::pair<const char*, const char*> pairs[] = {
      {"sab_overlong_e0", "sab_surrogate_all"},
      {"sab_swallow_next_unit", "sab_overlong_c0"},
      {"sab_chunk_loses_state", "sab_five_six_unit"},
      {"sab_drops_invalid", "sab_block_after_ascii_32"},  // of two operations
  };
  for (const auto& [first, second] : pairs) {
    const std::vector<Kind> kinds = kinds_of(findings_of(first, second));
    for (const char* name : {first, second}) {
      EXPECT_THAT(kinds, testing::Contains(*find_kind(find_decoder(name)->planted_kind)))
          << first << " + " << second;
    }
  }
}

}  // namespace
}  // namespace placemat
