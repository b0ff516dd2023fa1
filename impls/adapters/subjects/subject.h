// subject.h: fills a `placemat_decoder` for a decoder of a third-party library,
// from a function that takes a whole input and returns the library's result.
// Each file of this directory calls one library and holds a table of its entry
// points; each entry point becomes a plug-in (add_subject() in CMakeLists.txt).
// It must not know any dialect or law, and must not repair a library's result.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/decoder/adapt.h"
#include "harness/decoder/placemat_decoder.h"

namespace placemat::subjects {

// Defined by each file of this directory; nullptr when the file has no such
// entry.
const placemat_decoder* named(std::string_view name);

inline const placemat_decoder* pick(std::span<const placemat_decoder> table,
                                    std::string_view name) {
  for (const placemat_decoder& decoder : table)
    if (name == decoder.name) return &decoder;
  return nullptr;
}

// The result of a call on a whole input. `Value` is std::uint32_t, or
// std::uint16_t for an interface that writes UTF-16.
template <class Value>
struct BasicSeen {
  std::uint32_t status = PLACEMAT_OK;
  std::vector<Value> values = {};
  std::size_t offset = PLACEMAT_UNKNOWN;
  std::size_t length = PLACEMAT_UNKNOWN;

  static BasicSeen ill_formed(std::size_t offset = PLACEMAT_UNKNOWN,
                              std::size_t length = PLACEMAT_UNKNOWN) {
    return {PLACEMAT_ILL_FORMED, {}, offset, length};
  }
  // An error after the values that are here already.
  BasicSeen ill_formed_at(std::size_t at) && {
    status = PLACEMAT_ILL_FORMED;
    offset = at;
    return std::move(*this);
  }
  BasicSeen incomplete_at(std::size_t at) && {
    status = PLACEMAT_INCOMPLETE;
    offset = at;
    return std::move(*this);
  }
  static BasicSeen incomplete(std::size_t offset = PLACEMAT_UNKNOWN) {
    return {PLACEMAT_INCOMPLETE, {}, offset, PLACEMAT_UNKNOWN};
  }
  static BasicSeen unsupported() { return {PLACEMAT_UNSUPPORTED, {}}; }
};
using Seen = BasicSeen<std::uint32_t>;
using Seen16 = BasicSeen<std::uint16_t>;
// For a library that hands out any 32 bits: 80000000 and more are no raw units there.
using Seen64 = BasicSeen<std::uint64_t>;

using Input = std::span<const std::uint8_t>;

inline const char* chars(Input in) { return reinterpret_cast<const char*>(in.data()); }
inline std::string text_of(Input in) {
  return in.empty() ? std::string() : std::string(chars(in), in.size());
}
// The longest input for an interface that counts in int.
inline bool fits_int(Input in) { return in.size() <= 0x7FFFFFFF; }
inline bool has_nul(Input in) {
  for (const std::uint8_t unit : in)
    if (unit == 0) return true;
  return false;
}
// Whether the text may stand in a string literal of JSON and similar formats.
// Other text is not passed.
inline bool fits_literal(Input in) {
  for (const std::uint8_t unit : in)
    if (unit < 0x20 || unit == '"' || unit == '\\' || unit == 0x7F) return false;
  return true;
}

template <class Value>
BasicSeen<Value> values_of(const auto* first, std::size_t count) {
  BasicSeen<Value> seen;
  seen.values.reserve(count);
  for (std::size_t i = 0; i < count; ++i) seen.values.push_back(static_cast<Value>(first[i]));
  return seen;
}

// The length of the well-formed sequence at `at` by Table 3-7, or 0.
inline std::size_t well_formed_length(std::string_view text, std::size_t at) {
  const auto unit = [&](std::size_t i) {
    return at + i < text.size() ? static_cast<std::uint8_t>(text[at + i]) : std::uint8_t{0};
  };
  const std::uint8_t lead = unit(0), second = unit(1);
  if (lead < 0x80) return 1;
  const std::size_t size = lead < 0xC2   ? 0
                           : lead < 0xE0 ? 2
                           : lead < 0xF0 ? 3
                           : lead < 0xF5 ? 4
                                         : 0;
  const bool is_too_low = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
  const bool is_too_high = (lead == 0xED && second > 0x9F) || (lead == 0xF4 && second > 0x8F);
  if (is_too_low || is_too_high) return 0;
  for (std::size_t i = 1; i < size; ++i) {
    if ((unit(i) & 0xC0) != 0x80) return 0;
  }
  return size;
}

// The scalar values of UTF-8 that a library has written. Units that are no
// well-formed UTF-8 are raw units.
inline Seen points_of(std::string_view text) {
  Seen seen;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = well_formed_length(text, at);
    const auto unit = [&](std::size_t i) { return static_cast<std::uint8_t>(text[at + i]); };
    std::uint32_t value = size < 2 ? unit(0) : unit(0) & (0xFFu >> (size + 1));
    for (std::size_t i = 1; i < size; ++i) value = value << 6 | (unit(i) & 0x3F);
    seen.values.push_back(size > 0 ? value : PLACEMAT_RAW_UNIT32 | unit(0));
    at += size > 0 ? size : 1;
  }
  return seen;
}

// The functions of the table, from `F`: BasicSeen<Value>(Input). Any exception is
// a refusal.
template <auto F, class Value>
void decode(const std::uint8_t* in, std::size_t length, Value* out, std::size_t capacity,
            placemat_result* result) {
  BasicSeen<Value> seen;
  try {
    seen = F(Input(in, length));
  } catch (...) {
    seen = BasicSeen<Value>::ill_formed();
  }
  *result = {seen.status, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  if (seen.status == PLACEMAT_UNSUPPORTED) return;
  if (seen.values.size() > capacity) {
    result->status = PLACEMAT_NO_CAPACITY;
    return;
  }
  if (seen.status != PLACEMAT_OK) {
    result->error_offset = seen.offset;
    result->error_length = seen.length;
  }
  for (const Value value : seen.values) out[result->written++] = value;
}

// `F`: int(Input), 1 yes, 0 no, -1 unsupported.
template <auto F>
int verdict(const std::uint8_t* in, std::size_t length) {
  try {
    return F(Input(in, length));
  } catch (...) {
    return 0;
  }
}

inline placemat_decoder subject(const char* name, const char* version, const char* origin,
                                const char* policy = "reject", std::uint32_t claims = 0) {
  placemat_decoder d{};
  d.abi_version = PLACEMAT_ABI_VERSION;
  d.struct_size = sizeof(placemat_decoder);
  d.name = name;
  d.version = version;
  d.origin = origin;
  d.dialect = "utf-8";
  d.policy = policy;
  d.bom = "keep";
  d.claims = claims;
  return d;
}
template <auto F>
placemat_decoder validator(const char* name, const char* version, const char* origin) {
  placemat_decoder d = subject(name, version, origin);
  d.validate = verdict<F>;
  return d;
}
template <auto F>
placemat_decoder strict(const char* name, const char* version, const char* origin,
                        std::uint32_t claims = 0) {
  placemat_decoder d = subject(name, version, origin, "reject", claims);
  d.strict32 = decode<F, std::uint32_t>;
  return d;
}
template <auto F>
placemat_decoder strict64(const char* name, const char* version, const char* origin,
                          std::uint32_t claims = 0) {
  placemat_decoder d = subject(name, version, origin, "reject", claims);
  d.strict64 = decode<F, std::uint64_t>;
  return d;
}
template <auto F>
placemat_decoder strict16(const char* name, const char* version, const char* origin,
                          std::uint32_t claims = 0) {
  placemat_decoder d = subject(name, version, origin, "reject", claims);
  d.strict16 = decode<F, std::uint16_t>;
  return d;
}
template <auto F>
placemat_decoder lossy(const char* name, const char* version, const char* origin,
                       const char* policy = "maximal-subpart") {
  placemat_decoder d = subject(name, version, origin, policy);
  d.lossy32 = decode<F, std::uint32_t>;
  return d;
}
template <auto F>
placemat_decoder lossy64(const char* name, const char* version, const char* origin,
                         const char* policy = "maximal-subpart") {
  placemat_decoder d = subject(name, version, origin, policy);
  d.lossy64 = decode<F, std::uint64_t>;
  return d;
}
template <auto F>
placemat_decoder lossy16(const char* name, const char* version, const char* origin,
                         const char* policy = "maximal-subpart") {
  placemat_decoder d = subject(name, version, origin, policy);
  d.lossy16 = decode<F, std::uint16_t>;
  return d;
}
// A library that decodes one sequence at a pointer: see PerCharacter in adapt.h.
template <class D>
placemat_decoder one_by_one(const char* name, const char* version, const char* origin,
                            std::uint32_t claims = PLACEMAT_CLAIM_OFFSET) {
  placemat_decoder d = subject(name, version, origin, "reject", claims);
  d.strict32 = PerCharacter<D>::template strict<std::uint32_t>;
  return d;
}

// A stream of the library. `S` is constructed from bool lossy and has
//   void push(Input chunk, std::vector<std::uint32_t>& out);  // throws to refuse
//   void finish(std::vector<std::uint32_t>& out);
// A chunk that cannot be given to the library throws NotAsked.
struct NotAsked {};
template <class S>
struct Streaming {
  struct Stream {
    bool lossy;
    std::uint32_t status = PLACEMAT_OK;  // that of all later calls
    S state;
    explicit Stream(bool is_lossy) : lossy(is_lossy), state(is_lossy) {}
  };
  static void* open(int lossy) {
    try {
      return S::offers(lossy != 0) ? new Stream(lossy != 0) : nullptr;
    } catch (...) {
      return nullptr;
    }
  }
  static void step(void* stream, const std::uint8_t* in, std::size_t length, bool end,
                   std::uint32_t* out, std::size_t capacity, placemat_result* result) {
    auto& s = *static_cast<Stream*>(stream);
    *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
    std::vector<std::uint32_t> values;
    try {
      if (s.status == PLACEMAT_OK && !end) s.state.push(Input(in, length), values);
      if (s.status == PLACEMAT_OK && end) s.state.finish(values);
    } catch (const NotAsked&) {
      s.status = PLACEMAT_UNSUPPORTED;
    } catch (...) {
      s.status = PLACEMAT_ILL_FORMED;
    }
    result->status = s.status;
    if (values.size() > capacity) {
      result->status = PLACEMAT_NO_CAPACITY;
      return;
    }
    for (const std::uint32_t value : values) out[result->written++] = value;
  }
  static void push(void* stream, const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                   std::size_t capacity, placemat_result* result) {
    step(stream, in, length, false, out, capacity, result);
  }
  static void finish(void* stream, std::uint32_t* out, std::size_t capacity,
                     placemat_result* result) {
    step(stream, nullptr, 0, true, out, capacity, result);
    reset(stream);
  }
  static void reset(void* stream) {
    auto& s = *static_cast<Stream*>(stream);
    const bool lossy = s.lossy;
    s.~Stream();
    new (stream) Stream(lossy);
  }
  static void close(void* stream) { delete static_cast<Stream*>(stream); }

  static placemat_decoder add_to(placemat_decoder d) {
    d.stream_open = open;
    d.stream_push = push;
    d.stream_finish = finish;
    d.stream_reset = reset;
    d.stream_close = close;
    return d;
  }
};

// UTF-16 to values: pairs are joined, also across chunks, and a lone surrogate
// is passed on as its value.
class Joiner {
 public:
  void push(std::uint32_t unit, std::vector<std::uint32_t>& out) {
    if (high_ != 0 && unit >= 0xDC00 && unit <= 0xDFFF) {
      out.push_back(0x10000 + ((high_ - 0xD800) << 10) + (unit - 0xDC00));
      high_ = 0;
      return;
    }
    finish(out);
    if (unit >= 0xD800 && unit <= 0xDBFF)
      high_ = unit;
    else
      out.push_back(unit);
  }
  void finish(std::vector<std::uint32_t>& out) {
    if (high_ != 0) out.push_back(high_);
    high_ = 0;
  }

 private:
  std::uint32_t high_ = 0;
};

}  // namespace placemat::subjects
