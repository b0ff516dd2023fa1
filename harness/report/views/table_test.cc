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
  EXPECT_EQ(to_json({{"a b"}, {{"x"}}}), "[\n  {\n    \"a_b\": \"x\"\n  }\n]\n");
}

TEST(Wrapped, BreaksAtBlanksOnly) {
  EXPECT_THAT(wrapped("one two three", 7), ElementsAre("one two", "three"));
  EXPECT_THAT(wrapped("one two three", 8), ElementsAre("one two", "three"));
  EXPECT_THAT(wrapped("unbreakable x", 4), ElementsAre("unbreakable", "x"));
  EXPECT_THAT(wrapped("", 4), ElementsAre(""));
}

TEST(Paragraph, ContinuesBelowItsText) {
  const std::string word(92, 'a');
  EXPECT_EQ(paragraph("  why  ", word + " b"), "  why  " + word + "\n       b\n");
}

}  // namespace
}  // namespace placemat
