// planted.h: for tests: decoders that are composed of parts, written by hand from a table of
// parts. They share no code with what identifies them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "harness/decoder/registry.h"

namespace placemat::planted {

using Values = std::vector<std::uint32_t>;

enum class Span : std::uint8_t { kSubpart, kUnit, kContinuations, kToStart, kRest };
enum class End : std::uint8_t { kError, kDropped, kLeadAlone, kFilled, kAllLost };

struct Parts {
  // Whether a complete sequence is accepted; only shortest forms are asked, and C0 80.
  std::function<bool(std::uint32_t)> accepts = [](std::uint32_t value) {
    return value < 0xD800 || value > 0xDFFF;
  };
  Span span = Span::kSubpart;
  bool reads_surrogates = false;  // a surrogate is one sequence, accepted or not
  bool reads_c0_80 = false;
  std::function<Values(std::uint8_t)> output = [](std::uint8_t) { return Values{0xFFFD}; };
  bool is_unchecked = false;  // any byte can follow a lead, and only its low six bits count
  bool reads_f5 = false;      // F4 90 to F7 BF are read too
  End end = End::kError;
  bool strips_every_bom = false, strips_leading_bom = false;
  bool keeps_sole_bom = false;  // a leading BOM stays where nothing follows it
  // Changes what comes out of one sequence at an offset, or is empty.
  std::function<void(std::size_t, Values&)> afterwards = {};
};

// Table 3-7, with what the parts add: the units of the sequence at `at` that are present.
struct Read {
  std::size_t units = 0;  // of a subpart; 0 when none begins
  bool is_complete = false, is_cut_off = false;
  std::uint32_t value = 0;
};

inline Read read_at(const Parts& parts, const std::uint8_t* in, std::size_t size) {
  const std::uint8_t lead = in[0];
  if (lead < 0x80) return {1, true, false, lead};
  std::uint8_t low = 0x80, high = 0xBF;
  std::size_t length = 0;
  std::uint32_t value = 0;
  if (lead >= 0xC2 && lead <= 0xDF) length = 2, value = lead & 0x1Fu;
  if (lead == 0xC0 && parts.reads_c0_80) length = 2, high = 0x80;
  if (lead >= 0xE0 && lead <= 0xEF) length = 3, value = lead & 0x0Fu;
  if (lead >= 0xF0 && lead <= 0xF4) length = 4, value = lead & 0x07u;
  if (lead == 0xE0) low = 0xA0;
  if (parts.reads_f5 && lead > 0xF4 && lead <= 0xF7) length = 4, value = lead & 7u;
  if (length == 0) return {};
  if (lead == 0xED && !parts.reads_surrogates) high = 0x9F;
  if (lead == 0xF0) low = 0x90;
  if (lead == 0xF4 && !parts.reads_f5) high = 0x8F;
  std::size_t n = 1;
  for (; n < length && n < size; ++n, low = 0x80, high = 0xBF) {
    const auto unit = static_cast<std::uint8_t>(parts.is_unchecked ? (in[n] & 0x3F) | 0x80 : in[n]);
    if (unit < low || unit > high) return {n, false, false, value};
    value = value << 6 | (unit & 0x3Fu);
  }
  return {n, n == length, n < length, value};
}

// The values, and whether there was an error; `stopped` without a lossy function.
struct Result {
  Values values;
  bool has_error = false, is_incomplete = false;
};

// The units that are not there count as 80.
inline Values filled(const Parts& parts, std::uint8_t lead, const Read& read) {
  const std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  const std::uint32_t value = read.value << 6 * (length - read.units);
  const std::uint32_t lowest = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000;
  return value < lowest ? parts.output(lead) : Values{value};
}

inline Result decode(const Parts& parts, const std::uint8_t* in, std::size_t size) {
  Result result;
  std::size_t at = 0;
  const auto is_bom = [&] {
    return at + 3 <= size && in[at] == 0xEF && in[at + 1] == 0xBB && in[at + 2] == 0xBF;
  };
  if (parts.strips_leading_bom && is_bom() && !(parts.keeps_sole_bom && size == 3)) at = 3;
  while (at < size) {
    const Read read = read_at(parts, in + at, size - at);
    Values out;
    std::size_t span = read.units;
    // D800 is the only surrogate that some accept: its neighbours are no subpart of UTF-8.
    if (read.is_complete && parts.accepts(read.value)) {
      if (!parts.strips_every_bom || !is_bom()) out = {read.value};
    } else if (read.is_cut_off && parts.end == End::kFilled) {
      out = filled(parts, in[at], read);
      span = size - at;
    } else {
      result.is_incomplete = result.is_incomplete || (!result.has_error && read.is_cut_off);
      result.has_error = true;
      if (read.is_cut_off && parts.end == End::kAllLost) result.values.clear();
      if (read.is_cut_off && (parts.end == End::kDropped || parts.end == End::kAllLost)) break;
      out = parts.output(in[at]);
      const bool is_unfinished = span > 0 && !read.is_complete;
      span = span == 0 || parts.span == Span::kUnit ? 1 : span;
      if (parts.span == Span::kRest) span = size - at;
      if (parts.span == Span::kContinuations && in[at] >= 0xC0) {
        for (span = 1; at + span < size && (in[at + span] & 0xC0) == 0x80;) ++span;
      }
      if (parts.span == Span::kToStart) {
        for (span = 1;
             at + span < size && ((in[at + span] & 0xC0) == 0x80 || in[at + span] > 0xFD);)
          ++span;
      }
      const std::size_t announced = in[at] < 0xE0 ? 2 : in[at] < 0xF0 ? 3 : 4;
      if (is_unfinished && parts.end == End::kLeadAlone && announced > size - at) span = 1;
    }
    if (parts.afterwards) parts.afterwards(at, out);
    result.values.insert(result.values.end(), out.begin(), out.end());
    at += span;
  }
  return result;
}

// The functions of the interface have no context, so one decoder is planted at a time.
inline const Parts*& the_parts() {
  static const Parts* parts = nullptr;
  return parts;
}

inline void answer(const Result& result, std::uint32_t status, std::uint32_t* out,
                   std::size_t capacity, placemat_result* answer) {
  *answer = {status, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  for (const std::uint32_t value : result.values) {
    if (answer->written == capacity) {
      answer->status = PLACEMAT_NO_CAPACITY;
      return;
    }
    out[answer->written++] = value;
  }
}

inline void lossy32(const std::uint8_t* in, std::size_t size, std::uint32_t* out,
                    std::size_t capacity, placemat_result* result) {
  answer(decode(*the_parts(), in, size), PLACEMAT_OK, out, capacity, result);
}

inline void strict32(const std::uint8_t* in, std::size_t size, std::uint32_t* out,
                     std::size_t capacity, placemat_result* result) {
  const Result decoded = decode(*the_parts(), in, size);
  const std::uint32_t refused = decoded.is_incomplete ? PLACEMAT_INCOMPLETE : PLACEMAT_ILL_FORMED;
  if (decoded.has_error) return answer({}, refused, out, capacity, result);
  answer(decoded, PLACEMAT_OK, out, capacity, result);
}

// Calls `parts` from now on.
inline Decoder decoder_of(const Parts& parts, bool has_lossy, bool has_strict) {
  the_parts() = &parts;
  Decoder decoder = *decoders().front();
  decoder.validate = nullptr;
  decoder.strict16 = decoder.lossy16 = nullptr;
  decoder.strict64 = decoder.lossy64 = nullptr;
  decoder.stream_open = nullptr;
  decoder.lossy32 = has_lossy ? lossy32 : nullptr;
  decoder.strict32 = has_strict ? strict32 : nullptr;
  return decoder;
}

}  // namespace placemat::planted
