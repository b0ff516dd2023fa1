// schema_members_test.cc: each member in reports/schema/ says what it is, at its place or where it
// is defined. It must not know any member.
#include <gmock/gmock.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "harness/bytes/text_file.h"

namespace placemat {
namespace {

using SchemaJson = nlohmann::json;

const std::filesystem::path kSchemas = PLACEMAT_SOURCE_DIR "/reports/schema";

bool describes(const SchemaJson& node) {
  return node.contains("description") && !node.at("description").get<std::string>().empty();
}

// The members without a description, as paths. `record` names the kind of the record itself.
void undescribed(const SchemaJson& node, const SchemaJson& root, const std::string& path,
                 std::vector<std::string>& out) {
  if (node.is_object() && node.contains("properties")) {
    for (const auto& [name, member] : node.at("properties").items()) {
      const SchemaJson* defined = &member;
      if (member.contains("$ref")) {
        defined =
            &root.at(SchemaJson::json_pointer(member.at("$ref").get<std::string>().substr(1)));
      }
      if (name != "record" && !describes(member) && !describes(*defined)) {
        out.push_back(path + "." + name);
      }
      undescribed(member, root, path + "." + name, out);
    }
  }
  if (node.is_object() && node.contains("items")) {
    undescribed(node.at("items"), root, path + "[]", out);
  }
}

std::vector<std::string> undescribed_members(const SchemaJson& root) {
  std::vector<std::string> out;
  undescribed(root, root, "", out);
  for (const auto& [name, node] : root.at("$defs").items()) undescribed(node, root, name, out);
  return out;
}

SchemaJson schema_file(const std::filesystem::path& path) {
  return SchemaJson::parse(read_text_file(path.string()));
}

TEST(SchemaMembers, EachHasADescription) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kSchemas)) {
    ++files;
    EXPECT_THAT(undescribed_members(schema_file(entry.path())), testing::IsEmpty())
        << entry.path().filename();
  }
  EXPECT_GE(files, 2u);
}

TEST(SchemaMembers, OneWithoutADescriptionIsNamed) {
  SchemaJson changed = schema_file(kSchemas / "report.schema.json");
  changed.at("/$defs/footer/properties/checks"_json_pointer).erase("description");
  changed.at("/$defs/machine/properties/states/items/properties/name"_json_pointer)
      .erase("description");
  changed.at("/$defs/profile"_json_pointer).erase("description");
  EXPECT_THAT(
      undescribed_members(changed),
      testing::IsSupersetOf({"footer.checks", "machine.states[].name", "decoder.judged_as"}));
}

}  // namespace
}  // namespace placemat
