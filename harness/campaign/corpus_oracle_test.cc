// The corpora against ICU: the outcomes that the law has computed, and the
// text in other encodings, which a converter makes again from the UTF-8 line
// that the vector names.
#include <gmock/gmock.h>
#include <unicode/ucnv.h>
#include <unicode/unistr.h>

#include <map>
#include <memory>

#include "harness/corpus/corpus.h"
#include "harness/oracle/divergence.h"

namespace placemat {
namespace {

const std::filesystem::path kCorpus = std::filesystem::path(PLACEMAT_SOURCE_DIR) / "corpus";

const Corpus& corpus() {
  static const Corpus loaded = load_corpus(kCorpus);
  return loaded;
}

TEST(CorpusOracle, IcuAgreesWithEveryOutcomeOrDivergesAsNumbered) {
  std::size_t asked = 0;
  for (const OracleQuestion& question : oracle_questions()) {
    // The corpora state outcomes in this dialect and no other.
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

// u_strFromUTF8WithSub and the WHATWG practice are the same policy, so that
// the stated values are compared with ICU's directly, without the law.
TEST(CorpusOracle, StatedValuesAreThoseOfTheReplacingConversion) {
  for (const Vector& vector : corpus().vectors) {
    const Bytes& bytes = vector.units.bytes;
    const auto text = icu::UnicodeString::fromUTF8(icu::StringPiece(
        reinterpret_cast<const char*>(bytes.data()), static_cast<std::int32_t>(bytes.size())));
    std::vector<std::uint64_t> values;
    for (std::int32_t at = 0; at < text.length(); at = text.moveIndex32(at, 1)) {
      values.push_back(static_cast<std::uint64_t>(text.char32At(at)));
    }
    const VectorOutcome& stated = vector.outcome;
    const auto& replaced = stated.replaced[static_cast<std::size_t>(PolicyId::kMaximalSubpart)];
    EXPECT_EQ(values, stated.well_formed ? stated.values : replaced) << vector.id;
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
  UErrorCode error = U_ZERO_ERROR;
  const std::unique_ptr<UConverter, decltype(&ucnv_close)> converter(
      ucnv_open(encoding.c_str(), &error), &ucnv_close);
  EXPECT_TRUE(U_SUCCESS(error)) << encoding << ": " << u_errorName(error);
  if (U_FAILURE(error)) return {};
  ucnv_setFromUCallBack(converter.get(), UCNV_FROM_U_CALLBACK_STOP, nullptr, nullptr, nullptr,
                        &error);
  std::string out(static_cast<std::size_t>(units.length()) * 8 + 16, '\0');
  const std::int32_t size =
      ucnv_fromUChars(converter.get(), out.data(), static_cast<std::int32_t>(out.size()),
                      units.getBuffer(), units.length(), &error);
  EXPECT_TRUE(U_SUCCESS(error)) << encoding << ": " << u_errorName(error);
  return {out.begin(), out.begin() + size};
}

TEST(CorpusOracle, TextInOtherEncodingsIsWhatAConverterMakesOfIt) {
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

// Two U+FFFD, the sign of text that was decoded wrongly and saved, are what
// EUC-KR reads as three syllables; the corpora have both ends of the chain.
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
