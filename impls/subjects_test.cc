// The list of subjects as data. It satisfies its schema, names nothing twice,
// names exactly the entry points that are built, and covers many products and
// languages.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

namespace {

using Json = nlohmann::json;
const std::string kAdapterDirectory = std::string(PLACEMAT_SOURCE_DIR) + "/impls/adapters/";

std::string text_of(const std::string& name) {
  std::ifstream in(kAdapterDirectory + name);
  return {std::istreambuf_iterator<char>(in), {}};
}
Json listed_subjects() { return Json::parse(text_of("subjects.json")).at("subjects"); }

bool satisfies_schema(const Json& list) {
  const Json document = Json::parse(text_of("subjects.schema.json"));
  const valijson::adapters::NlohmannJsonAdapter schema_adapter(document), list_adapter(list);
  valijson::Schema schema;
  valijson::SchemaParser().populateSchema(schema_adapter, schema);
  valijson::ValidationResults results;
  const bool good = valijson::Validator().validate(schema, list_adapter, &results);
  valijson::ValidationResults::Error error;
  while (results.popError(error)) {
    std::string where;
    for (const std::string& step : error.context) where += step;
    if (!good) SCOPED_TRACE(where + ": " + error.description);
  }
  return good;
}

TEST(Subjects, SatisfyTheirSchema) {
  Json list = Json::parse(text_of("subjects.json"));
  EXPECT_TRUE(satisfies_schema(list));
  list["subjects"][0].erase("product");
  EXPECT_FALSE(satisfies_schema(list));
}

TEST(Subjects, HaveUniqueNames) {
  std::set<std::string> names;
  for (const Json& one : listed_subjects()) EXPECT_TRUE(names.insert(one.at("name")).second) << one;
}

TEST(Subjects, EqualTheBuiltPlugIns) {
  std::set<std::string> built, listed;
  const std::string rows = text_of("subjects/subjects.cmake");
  const std::regex row("add_subject\\([^)]*ENTRIES([^)]*)\\)");
  for (std::sregex_iterator at(rows.begin(), rows.end(), row), end; at != end; ++at) {
    std::istringstream entries((*at)[1].str());
    for (std::string entry; entries >> entry;) built.insert(entry + ".so");
  }
  // A plug-in that wants a display or another standard library is called by plugin_child.
  const std::string children = text_of("subjects/children.cmake");
  const std::regex child("add_child\\(([^ ]*\\.so) ");
  for (std::sregex_iterator at(children.begin(), children.end(), child), end; at != end; ++at)
    built.insert((*at)[1].str());
  const std::regex directory("\\{build\\}/impls/subjects/(?=.*\\.so$)");
  for (const Json& one : listed_subjects()) {
    if (one.at("kind") == "plug-in") listed.insert(one.at("plugin").get<std::string>());
    if (one.at("kind") != "child") continue;
    const auto last = one.at("command").back().get<std::string>();
    if (std::regex_search(last, directory)) listed.insert(std::regex_replace(last, directory, ""));
  }
  EXPECT_EQ(built, listed);
}

TEST(Subjects, NameExistingAdapters) {
  for (const Json& one : listed_subjects()) {
    if (one.at("kind") != "child") continue;
    for (const Json& argument : one.at("command")) {
      const auto text = argument.get<std::string>();
      const std::string prefix = "{source}/impls/adapters/";
      if (text.rfind(prefix, 0) == 0) {
        EXPECT_FALSE(text_of(text.substr(prefix.size())).empty()) << text;
      }
    }
  }
}

TEST(Subjects, CoverManyProductsAndLanguages) {
  std::set<std::string> products, usual, languages;
  const Json list = listed_subjects();
  for (const Json& one : list) {
    products.insert(one.at("product").get<std::string>());
    languages.insert(one.at("language").get<std::string>());
    if (one.at("set") == "audit") usual.insert(one.at("product").get<std::string>());
  }
  EXPECT_GE(list.size(), 150u);
  EXPECT_GE(products.size(), 60u);
  EXPECT_GE(usual.size(), 45u);
  EXPECT_GE(languages.size(), 18u);
}

}  // namespace
