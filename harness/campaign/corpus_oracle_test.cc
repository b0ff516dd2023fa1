// The corpora against ICU: the stated outcomes, the policies applied to them, and the text in other
// encodings, which a converter computes again from the UTF-8 line that the vector names.
#include <gmock/gmock.h>
#include <unicode/ucnv.h>
#include <unicode/ucnv_cb.h>
#include <unicode/unistr.h>
#include <unicode/utf8.h>

#include <map>
#include <memory>

#include "harness/corpus/corpus.h"
#include "harness/corpus/fixture.h"
#include "harness/oracle/divergence.h"

namespace placemat {
namespace {

using fixture::corpus;
using fixture::kCorpus;

TEST(CorpusOracle, IcuAgreesWithEveryOutcomeOrDivergesAsNumbered) {
  std::size_t asked = 0;
  for (const OracleQuestion& question : oracle_questions()) {
    // The corpora state outcomes for this dialect only.
    if (question.profile.dialect != DialectId::kUtf8) continue;
    ++asked;
    Comparison comparison(question);
    OracleTally tally(question);
    for (const Vector& vector : corpus().vectors) {
      const auto outcome = comparison.compare(vector.units.bytes);
      EXPECT_NE(outcome.agreement, Agreement::kUnexplained) << vector.id << ": " << outcome.text;
      tally.count(outcome);
    }
    EXPECT_EQ(tally.asked, corpus().vectors.size());
    EXPECT_GT(tally.agreed, 0U) << question.name;
  }
  EXPECT_GE(asked, 3U);
}

// U8_NEXT consumes a maximal subpart (D93b), so the statement of a vector can be compared with ICU
// directly, without the law.
TEST(CorpusOracle, StatedValuesAndErrorsAreThoseOfU8Next) {
  for (const Vector& vector : corpus().vectors) {
    const Bytes& bytes = vector.units.bytes;
    const auto size = static_cast<std::int32_t>(bytes.size());
    VectorOutcome seen;
    for (std::int32_t at = 0; at < size;) {
      const std::int32_t begin = at;
      UChar32 value = 0;
      U8_NEXT(bytes.data(), at, size, value);
      if (value >= 0)
        seen.values.push_back(static_cast<std::uint64_t>(value));
      else
        seen.errors.push_back(
            {static_cast<std::size_t>(begin), static_cast<std::size_t>(at - begin)});
    }
    EXPECT_EQ(seen.values, vector.outcome.values) << vector.id;
    EXPECT_EQ(seen.errors, vector.outcome.errors) << vector.id;
  }
}

using Converter = std::unique_ptr<UConverter, decltype(&ucnv_close)>;

Converter open_converter(const char* encoding) {
  UErrorCode error = U_ZERO_ERROR;
  Converter converter(ucnv_open(encoding, &error), &ucnv_close);
  EXPECT_TRUE(U_SUCCESS(error)) << encoding << ": " << u_errorName(error);
  return converter;
}

// The values that the converter decodes from `bytes`, and the units of the sequence it has not
// completed.
struct Converted {
  std::vector<std::uint64_t> values;
  std::int32_t pending = 0;
};

Converted convert(UConverter& converter, const Bytes& bytes, bool is_all) {
  ucnv_reset(&converter);
  std::u16string out(bytes.size() * 2 + 16, u'\0');
  const char* from = reinterpret_cast<const char*>(bytes.data());
  char16_t* to = out.data();
  UErrorCode error = U_ZERO_ERROR;
  ucnv_toUnicode(&converter, &to, out.data() + out.size(), &from, from + bytes.size(), nullptr,
                 is_all, &error);
  EXPECT_TRUE(U_SUCCESS(error)) << u_errorName(error);
  Converted converted;
  UErrorCode ignored = U_ZERO_ERROR;
  if (!is_all) converted.pending = ucnv_toUCountPending(&converter, &ignored);
  const icu::UnicodeString text(out.data(), static_cast<std::int32_t>(to - out.data()));
  for (std::int32_t at = 0; at < text.length(); at = text.moveIndex32(at, 1)) {
    converted.values.push_back(static_cast<std::uint64_t>(text.char32At(at)));
  }
  return converted;
}

TEST(CorpusOracle, StatedIncompletenessIsThatOfAConverter) {
  const Converter converter = open_converter("UTF-8");
  for (const Vector& vector : corpus().vectors) {
    const std::int32_t pending = convert(*converter, vector.units.bytes, false).pending;
    EXPECT_EQ(pending > 0, vector.outcome.incomplete) << vector.id;
  }
}

// Emits `policy`, which consumes no unit after a subpart, for each ill-formed sequence that the
// converter reports.
void replace_by_policy(const void* policy, UConverterToUnicodeArgs* args, const char*,
                       std::int32_t length, UConverterCallbackReason reason, UErrorCode* error) {
  if (reason > UCNV_IRREGULAR) return;
  const auto& rule = *static_cast<const Policy*>(policy);
  const std::int32_t count = rule.count == Policy::Count::kPerUnit      ? length
                             : rule.count == Policy::Count::kPerSubpart ? 1
                                                                        : 0;
  *error = U_ZERO_ERROR;
  const auto unit = static_cast<char16_t>(rule.replacement);
  for (std::int32_t i = 0; i < count; ++i) ucnv_cbToUWriteUChars(args, &unit, 1, 0, error);
}

// The policies that a converter of ICU can follow: one replacement a subpart, one a unit, none.
TEST(CorpusOracle, PoliciesThatAConverterCanFollowEmitTheSame) {
  std::vector<std::string_view> followed;
  for (const Policy& policy : policies()) {
    if (policy.stops || policy.swallow != Swallow::kNothing ||
        policy.count == Policy::Count::kPerRun) {
      continue;
    }
    followed.push_back(policy.name);
    const Converter converter = open_converter("UTF-8");
    UErrorCode error = U_ZERO_ERROR;
    ucnv_setToUCallBack(converter.get(), replace_by_policy, &policy, nullptr, nullptr, &error);
    for (const Vector& vector : corpus().vectors) {
      const Bytes& units = vector.units.bytes;
      EXPECT_EQ(convert(*converter, units, true).values,
                values_under(policy, vector.outcome, units))
          << policy.name << " of " << vector.id;
    }
  }
  EXPECT_THAT(followed,
              testing::IsSupersetOf({"maximal-subpart", "per-byte", "skip", "runeerror-80"}));
}

// u_strFromUTF8WithSub and the WHATWG practice are the same policy.
TEST(CorpusOracle, ReplacedValuesAreThoseOfTheReplacingConversion) {
  for (const Vector& vector : corpus().vectors) {
    const Bytes& bytes = vector.units.bytes;
    const auto text = icu::UnicodeString::fromUTF8(icu::StringPiece(
        reinterpret_cast<const char*>(bytes.data()), static_cast<std::int32_t>(bytes.size())));
    std::vector<std::uint64_t> values;
    for (std::int32_t at = 0; at < text.length(); at = text.moveIndex32(at, 1)) {
      values.push_back(static_cast<std::uint64_t>(text.char32At(at)));
    }
    EXPECT_EQ(values, values_under(policy(PolicyId::kMaximalSubpart), vector.outcome, bytes))
        << vector.id;
  }
}

// `text` in `encoding`; "UTF-16LE with BOM" begins with a byte order mark.
Bytes encode(const std::string& text, std::string encoding) {
  auto units = icu::UnicodeString::fromUTF8(text);
  const std::string mark = " with BOM";
  if (encoding.ends_with(mark)) {
    units.insert(0, u'\uFEFF');
    encoding.resize(encoding.size() - mark.size());
  }
  const Converter converter = open_converter(encoding.c_str());
  if (!converter) return {};
  UErrorCode error = U_ZERO_ERROR;
  ucnv_setFromUCallBack(converter.get(), UCNV_FROM_U_CALLBACK_STOP, nullptr, nullptr, nullptr,
                        &error);
  std::string out(static_cast<std::size_t>(units.length()) * 8 + 16, '\0');
  const std::int32_t size =
      ucnv_fromUChars(converter.get(), out.data(), static_cast<std::int32_t>(out.size()),
                      units.getBuffer(), units.length(), &error);
  EXPECT_TRUE(U_SUCCESS(error)) << encoding << ": " << u_errorName(error);
  return {out.begin(), out.begin() + size};
}

TEST(CorpusOracle, TextInOtherEncodingsIsWhatAConverterWrites) {
  std::map<std::string, int> seen;
  for (const Vector& vector : corpus().vectors) {
    if (!vector.source) continue;
    SCOPED_TRACE(vector.id);
    const std::string text = text_line(kCorpus, *vector.source);
    EXPECT_EQ(to_hex(encode(text, vector.source->encoding)), to_hex(vector.units.bytes));
    ++seen[vector.source->encoding];
  }
  for (const char* encoding :
       {"UTF-8", "UTF-16LE with BOM", "UTF-16BE with BOM", "GBK", "EUC-KR", "windows-1251",
        "KOI8-R", "CP866", "ISO-8859-1", "ISO-8859-5", "CESU-8"}) {
    EXPECT_GE(seen[encoding], 3) << encoding;
  }
}

// EUC-KR reads the UTF-8 of two U+FFFD, the sign of text that was decoded wrongly and saved, as
// three syllables. The corpora have both ends of the chain.
TEST(CorpusOracle, ReplacementCharactersReadAsEucKr) {
  const Vector* destroyed = corpus().find("legacy/euc-kr-two-fffd");
  const Vector* shown = corpus().find("legacy/euc-kr-mark-in-utf-8");
  ASSERT_NE(destroyed, nullptr);
  ASSERT_NE(shown, nullptr);
  EXPECT_EQ(to_hex(destroyed->units.bytes), "EFBFBDEFBFBD");
  const std::string syllables(shown->units.bytes.begin(), shown->units.bytes.end());
  EXPECT_EQ(to_hex(encode(syllables, "EUC-KR")), "EFBFBDEFBFBD");
}

}  // namespace
}  // namespace placemat
