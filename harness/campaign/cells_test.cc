// The cells of some decoders against what they do; all of them in cells_exhaustive_test.cc.
#include <gtest/gtest.h>

#include "harness/campaign/cells_fixture.h"
#include "harness/campaign/run.h"

namespace placemat {
namespace {

DecoderResult result_as_utf8(const std::string& name) {
  const Corpus corpus = load_corpus(PLACEMAT_SOURCE_DIR "/corpus");
  DecoderResult result;
  const Target target = make_target(*find_decoder(name), selftest_sources(),
                                    {Budget::kQuick, 1992, &corpus}, "utf-8");
  run({target}, {}, [&](DecoderResult done) { result = std::move(done); });
  return result;
}

// It takes every sequence of up to four units by its bit pattern: the native truth is its source.
TEST(Cells, OfTheTutorialDecoderNameWhatItAccepts) {
  const DecoderResult result = result_as_utf8("tutorial_lenient");
  EXPECT_EQ(cell_of(result, column_of(ErrorClass::kOverlong)).glyphs(), "A");
  EXPECT_EQ(cell_of(result, column_of(ErrorClass::kSurrogate)).glyphs(), "A");
  EXPECT_EQ(cell_of(result, column_of(ErrorClass::kBeyond10FFFF)).glyphs(), "A");
  for (const ErrorClass blank :
       {ErrorClass::kNone, ErrorClass::kFiveSixUnit, ErrorClass::kFeFf,
        ErrorClass::kLoneContinuation, ErrorClass::kTruncated, ErrorClass::kInterrupted}) {
    EXPECT_EQ(cell_of(result, column_of(blank)).glyphs(), "") << name_of(blank);
  }
}

TEST(Cells, AreWhatSomeSaboteursDo) {
  testing_aid::expect_true_cells_of_saboteurs({"sab_overlong_e0", "sab_surrogate_all"});
}

}  // namespace
}  // namespace placemat
