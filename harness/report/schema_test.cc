// schema_test.cc: reports/schema/report.schema.json describes every record as the list of its
// members does: the same names, no more, required and typed alike.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "harness/bytes/text_file.h"
#include "harness/report/record_members.h"

namespace placemat {
namespace {

using Json = nlohmann::json;

const Json& schema() {
  static const Json kSchema =
      Json::parse(read_text_file(PLACEMAT_SOURCE_DIR "/reports/schema/report.schema.json"));
  return kSchema;
}

// ---- the shape of a record by its list ----

template <class T>
Json shape_of(const T& value);

// Also a visitor of members.
class RecordShape {
 public:
  void format() { add("format", "string", true); }
  template <class T>
  void operator()(const char* name, const T& value) {
    add(name, shape_of(value), true);
  }
  template <class T>
  void unless_empty(const char* name, const T& value) {
    add(name, shape_of(value), false);
  }
  // As text.
  void exact(const char* name, std::uint64_t) { add(name, "string", true); }
  template <class T>
  static void apart(const char*, const T&) {}

  void add(const std::string& name, Json shape, bool is_required) {
    properties_[name] = {{"is", std::move(shape)}, {"required", is_required}};
  }
  Json take() { return {{"members", std::move(properties_)}, {"closed", true}}; }

 private:
  Json properties_ = Json::object();
};

std::vector<std::string> kind_names() {
  std::vector<std::string> names;
  for (const KindRow& row : kinds()) names.emplace_back(row.name);
  return names;
}

std::vector<std::string> error_class_names() {
  std::vector<std::string> names;
  for (const ErrorClassRow& row : error_classes()) names.emplace_back(row.name);
  return names;
}

template <class T>
Json shape_of(const T& value) {
  if constexpr (std::is_same_v<T, Kind>) {
    return {{"one of", kind_names()}};
  } else if constexpr (std::is_same_v<T, ErrorClass>) {
    return {{"one of", error_class_names()}};
  } else if constexpr (std::is_same_v<T, bool>) {
    return "boolean";
  } else if constexpr (std::is_integral_v<T>) {
    return "integer";
  } else if constexpr (std::is_floating_point_v<T>) {
    return "number";
  } else if constexpr (std::is_same_v<T, std::string>) {
    return "string";
  } else if constexpr (requires { typename T::mapped_type; }) {
    RecordShape shape;
    for (const std::string& name : kind_names())
      shape.add(name, shape_of(typename T::mapped_type{}), false);
    return shape.take();
  } else if constexpr (requires { typename T::value_type; }) {
    return {{"list of", shape_of(typename T::value_type{})}};
  } else {
    RecordShape shape;
    members(shape, value);
    return shape.take();
  }
}

template <class T>
Json record_shape(const T& value = {}) {
  RecordShape shape;
  shape.add("record", "string", true);
  members(shape, value);
  return shape.take();
}

std::map<std::string, Json> shapes_by_list() {
  std::map<std::string, Json> shapes;
  shapes["header"] = record_shape<Header>();
  shapes["decoder"] = record_shape<DecoderResult>();
  shapes["error_class"] = record_shape<ErrorClassLine>();
  shapes["cell"] = record_shape<CellLine>();
  shapes["finding"] = record_shape<Finding>();
  shapes["failing"] = record_shape<FailingLine>();
  shapes["footer"] = record_shape<FooterLine>();
  for_each_list([&](std::string_view name, auto list) {
    using List = std::remove_cvref_t<decltype(std::declval<Report>().*list)>;
    shapes[std::string(name)] = record_shape<typename List::value_type>();
  });
  return shapes;
}

// ---- the shape of a record by the schema ----

const Json& resolved(const Json& node, const Json& root) {
  if (!node.contains("$ref")) return node;
  return root.at(Json::json_pointer(node.at("$ref").get<std::string>().substr(1)));
}

// A closed list of other names is a string.
Json shape_in(const Json& root, const Json& named) {
  const Json& node = resolved(named, root);
  if (node.contains("const")) return node.at("const").type_name();
  if (node.contains("enum")) {
    const auto names = node.at("enum").get<std::vector<std::string>>();
    if (names == kind_names() || names == error_class_names()) return {{"one of", names}};
    return "string";
  }
  const std::string type = node.at("type");
  if (type == "array") return {{"list of", shape_in(root, node.at("items"))}};
  if (type != "object") return type;
  const auto required = node.value("required", std::vector<std::string>{});
  Json members = Json::object();
  for (const auto& [name, member] : node.at("properties").items()) {
    members[name] = {{"is", shape_in(root, member)},
                     {"required", std::ranges::find(required, name) != required.end()}};
  }
  return {{"members", members},
          {"closed", node.value("additionalProperties", Json(true)) == false}};
}

std::map<std::string, Json> shapes_by_schema(const Json& root) {
  std::map<std::string, Json> shapes;
  for (const Json& one : root.at("oneOf")) {
    const Json& node = resolved(one, root);
    shapes[node.at("properties").at("record").at("const")] = shape_in(root, node);
  }
  return shapes;
}

TEST(ReportSchema, DescribesEveryRecordAsItsListOfMembersDoes) {
  const auto by_list = shapes_by_list(), by_schema = shapes_by_schema(schema());
  for (const auto& [record, shape] : by_list) {
    ASSERT_TRUE(by_schema.contains(record)) << record;
    EXPECT_EQ(by_schema.at(record).dump(1), shape.dump(1)) << record;
  }
  EXPECT_EQ(by_schema.size(), by_list.size());
}

// Each change of one member is seen, in records and in the objects within them.
TEST(ReportSchema, AChangedMemberIsADifference) {
  const auto by_list = shapes_by_list();
  for (const char* place :
       {"/$defs/finding", "/$defs/footer", "/$defs/strength_tally", "/$defs/certificate",
        "/$defs/machine/properties/states/items/properties/edges/items"}) {
    const Json::json_pointer at(place);
    const Json properties = schema().at(at).at("properties");
    for (const auto& [name, member] : properties.items()) {
      if (name == "record") continue;
      Json lacks = schema(), surplus = schema(), mistyped = schema(), optional = schema();
      lacks.at(at).at("properties").erase(name);
      surplus.at(at).at("properties")[name + "_too"] = {{"type", "string"}};
      const bool is_flag = member.value("type", "") == "boolean";
      mistyped.at(at).at("properties")[name] = {{"type", is_flag ? "integer" : "boolean"}};
      std::erase(optional.at(at).at("required").get_ref<Json::array_t&>(), name);
      for (const Json& changed : {lacks, surplus, mistyped, optional}) {
        EXPECT_NE(shapes_by_schema(changed), by_list) << place << " " << name;
      }
    }
  }
}

}  // namespace
}  // namespace placemat
