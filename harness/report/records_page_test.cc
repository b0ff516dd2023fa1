// records_page_test.cc: reports/README.md shows every record and every member of report.jsonl, as
// reports/schema/report.schema.json describes them. It must not know any record.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "harness/bytes/text_file.h"

namespace placemat {
namespace {

using OrderedJson = nlohmann::ordered_json;

class Page {
 public:
  explicit Page(OrderedJson schema) : schema_(std::move(schema)) {
    for (const OrderedJson& one : schema_.at("oneOf")) record(resolved(one));
  }
  const std::string& text() const { return text_; }
  std::size_t rows() const { return rows_; }

 private:
  const OrderedJson& resolved(const OrderedJson& node) const {
    if (!node.contains("$ref")) return node;
    return schema_.at(OrderedJson::json_pointer(node.at("$ref").get<std::string>().substr(1)));
  }

  void record(const OrderedJson& node) {
    text_ += fmt::format("### {}\n\n{}\n\n| member | type | what it is |\n|---|---|---|\n",
                         node.at("properties").at("record").at("const").get<std::string>(),
                         node.at("description").get<std::string>());
    members(node, "");
    text_ += "\n";
  }

  void members(const OrderedJson& node, const std::string& before) {
    for (const auto& [name, named] : node.at("properties").items()) {
      if (name != "record") member(node, name, named, before);
    }
  }

  void member(const OrderedJson& node, const std::string& name, const OrderedJson& named,
              const std::string& before) {
    const OrderedJson& value = resolved(named);
    const auto required = node.value("required", std::vector<std::string>{});
    const bool is_optional = std::ranges::find(required, name) == required.end();
    const std::string about = named.contains("description")
                                  ? named.at("description").get<std::string>()
                                  : value.value("description", "");
    text_ += fmt::format("| `{}{}` | {}{} | {} |\n", before, name, type_of(value),
                         is_optional ? ", optional" : "", escaped(about));
    ++rows_;
    const OrderedJson& inner =
        value.value("type", "") == "array" ? resolved(value.at("items")) : value;
    const bool is_list = &inner != &value;
    // A tally by kind has all kinds as members; they are listed once, by placemat list kinds.
    if (inner.contains("properties") && inner.at("properties").size() <= 24) {
      members(inner, before + name + (is_list ? "[]." : "."));
    }
  }

  std::string type_of(const OrderedJson& value) const {
    if (value.contains("const")) return fmt::format("`{}`", value.at("const").dump());
    if (value.contains("enum")) return value.at("enum").size() <= 4 ? choices(value) : "a name";
    const std::string type = value.at("type");
    return type == "array" ? "list of " + type_of(resolved(value.at("items"))) : type;
  }

  static std::string choices(const OrderedJson& value) {
    std::string out;
    for (const OrderedJson& one : value.at("enum")) {
      out += fmt::format("{}`{}`", out.empty() ? "" : ", ", one.dump());
    }
    return out;
  }

  static std::string escaped(std::string text) {
    for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) {
      text.insert(at, "\\");
    }
    return text;
  }

  OrderedJson schema_;
  std::string text_;
  std::size_t rows_ = 0;
};

TEST(RecordsPage, ShowsEveryMemberOfTheSchema) {
  const Page page(
      OrderedJson::parse(read_text_file(PLACEMAT_SOURCE_DIR "/reports/schema/report.schema.json")));
  EXPECT_GT(page.rows(), 150u);
  const std::string readme = read_text_file(PLACEMAT_SOURCE_DIR "/reports/README.md");
  const std::string begin = "<!-- records: begin -->\n\n", end = "<!-- records: end -->\n";
  const std::size_t from = readme.find(begin), to = readme.find(end);
  ASSERT_NE(from, std::string::npos);
  ASSERT_NE(to, std::string::npos);
  const std::string shown = readme.substr(from + begin.size(), to - from - begin.size());
  EXPECT_TRUE(shown == page.text()) << "reports/README.md: put this between its two markers:\n"
                                    << page.text();
}

}  // namespace
}  // namespace placemat
