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
// What becomes of a refused unit with a lead and continuation units behind it.
enum class Taken : std::uint8_t { kNothing, kOneError, kOneValue };
enum class End : std::uint8_t { kError, kDropped, kLeadAlone, kLeadBeforeNul, kFilled, kAllLost };

struct Parts {
  // Whether a complete sequence is accepted; only shortest forms are asked, and C0 80.
  std::function<bool(std::uint32_t)> accepts = [](std::uint32_t value) {
    return value < 0xD800 || value > 0xDFFF;
  };
  Span span = Span::kSubpart;
  bool reads_surrogates = false;  // a surrogate is one sequence, accepted or not
  bool reads_c0_80 = false;
  std::function<Values(std::uint8_t)> output = [](std::uint8_t) { return Values{0xFFFD}; };
  // A complete sequence that is not accepted is no error, and its units come out raw.
  bool whole_as_raw_units = false;
  bool is_unchecked = false;    // any unit can follow a lead, and only its low six bits count
  bool checks_top_bit = false;  // the same for any unit from 80
  // The same, but 80 is taken off what follows, and the sum is kept in 32 bits.
  bool is_added = false;
  bool has_low_leads = false;    // 80..BF begin two units, as C0..DF do
  bool reads_all = false;        // a lead takes all continuation units, in 32 bits
  bool reads_f5 = false;         // F4 90 to F7 BF are read too
  bool passes_nothing = false;   // errors are not reported where nothing comes out
  bool refuses_nothing = false;  // input of which nothing is left is refused
  bool shortens = false;         // a sequence that breaks off is decoded with the units it has
  Taken taken = Taken::kNothing;
  // Behind a first error of one unit, an unfinished sequence is lost with the unit that ends it.
  bool loses_unfinished = false;
  bool high_first = false;  // three right units of four give the high surrogate for the lead
  End end = End::kError;
  bool strips_every_bom = false, strips_leading_bom = false;
  bool keeps_sole_bom = false;  // a leading BOM stays where nothing follows it
  // Changes what comes out of one sequence at an offset, or is empty.
  std::function<void(std::size_t, Values&)> afterwards = {};
};

// Two or three units as the sequence that they would be, where that is well-formed.
inline Values shortened(const std::uint8_t* in, std::size_t units, const Values& error) {
  if (units > 3) return error;
  const std::uint32_t last = in[units - 1] & 0x3Fu;
  if (units == 2) {
    const std::uint32_t value = (in[0] & 0x1Fu) << 6 | last;
    return value < 0x80 ? error : Values{value};
  }
  const std::uint32_t value = (in[0] & 0x0Fu) << 12 | (in[1] & 0x3Fu) << 6 | last;
  return value < 0x800 || (value >= 0xD800 && value <= 0xDFFF) ? error : Values{value};
}

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
  if (parts.has_low_leads && lead >= 0x80 && lead <= 0xC1) length = 2, value = lead & 0x1Fu;
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
    const auto unit = static_cast<std::uint8_t>(
        parts.is_unchecked || (parts.checks_top_bit && in[n] >= 0x80) ? (in[n] & 0x3F) | 0x80
                                                                      : in[n]);
    if (!parts.is_added && (unit < low || unit > high)) return {n, false, false, value};
    value = parts.is_added ? (value << 6) + (unit - 0x80u) : value << 6 | (unit & 0x3Fu);
  }
  if (parts.has_low_leads && n == 2 && length == 2 && value < 0x80) return {2, false, false, value};
  return {n, n == length, n < length, value};
}

// A lead and all continuation units behind it; below 80 and surrogates are errors.
inline Read read_all_at(const std::uint8_t* in, std::size_t size) {
  const std::uint8_t lead = in[0];
  if (lead < 0x80) return {1, true, false, lead};
  if (lead < 0xC0) return {};
  std::uint32_t value = lead < 0xE0   ? lead & 0x1Fu
                        : lead < 0xF0 ? lead & 0x0Fu
                        : lead < 0xF8 ? lead & 0x07u
                        : lead < 0xFC ? lead & 0x03u
                                      : (lead & 1u) * (lead < 0xFE ? 1u : 0u);
  std::size_t n = 1;
  for (; n < size && (in[n] & 0xC0) == 0x80; ++n) value = value << 6 | (in[n] & 0x3Fu);
  const bool is_good = value >= 0x80 && (value < 0xD800 || value > 0xDFFF) && value < 0x80000000u;
  return {n, is_good, false, value};
}

// The units that a refused one and a lead behind it take, in an automaton whose state for refused
// units is column 1 of its first row; from the columns of that row.
inline std::size_t taken_units(const std::uint8_t* in, std::size_t size) {
  struct Kind {
    std::uint8_t first, last, low, high;
    std::size_t continuations;
  };
  constexpr Kind kKinds[] = {{0xC0, 0xC1, 0x80, 0xBF, 1}, {0xC2, 0xDF, 0x80, 0xBF, 2},
                             {0xE0, 0xE0, 0x90, 0xBF, 3}, {0xE1, 0xEC, 0x80, 0xBF, 2},
                             {0xED, 0xED, 0x80, 0xBF, 1}, {0xEE, 0xEE, 0x80, 0xBF, 2},
                             {0xEF, 0xEF, 0x80, 0x8F, 3}, {0xF1, 0xF3, 0xA0, 0xBF, 2},
                             {0xF4, 0xF4, 0x80, 0xBF, 3}, {0xF5, 0xFF, 0x80, 0xBF, 1}};
  if (size < 3 || in[0] < 0x80 || (in[0] > 0xC1 && in[0] != 0xED && in[0] < 0xF5)) return 0;
  for (const Kind& kind : kKinds) {
    if (in[1] < kind.first || in[1] > kind.last) continue;
    if (size < 2 + kind.continuations || in[2] < kind.low || in[2] > kind.high) return 0;
    for (std::size_t i = 0; i < kind.continuations; ++i) {
      if ((in[2 + i] & 0xC0) != 0x80) return 0;
    }
    const bool is_ef = in[1] > 0xE0 && in[1] < 0xEF && in[1] != 0xED;
    if (is_ef && in[2] == 0xB7 && in[3] >= 0x90 && in[3] <= 0xAF) return 0;
    if (is_ef && in[2] == 0xBF && in[3] >= 0xBE) return 0;
    if (kind.continuations == 3 && in[2] % 16 == 15 && in[3] == 0xBF && in[4] >= 0xBE) return 0;
    return 2 + kind.continuations;
  }
  return 0;
}

// The values, and whether there was an error; `stopped` without a lossy function.
struct Result {
  Values values;
  bool has_error = false, is_incomplete = false, is_refused = false;
  bool is_first_unfinished = false;  // the first error is an unfinished sequence
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
    const Read read =
        parts.reads_all ? read_all_at(in + at, size - at) : read_at(parts, in + at, size - at);
    Values out;
    std::size_t span = read.units;
    // D800 is the only surrogate that some accept: its neighbours are no subpart of UTF-8.
    if (read.is_complete && parts.accepts(read.value)) {
      if (!parts.strips_every_bom || !is_bom()) out = {read.value};
    } else if (read.is_complete && parts.whole_as_raw_units) {
      for (std::size_t i = 0; i < span; ++i) out.push_back(0x80000000u + in[at + i]);
    } else if (read.is_cut_off && parts.end == End::kFilled) {
      out = filled(parts, in[at], read);
      span = size - at;
    } else {
      const bool is_first = !result.has_error;
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
      if (is_unfinished && parts.end == End::kLeadBeforeNul && announced > size - at + 1) span = 1;
      if (parts.shortens && is_unfinished && span > 1) out = shortened(in + at, span, out);
      const std::size_t taken = taken_units(in + at, size - at);
      if (parts.taken != Taken::kNothing && taken > 0) {
        span = taken;
        if (parts.taken == Taken::kOneValue) {
          std::uint32_t value = in[at] < 0xC0 ? 0 : in[at] & 0x7Fu;
          for (std::size_t i = 1; i < taken; ++i) value = (value << 6) + (in[at + i] & 0x3Fu);
          out = {value};
        }
      }
      if (is_first) result.is_first_unfinished = is_unfinished;
      if (parts.loses_unfinished && is_unfinished && !read.is_cut_off &&
          !result.is_first_unfinished) {
        out.clear();
        ++span;
      }
      if (parts.high_first && read.units == 3 && !read.is_complete && in[at] >= 0xF0) {
        out = {0xD800 + ((read.value >> 4) - 0x40)};
        span = 1;
      }
    }
    if (parts.afterwards) parts.afterwards(at, out);
    result.values.insert(result.values.end(), out.begin(), out.end());
    at += span;
  }
  result.is_refused = parts.refuses_nothing && size > 0 && result.values.empty();
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
  const Result decoded = decode(*the_parts(), in, size);
  const std::uint32_t status = decoded.is_refused ? PLACEMAT_ILL_FORMED : PLACEMAT_OK;
  answer(decoded.is_refused ? Result{} : decoded, status, out, capacity, result);
}

inline void strict32(const std::uint8_t* in, std::size_t size, std::uint32_t* out,
                     std::size_t capacity, placemat_result* result) {
  const Parts& parts = *the_parts();
  const Result decoded = decode(parts, in, size);
  const std::uint32_t refused = decoded.is_incomplete ? PLACEMAT_INCOMPLETE : PLACEMAT_ILL_FORMED;
  if (parts.passes_nothing && decoded.values.empty()) {
    return answer({}, PLACEMAT_OK, out, capacity, result);
  }
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
