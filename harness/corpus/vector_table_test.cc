// vector_table_test.cc: a vector with an error, one without, and one without units, as a row of
// each language. That compilers take the rows is seen by outside_packages_test.sh.
#include "harness/corpus/vector_table.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <set>

namespace placemat {
namespace {

using testing::HasSubstr;

Vector vector_of(std::string id, const std::string& hex) {
  Vector vector;
  vector.id = std::move(id);
  vector.comment = "Why it is here";
  vector.units = parse_units(hex);
  vector.outcome = outcome_of(vector.units.bytes);
  return vector;
}

const std::vector<Vector>& vectors() {
  static const std::vector<Vector> kVectors = {
      vector_of("a/wrong", "C0 AF 41"), vector_of("a/euro", "E2|82 AC"), vector_of("a/no", "")};
  return kVectors;
}

std::string table(std::string_view extension) {
  return find_table_language(extension)->write(vectors(), "core");
}

TEST(VectorTable, Go) {
  EXPECT_EQ(table(".go"),
            "\t{\"a/wrong\", \"\\xc0\\xaf\\x41\", false, [][2]int{{0, 1}, {1, 1}}, "
            "[]rune{0xFFFD, 0xFFFD, 0x41}},\n"
            "\t{\"a/euro\", \"\\xe2\\x82\\xac\", true, [][2]int{}, []rune{0x20AC}},\n"
            "\t{\"a/no\", \"\", true, [][2]int{}, []rune{}},");
}

TEST(VectorTable, JavaScript) {
  EXPECT_EQ(
      table(".js"),
      "  { id: 'a/wrong', units: new Uint8Array([0xC0, 0xAF, 0x41]), wellFormed: false, "
      "errors: [[0, 1], [1, 1]], values: [0xFFFD, 0xFFFD, 0x41] },\n"
      "  { id: 'a/euro', units: new Uint8Array([0xE2, 0x82, 0xAC]), wellFormed: true, errors: "
      "[], values: [0x20AC] },\n"
      "  { id: 'a/no', units: new Uint8Array([]), wellFormed: true, errors: [], values: [] },");
}

TEST(VectorTable, Python) {
  EXPECT_EQ(table(".py"),
            "    Vector(\"a/wrong\", b\"\\xc0\\xaf\\x41\", False, [(0, 1), (1, 1)], "
            "[0xFFFD, 0xFFFD, 0x41]),\n"
            "    Vector(\"a/euro\", b\"\\xe2\\x82\\xac\", True, [], [0x20AC]),\n"
            "    Vector(\"a/no\", b\"\", True, [], []),");
}

TEST(VectorTable, Rust) {
  EXPECT_EQ(
      table(".rs"),
      "    Vector { id: \"a/wrong\", units: b\"\\xc0\\xaf\\x41\", well_formed: false, errors: "
      "&[(0, 1), (1, 1)], values: &[0xFFFD, 0xFFFD, 0x41] },\n"
      "    Vector { id: \"a/euro\", units: b\"\\xe2\\x82\\xac\", well_formed: true, errors: "
      "&[], values: &[0x20AC] },\n"
      "    Vector { id: \"a/no\", units: b\"\", well_formed: true, errors: &[], values: &[] },");
}

TEST(VectorTable, Json) {
  const auto rows = nlohmann::json::parse("[" + table(".json") + "]");
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].at("units"), "C0AF41");
  EXPECT_EQ(rows[0].at("well_formed"), false);
  EXPECT_EQ(rows[0].at("errors"), nlohmann::json::parse("[[0, 1], [1, 1]]"));
  EXPECT_EQ(rows[0].at("values"), nlohmann::json::parse("[65533, 65533, 65]"));
  EXPECT_EQ(rows[0].at("comment"), "Why it is here");
  EXPECT_EQ(rows[1].at("errors").size(), 0U);
}

TEST(VectorTable, Tsv) {
  EXPECT_EQ(table(".tsv"),
            "id\thex\twell_formed\toffset\tlength\tmaximal_subpart\n"
            "a/wrong\tC0AF41\t0\t0\t1\tFFFD FFFD 41\n"
            "a/euro\tE282AC\t1\t-\t-\t20AC\n"
            "a/no\t\t1\t-\t-\t\n");
}

TEST(VectorTable, CPointsIntoArraysOfTheSet) {
  const std::string text = table(".h");
  for (const char* part :
       {"static const unsigned char placemat_core_units[] = {\n    0xC0, 0xAF, 0x41, 0xE2, 0x82, "
        "0xAC};",
        "static const struct placemat_error placemat_core_errors[] = {\n    {0, 1}, {1, 1}};",
        "{\"a/wrong\", placemat_core_units + 0, 3, placemat_core_errors + 0, 2, "
        "placemat_core_values + 0, 3},",
        "{\"a/no\", placemat_core_units + 6, 0, placemat_core_errors + 2, 0, "
        "placemat_core_values + 4, 0},",
        "placemat_core_count = 3;"}) {
    EXPECT_THAT(text, HasSubstr(part));
  }
}

// An array of C has at least one element.
TEST(VectorTable, COfNoVectorsHasAnElementInEachArray) {
  EXPECT_THAT(c_table({}, "core"), HasSubstr("placemat_core_units[] = {\n    0};"));
}

TEST(VectorTable, LanguagesHaveDistinctExtensions) {
  std::set<std::string_view> extensions;
  for (const TableLanguage& language : table_languages()) {
    EXPECT_TRUE(extensions.insert(language.extension).second);
  }
  EXPECT_EQ(find_table_language(".cob"), nullptr);
}

}  // namespace
}  // namespace placemat
