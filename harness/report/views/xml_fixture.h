// xml_fixture.h: a parser of XML that is not ours, for the tests of this directory only.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "harness/bytes/scratch_fixture.h"
#include "harness/bytes/text_file.h"

namespace placemat {

inline bool has_xmllint() { return std::system("xmllint --version >/dev/null 2>&1") == 0; }

// What an XPath expression gives for a document, without line ends behind it.
inline std::string xpath(const std::string& xml, const std::string& expression) {
  const std::string file = written("asked.xml", xml), out = scratch("answer");
  const std::string line = "xmllint --xpath \"" + expression + "\" " + file + " >" + out;
  EXPECT_EQ(std::system(line.c_str()), 0) << expression;
  std::string text = read_text_file(out);
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

}  // namespace placemat
