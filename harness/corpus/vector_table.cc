#include "harness/corpus/vector_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace placemat {
namespace {

constexpr std::size_t kItemsPerLine = 16;

std::vector<std::uint64_t> values_of(const Vector& vector) {
  return values_under(policy(PolicyId::kMaximalSubpart), vector.outcome, vector.units.bytes);
}

// The formats have the item; that of an error has offset and length.
struct RowStyle {
  std::string_view row, between;
  std::string_view unit, between_units;
  std::string_view error, value;
  std::string_view yes = "true", no = "false";
};

template <typename Items, typename Write>
std::string joined(const Items& items, std::string_view separator, Write write) {
  std::string text;
  for (const auto& item : items) {
    if (!text.empty()) text += separator;
    text += write(item);
  }
  return text;
}

std::string rows(std::span<const Vector> vectors, const RowStyle& style) {
  return joined(vectors, style.between, [&](const Vector& vector) {
    const std::string units =
        joined(vector.units.bytes, style.between_units,
               [&](std::uint8_t unit) { return fmt::format(fmt::runtime(style.unit), unit); });
    const std::string errors = joined(vector.outcome.errors, ", ", [&](const Extent& error) {
      return fmt::format(fmt::runtime(style.error), error.offset, error.length);
    });
    const std::string values = joined(values_of(vector), ", ", [&](std::uint64_t value) {
      return fmt::format(fmt::runtime(style.value), value);
    });
    return fmt::format(
        fmt::runtime(style.row), fmt::arg("id", vector.id), fmt::arg("units", units),
        fmt::arg("errors", errors), fmt::arg("values", values), fmt::arg("comment", vector.comment),
        fmt::arg("well_formed", vector.outcome.well_formed() ? style.yes : style.no));
  });
}

std::string go_table(std::span<const Vector> vectors, std::string_view /*set*/) {
  return rows(vectors, {.row = "\t{{\"{id}\", \"{units}\", {well_formed}, [][2]int{{{errors}}}, "
                               "[]rune{{{values}}}}},",
                        .between = "\n",
                        .unit = "\\x{:02x}",
                        .between_units = "",
                        .error = "{{{}, {}}}",
                        .value = "0x{:X}"});
}

std::string javascript_table(std::span<const Vector> vectors, std::string_view /*set*/) {
  return rows(vectors, {.row = "  {{ id: '{id}', units: new Uint8Array([{units}]), wellFormed: "
                               "{well_formed}, errors: [{errors}], values: [{values}] }},",
                        .between = "\n",
                        .unit = "0x{:02X}",
                        .between_units = ", ",
                        .error = "[{}, {}]",
                        .value = "0x{:X}"});
}

std::string python_table(std::span<const Vector> vectors, std::string_view /*set*/) {
  return rows(vectors, {.row = "    Vector(\"{id}\", b\"{units}\", {well_formed}, [{errors}], "
                               "[{values}]),",
                        .between = "\n",
                        .unit = "\\x{:02x}",
                        .between_units = "",
                        .error = "({}, {})",
                        .value = "0x{:X}",
                        .yes = "True",
                        .no = "False"});
}

std::string rust_table(std::span<const Vector> vectors, std::string_view /*set*/) {
  return rows(vectors, {.row = "    Vector {{ id: \"{id}\", units: b\"{units}\", well_formed: "
                               "{well_formed}, errors: &[{errors}], values: &[{values}] }},",
                        .between = "\n",
                        .unit = "\\x{:02x}",
                        .between_units = "",
                        .error = "({}, {})",
                        .value = "0x{:X}"});
}

// JSON has no numbers in hex. What the corpora say of a vector besides stands here only.
std::string json_table(std::span<const Vector> vectors, std::string_view /*set*/) {
  return joined(vectors, ",\n", [](const Vector& vector) {
    nlohmann::ordered_json errors = nlohmann::ordered_json::array();
    for (const Extent& error : vector.outcome.errors)
      errors.push_back({error.offset, error.length});
    return "    " + nlohmann::ordered_json{{"id", vector.id},
                                           {"units", to_hex(vector.units.bytes)},
                                           {"well_formed", vector.outcome.well_formed()},
                                           {"errors", errors},
                                           {"values", values_of(vector)},
                                           {"flags", vector.flags},
                                           {"clause", vector.clause},
                                           {"comment", vector.comment}}
                        .dump();
  });
}

// One array that all vectors point into. An array of C has at least one element.
class Pool {
 public:
  Pool(std::string_view type, std::string name, std::string_view nothing)
      : type_(type), name_(std::move(name)), nothing_(nothing) {}
  void add(const std::string& item) {
    text_ += size_ == 0 ? "" : size_ % kItemsPerLine == 0 ? ",\n    " : ", ";
    text_ += item;
    ++size_;
  }
  std::size_t size() const { return size_; }
  const std::string& name() const { return name_; }
  std::string text() const {
    return fmt::format("static const {} {}[] = {{\n    {}}};\n", type_, name_,
                       size_ == 0 ? nothing_ : text_);
  }

 private:
  std::string_view type_;
  std::string name_, nothing_, text_;
  std::size_t size_ = 0;
};

}  // namespace

std::string tsv_table(std::span<const Vector> vectors) {
  std::string text = "id\thex\twell_formed\toffset\tlength\tmaximal_subpart\n";
  for (const Vector& vector : vectors) {
    const std::vector<Extent>& errors = vector.outcome.errors;
    const std::string place =
        errors.empty() ? "-\t-" : fmt::format("{}\t{}", errors[0].offset, errors[0].length);
    text += fmt::format("{}\t{}\t{}\t{}\t{}\n", vector.id, to_hex(vector.units.bytes),
                        errors.empty() ? 1 : 0, place, values_to_text(values_of(vector)));
  }
  return text;
}

std::string c_table(std::span<const Vector> vectors, std::string_view set) {
  Pool units("unsigned char", fmt::format("placemat_{}_units", set), "0");
  Pool errors("struct placemat_error", fmt::format("placemat_{}_errors", set), "{0, 0}");
  Pool values("uint32_t", fmt::format("placemat_{}_values", set), "0");
  std::string rows;
  for (const Vector& vector : vectors) {
    const auto own_values = values_of(vector);
    rows += fmt::format("    {{\"{}\", {} + {}, {}, {} + {}, {}, {} + {}, {}}},\n", vector.id,
                        units.name(), units.size(), vector.units.bytes.size(), errors.name(),
                        errors.size(), vector.outcome.errors.size(), values.name(), values.size(),
                        own_values.size());
    for (const std::uint8_t unit : vector.units.bytes) units.add(fmt::format("0x{:02X}", unit));
    for (const Extent& error : vector.outcome.errors) {
      errors.add(fmt::format("{{{}, {}}}", error.offset, error.length));
    }
    for (const std::uint64_t value : own_values) values.add(fmt::format("0x{:X}", value));
  }
  return fmt::format(
      "{}{}{}static const struct placemat_vector placemat_{}[] = {{\n"
      "{}    {{NULL, NULL, 0, NULL, 0, NULL, 0}}}};\n"
      "static const size_t placemat_{}_count = {};\n",
      units.text(), errors.text(), values.text(), set, rows, set, vectors.size());
}

namespace {
constexpr std::array<TableLanguage, 7> kLanguages{{
    {".go", go_table},
    {".h", c_table},
    {".js", javascript_table},
    {".json", json_table},
    {".py", python_table},
    {".rs", rust_table},
    {".tsv", [](std::span<const Vector> vectors, std::string_view) { return tsv_table(vectors); }},
}};
}  // namespace

std::span<const TableLanguage> table_languages() { return kLanguages; }

const TableLanguage* find_table_language(std::string_view extension) {
  const auto row = std::ranges::find(kLanguages, extension, &TableLanguage::extension);
  return row == kLanguages.end() ? nullptr : &*row;
}

}  // namespace placemat
