#include "harness/report/text.h"

#include <gmock/gmock.h>

namespace placemat {
namespace {

TEST(Text, MarkupIsEscaped) {
  EXPECT_EQ(escape_markup("<script>alert(\"a & 'b'\")</script>"),
            "&lt;script&gt;alert(&quot;a &amp; &#39;b&#39;&quot;)&lt;/script&gt;");
  EXPECT_EQ(escape_markup("caf\xC3\xA9 \xF0\x9F\x98\x80"), "caf&#xE9; &#x1F600;");
  EXPECT_EQ(escape_markup("a\nb\tc"), "a\nb\tc");
}

// XML 1.0 2.2 allows no control character but tab, line feed and carriage return, no surrogate, and
// neither FFFE nor FFFF.
TEST(Text, CharactersThatXmlForbidsAreSpelledOut) {
  EXPECT_EQ(escape_markup(std::string_view("\0\x1B[31m\r\x7F", 8)), "\\x00\\x1B[31m\\x0D\\x7F");
  EXPECT_EQ(escape_markup("\xEF\xBF\xBE\xEF\xBF\xBF"), "\\u{FFFE}\\u{FFFF}");
  EXPECT_EQ(escape_markup("\xED\xA0\x80"), "&#xFFFD;&#xFFFD;&#xFFFD;");
}

TEST(Text, IllFormedTextIsReplacedBySubparts) {
  EXPECT_EQ(visible("a\xF0\x9F\x98z\xC0\xAF"), "a\xEF\xBF\xBDz\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST(Text, NothingMovesTheCursorOrTheReadingDirection) {
  EXPECT_EQ(visible("\x1B]0;title\x07"), "\\x1B]0;title\\x07");
  EXPECT_EQ(visible("\xE2\x80\xAE"
                    "abc"),
            "\\u{202E}abc");
  EXPECT_EQ(visible("\xC2\x85"
                    "\xEF\xBB\xBF"),
            "\\x85\\u{FEFF}");
  EXPECT_EQ(visible("\xD0\xAF"), "\xD0\xAF");
}

TEST(Text, LongTextIsCut) {
  const std::string shown = visible_line(std::string(std::size_t{1} << 20, 'a'));
  EXPECT_EQ(shown.find(" ... (1028576 more)"), 20'000u);
  EXPECT_LT(escape_markup(std::string(std::size_t{1} << 20, '<')).size(), 100'000u);
  EXPECT_LT(markdown_code(std::string(std::size_t{1} << 20, '`')).size(), 100'000u);
}

TEST(Text, MarkdownIsPlain) {
  EXPECT_EQ(escape_markdown("a|b*d"), "a\\|b\\*d");
  EXPECT_EQ(escape_markdown("a_b_c _d_"), "a_b_c \\_d\\_");
  EXPECT_EQ(escape_markdown("[x](y)\n# z"), "\\[x\\]\\(y\\) \\# z");
  EXPECT_EQ(escape_markdown("<b>&amp;"), "\\<b\\>\\&amp;");
}

TEST(Text, ACodeSpanContainsBackticks) {
  EXPECT_EQ(markdown_code("C0 AF"), "`C0 AF`");
  EXPECT_EQ(markdown_code("a`b``c"), "```a`b``c```");
  EXPECT_EQ(markdown_code("`"), "`` ` ``");
  EXPECT_EQ(markdown_code(""), "`  `");
  EXPECT_EQ(markdown_code("C3|A9"), "`C3|A9`");
  EXPECT_EQ(markdown_code("C3||A9", true), "`C3\\|\\|A9`");
}

TEST(Text, CountsAndListsAreReadable) {
  EXPECT_EQ(counted(1, "finding"), "1 finding");
  EXPECT_EQ(counted(0, "finding"), "0 findings");
  EXPECT_EQ(listed(std::vector<std::string>{"a"}), "a");
  EXPECT_EQ(listed(std::vector<std::string>{"a", "b", "c"}), "a, b and c");
}

}  // namespace
}  // namespace placemat
