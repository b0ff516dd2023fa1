// archive.h: serialises what the processes of one run exchange, and what a killed run
// left behind. Only the program that wrote the bytes reads them, so they carry no names
// and no versions; a caller that stores them checks this. It does not know what the
// values mean.
#pragma once

#include <array>
#include <cstring>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "harness/judge/job.h"
#include "harness/presentation/axes.h"

namespace placemat {

// Members of types that only processes of one run exchange, in one list for both
// directions. A record of a report has its list beside its struct.
template <class A>
void fields(A& a, Presentation& how) {
  for_each_axis(how, [&](const AxisRow&, auto& value) { a(value); });
}
template <class A>
void fields(A& a, Check& t) {
  a(t.units, t.how);
}
template <class A>
void fields(A& a, Difference& d) {
  a(d.law, d.seen, d.error_class, d.value_class, d.length, d.outcome);
}
template <class A>
void fields(A& a, Failure& f) {
  a(f.kind, f.expected, f.seen, f.core, f.difference, f.is_fatal);
}
template <class A>
void fields(A& a, Ledger::Entry& e) {
  a(e.check, e.failure, e.source, e.vector, e.checks);
}
template <class A>
void fields(A& a, Shown& s) {
  a(s.minimal, s.finding);
}
template <class A>
void fields(A& a, Ledger::Named& n) {
  a(n.checks, n.digest);
}
template <class A>
void fields(A& a, Ledger& l) {
  a(l.entries, l.error_classes, l.tally, l.named, l.hangs, l.crashes, l.muted, l.muted_at_start);
}
template <class A>
void fields(A& a, Job& j) {
  a(j.subject, j.source, j.shard, j.muted, j.avoided);
}

namespace archive {

template <class T>
constexpr bool is_plain = std::is_arithmetic_v<T> || std::is_enum_v<T>;

// A map's key is const in place; it is read into a copy that is not.
template <class A, class T>
void each(A& a, T& value) {
  if constexpr (requires { fields(a, value); }) {
    fields(a, value);
  } else {
    for_each_member(value, [&](const char*, auto& member) { a(member); });
  }
}
template <class A, class... T>
void each(A& a, std::tuple<T...>& value) {
  std::apply([&](auto&... part) { a(part...); }, value);
}
template <class A, class F, class S>
void each(A& a, std::pair<F, S>& value) {
  a(value.first, value.second);
}

}  // namespace archive

class Packer {
 public:
  template <class... T>
  void operator()(const T&... values) {
    (put(values), ...);
  }
  Bytes take() { return std::move(out_); }

 private:
  // Inlining makes GCC 12 warn about a size that cannot occur.
  [[gnu::noinline]] void raw(const void* from, std::size_t n) {
    const std::size_t had = out_.size();
    out_.resize(had + n);
    if (n > 0) std::memcpy(out_.data() + had, from, n);
  }
  template <class T>
  void put(const T& value) {
    if constexpr (archive::is_plain<T>) {
      raw(&value, sizeof(value));
    } else {
      archive::each(*this, const_cast<T&>(value));
    }
  }
  void put(const std::string& text) {
    put(text.size());
    raw(text.data(), text.size());
  }
  template <class T>
  void put(const std::vector<T>& values) {
    put(values.size());
    for (const T& value : values) put(value);
  }
  void put(const Bytes& bytes) {
    put(bytes.size());
    raw(bytes.data(), bytes.size());
  }
  template <class T, std::size_t n>
  void put(const std::array<T, n>& values) {
    for (const T& value : values) put(value);
  }
  template <class T>
  void put(const std::optional<T>& value) {
    put(value.has_value());
    if (value) put(*value);
  }
  template <class K, class V>
  void put(const std::map<K, V>& values) {
    put(values.size());
    for (const auto& [key, value] : values) (*this)(key, value);
  }
  Bytes out_;
};

// Throws std::runtime_error when the bytes end too early.
class Unpacker {
 public:
  explicit Unpacker(ByteView in) : in_(in) {}
  template <class... T>
  void operator()(T&... values) {
    (get(values), ...);
  }
  template <class T>
  T read() {
    T value{};
    get(value);
    return value;
  }
  bool at_end() const { return in_.empty(); }

 private:
  void raw(void* to, std::size_t n) {
    if (n > in_.size()) throw std::runtime_error("an archive ends too early");
    if (n > 0) std::memcpy(to, in_.data(), n);
    in_ = in_.subspan(n);
  }
  std::size_t count() {
    const auto n = read<std::size_t>();
    if (n > in_.size()) throw std::runtime_error("an archive ends too early");
    return n;
  }
  template <class T>
  void get(T& value) {
    if constexpr (archive::is_plain<T>) {
      raw(&value, sizeof(value));
    } else {
      archive::each(*this, value);
    }
  }
  void get(std::string& text) {
    text.resize(count());
    raw(text.data(), text.size());
  }
  template <class T>
  void get(std::vector<T>& values) {
    values.clear();
    for (std::size_t n = count(); n > 0; --n) get(values.emplace_back());
  }
  void get(Bytes& bytes) {
    bytes.resize(count());
    raw(bytes.data(), bytes.size());
  }
  template <class T, std::size_t n>
  void get(std::array<T, n>& values) {
    for (T& value : values) get(value);
  }
  template <class T>
  void get(std::optional<T>& value) {
    value.reset();
    if (read<bool>()) value = read<T>();
  }
  template <class K, class V>
  void get(std::map<K, V>& values) {
    values.clear();
    for (std::size_t n = count(); n > 0; --n) {
      K key = read<K>();
      get(values[std::move(key)]);
    }
  }
  ByteView in_;
};

template <class... T>
Bytes packed(const T&... values) {
  Packer packer;
  packer(values...);
  return packer.take();
}

}  // namespace placemat
