#include "harness/report/views/table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace placemat {
namespace {

using testing::ElementsAre;

TEST(Table, ColumnsAreAsWideAsTheirCells) {
  EXPECT_EQ(to_text({{"a", "name"}, {{"long cell", "x"}, {"y", ""}}}),
            "a          name\n"
            "long cell  x\n"
            "y\n");
}

TEST(Table, LastColumnIsWrapped) {
  const std::string text =
      to_text({{"", ""}, {{"key", std::string(60, 'a') + ' ' + std::string(60, 'b')}}}, 2, false);
  EXPECT_EQ(text, "  key  " + std::string(60, 'a') + "\n       " + std::string(60, 'b') + "\n");
}

TEST(Table, MarkdownEscapesCells) {
  EXPECT_EQ(to_markdown({{"a", "b"}, {{"x|y", "1"}}}), "| a | b |\n| --- | --- |\n| x\\|y | 1 |\n");
}

TEST(Table, JsonKeysHaveNoBlanks) {
  EXPECT_EQ(to_json(Table{{"a b"}, {{"x"}}}), "[\n  {\n    \"a_b\": \"x\"\n  }\n]\n");
}

TEST(Wrapped, BreaksAtBlanksOnly) {
  EXPECT_THAT(wrapped("one two three", 7), ElementsAre("one two", "three"));
  EXPECT_THAT(wrapped("one two three", 8), ElementsAre("one two", "three"));
  EXPECT_THAT(wrapped("unbreakable x", 4), ElementsAre("unbreakable", "x"));
  EXPECT_THAT(wrapped("", 4), ElementsAre(""));
}

TEST(Fitted, LeavesLinesWholeWhereNoNarrowTerminalIs) {
  const std::string lines =
      "coverage lost: decoders a, b, c, d, e, f and g; source random\n  ! x\n";
  EXPECT_EQ(fitted(lines), lines);
  set_text_width(40);
  EXPECT_EQ(fitted(lines),
            "coverage lost: decoders a, b, c, d, e, f\nand g; source random\n  ! x\n");
  EXPECT_EQ(fitted("  ! 0123456789 0123456789 0123456789 0123456789\n"),
            "  ! 0123456789 0123456789 0123456789\n    0123456789\n");
  EXPECT_EQ(fitted(""), "");
  set_text_width(kTextWidth);
}

TEST(Paragraph, ContinuesBelowItsText) {
  const std::string word(92, 'a');
  EXPECT_EQ(paragraph("  why  ", word + " b"), "  why  " + word + "\n       b\n");
}

}  // namespace
}  // namespace placemat
