// line.h: one JSON record a line, written and read by the list of its members
// (harness/bytes/members.h), for the files of this directory that store records. It must not know
// what any member means beyond its type.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <type_traits>
#include <vector>

#include "harness/bytes/error.h"
#include "harness/bytes/members.h"
#include "harness/judge/finding.h"

namespace placemat {

using OrderedJson = nlohmann::ordered_json;
using Json = nlohmann::json;

// A format as a file states it: "placemat-report-1", of a "report".
struct FileFormat {
  std::string_view name;
  std::string_view thing;
};

// Builds the JSON of one record.
class LineWriter {
 public:
  explicit LineWriter(FileFormat format) : format_(format) {}
  void format() { json_["format"] = format_.name; }
  // As text: a seed uses all 64 bits, which a JSON number need not hold.
  void exact(const char* name, std::uint64_t value) { json_[name] = std::to_string(value); }
  template <class T>
  void operator()(const char* name, const T& value) {
    json_[name] = json_of(value);
  }
  template <class T>
  void unless_empty(const char* name, const T& value) {
    if (!value.empty()) (*this)(name, value);
  }
  template <class T>
  static void apart(const char*, const T&) {}
  OrderedJson& json() { return json_; }

 private:
  template <class T>
  OrderedJson json_of(const T& value) const {
    if constexpr (std::is_same_v<T, Kind>) {
      return row_of(value).name;
    } else if constexpr (std::is_same_v<T, ErrorClass>) {
      return name_of(value);
    } else if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string>) {
      return value;
    } else {
      LineWriter inner(format_);
      members(inner, value);
      return inner.json();
    }
  }
  template <class T>
  OrderedJson json_of(const std::vector<T>& values) const {
    OrderedJson list = OrderedJson::array();
    for (const T& value : values) list.push_back(json_of(value));
    return list;
  }
  template <class T>
  static OrderedJson json_of(const std::map<Kind, T>& by_kind) {
    OrderedJson object = OrderedJson::object();
    for (const auto& [kind, value] : by_kind) object[std::string(row_of(kind).name)] = value;
    return object;
  }

  FileFormat format_;
  OrderedJson json_ = OrderedJson::object();
};

// A name from a file, made short and printable for a message.
std::string shown_name(std::string text);

// Reads the members of one object and reports the place of an error.
class LineReader {
 public:
  // `place` is "FILE:LINE: record", for error messages.
  LineReader(const Json& object, std::string place, const FileFormat& format)
      : object_(object), place_(std::move(place)), format_(format) {
    if (!object.is_object()) fail("is no object");
  }

  void format() {
    std::string format;
    (*this)("format", format);
    if (format == format_.name) return;
    fail(fmt::format("has the format '{}', and this program reads {}", shown_name(format),
                     format_.name));
  }
  void exact(const char* name, std::uint64_t& value) {
    std::string digits;
    (*this)(name, digits);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc{} || end != digits.data() + digits.size())
      fail_at(name, "a number of 64 bits as text");
  }
  template <class T>
  void operator()(const char* name, T& value) {
    const auto found = object_.find(name);
    if (found == object_.end()) fail(fmt::format("has no member '{}'", name));
    known_.insert(name);
    read(name, *found, value);
  }
  template <class T>
  void unless_empty(const char* name, T& value) {
    value.clear();
    if (object_.contains(name)) (*this)(name, value);
  }
  // A member that is not stored in the line.
  template <class T>
  static void apart(const char*, T&) {}
  // The format is closed: an unknown member is an error.
  void finish() const {
    for (const auto& [name, value] : object_.items()) {
      if (!known_.contains(name))
        fail(fmt::format("has a member '{}', which is unknown", shown_name(name)));
    }
  }
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(
        fmt::format("{} {}; write the {} again with 'placemat run'", place_, what, format_.thing));
  }

 private:
  [[noreturn]] void fail_at(const std::string& name, std::string_view wanted) const {
    fail(fmt::format("has a member '{}' that is not {}", name, wanted));
  }

  template <class T>
  void read(const std::string& name, const Json& json, T& value) const {
    if constexpr (std::is_same_v<T, Kind> || std::is_same_v<T, ErrorClass>) {
      read_name(name, json, value);
    } else if constexpr (std::is_same_v<T, std::string>) {
      if (!json.is_string()) fail_at(name, "a string");
      value = json.get<std::string>();
    } else if constexpr (std::is_same_v<T, bool>) {
      if (!json.is_boolean()) fail_at(name, "true or false");
      value = json.get<bool>();
    } else if constexpr (std::is_floating_point_v<T>) {
      if (!json.is_number()) fail_at(name, "a number");
      value = json.get<T>();
    } else if constexpr (std::is_integral_v<T>) {
      const auto most = static_cast<std::uint64_t>(std::numeric_limits<T>::max());
      if (!json.is_number_unsigned() || json.get<std::uint64_t>() > most) fail_at(name, "a count");
      value = json.get<T>();
    } else {
      LineReader inner(json, fmt::format("{}, member '{}',", place_, name), format_);
      members(inner, value);
      inner.finish();
    }
  }
  template <class T>
  void read(const std::string& name, const Json& json, std::vector<T>& values) const {
    if (!json.is_array()) fail_at(name, "a list");
    values.clear();
    for (const Json& element : json) read(name, element, values.emplace_back());
  }
  template <class T>
  void read(const std::string& name, const Json& json, std::map<Kind, T>& by_kind) const {
    if (!json.is_object()) fail_at(name, "an object");
    for (const auto& [kind_name, value] : json.items()) {
      Kind kind;
      read_name(name, kind_name, kind);
      read(name, value, by_kind[kind]);
    }
  }
  void read_name(const std::string& name, const Json& json, Kind& kind) const {
    const auto found = json.is_string() ? find_kind(json.get<std::string>()) : std::nullopt;
    if (!found) fail_at(name, "a kind of finding");
    kind = *found;
  }
  void read_name(const std::string& name, const Json& json, ErrorClass& error_class) const {
    for (const ErrorClassRow& row : error_classes()) {
      error_class = row.error_class;
      if (json == row.name) return;
    }
    fail_at(name, "an error class");
  }

  const Json& object_;
  std::string place_;
  const FileFormat& format_;
  std::set<std::string> known_{"record"};
};

// Opens a file of records. Throws InputError that states the problem.
std::ifstream open_records(const std::filesystem::path& path);

// The record as a line, in ASCII, so that no viewer can change it.
template <class Record>
std::string line_of(const FileFormat& format, const char* record, const Record& value) {
  LineWriter writer(format);
  writer.json()["record"] = record;
  members(writer, value);
  return writer.json().dump(-1, ' ', true, OrderedJson::error_handler_t::replace) + '\n';
}

}  // namespace placemat
