// members.h: the members of a struct that is stored or compared, as one list
// beside the struct:
//
//   template <class Visitor, Of<Thing> T>
//   void members(Visitor& v, T& r) {
//     v("name", r.name);
//     v("size", r.size);
//     v.exact("seed", r.seed);    // may use all 64 bits
//     v.unless_empty("notes", r.notes);
//     v.apart("parts", r.parts);  // not in the line of a report
//   }
//
// Reports, archives and the comparisons of tests all read this list.
#pragma once

#include <array>
#include <concepts>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace placemat {

// T is the record or its const.
template <class T, class Record>
concept Of = std::same_as<std::remove_const_t<T>, Record>;

// A visitor that treats all members alike: `visit` gets the name and the value.
template <class Visit>
class EachMember {
 public:
  explicit EachMember(Visit visit) : visit_(std::move(visit)) {}
  template <class T>
  void operator()(const char* name, T& value) {
    visit_(name, value);
  }
  template <class T>
  void exact(const char* name, T& value) {
    visit_(name, value);
  }
  template <class T>
  void unless_empty(const char* name, T& value) {
    visit_(name, value);
  }
  template <class T>
  void apart(const char* name, T& value) {
    visit_(name, value);
  }
  void format() {}

 private:
  Visit visit_;
};

template <class Record, class Visit>
void for_each_member(Record& record, Visit visit) {
  EachMember<Visit> visitor(std::move(visit));
  members(visitor, record);
}

// ---- for tests: every value of a record, and whether its list is complete
// ----

// "findings.0.checks = 12", one a value, in the order of the lists.
class Described {
 public:
  template <class T>
  void add(const std::string& place, const T& value) {
    if constexpr (std::is_enum_v<T>) {
      line(place, std::to_string(static_cast<std::underlying_type_t<T>>(value)));
    } else if constexpr (std::is_arithmetic_v<T>) {
      line(place, std::to_string(value));
    } else {
      for_each_member(value, [&](const char* name, const auto& member) {
        add(place.empty() ? name : place + "." + name, member);
      });
    }
  }
  void add(const std::string& place, const std::string& value) { line(place, value); }
  template <class T>
  void add(const std::string& place, const std::vector<T>& values) {
    list(place, values);
  }
  template <class T, std::size_t n>
  void add(const std::string& place, const std::array<T, n>& values) {
    list(place, values);
  }
  template <class K, class V>
  void add(const std::string& place, const std::map<K, V>& values) {
    line(place, std::to_string(values.size()) + " entries");
    for (const auto& [key, value] : values) {
      add(place + ".key", key);
      add(place + ".value", value);
    }
  }
  std::vector<std::string> take() { return std::move(lines_); }

 private:
  template <class List>
  void list(const std::string& place, const List& values) {
    line(place, std::to_string(values.size()) + " entries");
    std::size_t i = 0;
    for (const auto& value : values) add(place + "." + std::to_string(i++), value);
  }
  void line(const std::string& place, const std::string& text) {
    lines_.push_back(place + " = " + text);
  }
  std::vector<std::string> lines_;
};

template <class Record>
std::vector<std::string> described(const Record& record) {
  Described all;
  all.add("", record);
  return all.take();
}

namespace counting {

struct Anything {
  template <class T>
  operator T() const;  // NOLINT: it stands for a value of any type, and is never called
};
template <class Record, class... Values>
constexpr std::size_t fields() {
  if constexpr (requires { Record{Values{}..., Anything{}}; }) {
    return fields<Record, Values..., Anything>();
  } else {
    return sizeof...(Values);
  }
}

}  // namespace counting

// The number of members of an aggregate; a complete list has as many names.
template <class Record>
constexpr std::size_t field_count() {
  return counting::fields<Record>();
}

template <class Record>
std::size_t listed_count() {
  Record record{};
  std::size_t n = 0;
  for_each_member(record, [&](const char*, const auto&) { ++n; });
  return n;
}

}  // namespace placemat
