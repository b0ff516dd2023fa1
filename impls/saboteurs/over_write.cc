// over_write.cc: Decoders that handle the capacity of the output wrongly: they write
// past it, before its start, or report it wrongly.
#include "impls/saboteurs/saboteur.h"

namespace placemat::saboteur {
namespace {

// When the output is full, one value is written past it before the shortage is reported.
void lossy32_overwrite_one_past_capacity(const std::uint8_t* in, std::size_t length,
                                         std::uint32_t* out, std::size_t capacity,
                                         placemat_result* result) {
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    if (capacity > 0)
      out[result->written] = static_cast<std::uint32_t>(is_value(d) ? d.value : kReplacement);
    if (result->written == capacity) {
      result->status = PLACEMAT_NO_CAPACITY;
      return;
    }
    ++result->written;
    at += d.length;
  }
}

// A loop with its test at the end is right for every capacity but 0.
void lossy32_overwrite_ignores_capacity_zero(const std::uint8_t* in, std::size_t length,
                                             std::uint32_t* out, std::size_t capacity,
                                             placemat_result* result) {
  if (capacity > 0 || length == 0) return Base::lossy(in, length, out, capacity, result);
  const Decoded d = Honest::decode_one(in, in + length);
  out[0] = static_cast<std::uint32_t>(is_value(d) ? d.value : kReplacement);
  *result = {PLACEMAT_NO_CAPACITY, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
}

// The capacity is checked once for a value of two units.
void lossy16_overwrite_half_pair(const std::uint8_t* in, std::size_t length, std::uint16_t* out,
                                 std::size_t capacity, placemat_result* result) {
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  for (std::size_t at = 0; at < length;) {
    if (result->written >= capacity) {
      result->status = PLACEMAT_NO_CAPACITY;
      return;
    }
    const Decoded d = Honest::decode_one(in + at, in + length);
    Base::put(out, capacity + 1, result->written, is_value(d) ? d.value : kReplacement);
    at += d.length;
  }
}

// A zero takes the place of the last unit, so that the loop needs no look at the
// length; the unit comes back before the call returns.
int validate_overwrite_input_restored(const std::uint8_t* in, std::size_t length) {
  if (length == 0) return 1;
  auto* const last = const_cast<volatile std::uint8_t*>(in + length - 1);
  const std::uint8_t unit = *last;
  *last = 0;
  *last = unit;
  return Base::validate(in, length);
}

// The output of a block is sized by the units that begin a character, and the replacement for a
// leading continuation unit is not counted: 64 ASCII units and A9.
constexpr std::size_t kBlock = 64;

void lossy32_overwrite_after_block(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                                   std::size_t capacity, placemat_result* result) {
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    const bool uncounted = at > 0 && at % kBlock == 0 && is_continuation(in[at]);
    if (result->written >= capacity && !uncounted) {
      result->status = PLACEMAT_NO_CAPACITY;
      return;
    }
    out[result->written++] = static_cast<std::uint32_t>(is_value(d) ? d.value : kReplacement);
    at += d.length;
  }
}

// The over-correction of an off-by-one error refuses a caller that measured the output first.
void lossy32_capacity_exact_refused(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                                    std::size_t capacity, placemat_result* result) {
  Base::lossy(in, length, out, capacity, result);
  const bool fits_exactly = result->status == PLACEMAT_OK && result->written == capacity;
  if (!fits_exactly || capacity == 0) return;
  --result->written;
  result->status = PLACEMAT_NO_CAPACITY;
}

// Nothing is written out of bounds, but the caller takes a part of the text for the whole.
void lossy32_capacity_short_is_ok(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                                  std::size_t capacity, placemat_result* result) {
  Base::lossy(in, length, out, capacity, result);
  if (result->status == PLACEMAT_NO_CAPACITY) result->status = PLACEMAT_OK;
}

// A helper returns the number of values written or -1, and the caller adds the result to its
// position.
void lossy32_overwrite_moves_back(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                                  std::size_t capacity, placemat_result* result) {
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  std::ptrdiff_t written = 0;
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    const bool is_error = is_ill_formed(d) && UnitRange{0xC2, 0xDF}.contains(in[at]);
    // One step back shows the fault. More would leave the guarded memory.
    if (is_error && written >= 0) {
      --written;
    } else {
      if (written >= static_cast<std::ptrdiff_t>(capacity)) {
        result->status = PLACEMAT_NO_CAPACITY;
        break;
      }
      out[written++] = static_cast<std::uint32_t>(is_value(d) ? d.value : kReplacement);
    }
    at += d.length;
  }
  result->written = static_cast<std::size_t>(written < 0 ? 0 : written);
}

// The output was sized by the units that are not continuation units, and the slow path relies on
// that.
void lossy32_overwrite_by_length(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                                 std::size_t capacity, placemat_result* result) {
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  bool strays = false;
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    if (result->written >= capacity && !strays) {
      result->status = PLACEMAT_NO_CAPACITY;
      return;
    }
    strays = strays || is_continuation(in[at]);
    out[result->written++] = static_cast<std::uint32_t>(is_value(d) ? d.value : kReplacement);
    at += d.length;
  }
}

// The slow path writes a pair because the lead announces one.
void lossy16_overwrite_tail_pair(const std::uint8_t* in, std::size_t length, std::uint16_t* out,
                                 std::size_t capacity, placemat_result* result) {
  Base::lossy(in, length, out, capacity, result);
  const bool is_lead = length > 0 && UnitRange{0xF0, 0xF4}.contains(in[length - 1]);
  if (is_lead && result->status == PLACEMAT_OK) out[result->written] = 0xDC00;
}

// There is space for a number of errors in a row, and they are not counted.
void lossy32_overwrite_error_run(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                                 std::size_t capacity, placemat_result* result) {
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  constexpr std::size_t kCountedErrors = 128;
  std::size_t run = 0;
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    run = is_value(d) ? 0 : run + 1;
    if (result->written >= capacity && run <= kCountedErrors) {
      result->status = PLACEMAT_NO_CAPACITY;
      return;
    }
    out[result->written++] = static_cast<std::uint32_t>(is_value(d) ? d.value : kReplacement);
    at += d.length;
  }
}

constexpr Row kRows[] = {
    {
        .name = "sab_overwrite_one_past_capacity",
        .relatives = "Qt 3, 2007 (CVE-2007-4137)",
        .planted = "lossy decoding to UTF-32 stores a value before it compares with the capacity",
        .kind = "over-write",
        .probes = {{"lossy32:1", "41 42", "full 41", "full 41 past"},
                   {"lossy32:2", "41 42", "ok 41 42"}},
        .patch = [](placemat_decoder& d) { d.lossy32 = lossy32_overwrite_one_past_capacity; },
    },
    {
        .name = "sab_overwrite_ignores_capacity_zero",
        .relatives = "nlohmann/json 3.5.0, 2019 (no bound check before the store)",
        .planted = "lossy decoding to UTF-32 writes its first value without a capacity check",
        .kind = "over-write",
        .probes = {{"lossy32:0", "41", "full", "full past"}, {"lossy32:1", "41 42", "full 41"}},
        .patch = [](placemat_decoder& d) { d.lossy32 = lossy32_overwrite_ignores_capacity_zero; },
    },
    {
        .name = "sab_overwrite_half_pair",
        .relatives = "V8 in Node.js 0.12 and io.js, 2015 (CVE-2015-5380)",
        .planted =
            "lossy decoding to UTF-16 writes both halves of a pair when there is capacity for one",
        .kind = "over-write",
        .probes = {{"lossy16:1", "F0 9F 98 80", "full", "ok D83D DE00 past"},
                   {"lossy16:2", "F0 9F 98 80 41", "full D83D DE00"}},
        .patch = [](placemat_decoder& d) { d.lossy16 = lossy16_overwrite_half_pair; },
    },
    {
        .name = "sab_overwrite_after_block",
        .relatives = "simdutf (AVX-512 kernel), 2024",
        .planted = "lossy decoding to UTF-32 does not check the capacity for a stray continuation "
                   "unit that opens a 64-unit block",
        .kind = "over-write",
        .probes = {{"lossy32:64", "20*64 A9", "full 20*64", "ok 20*64 FFFD past"},
                   {"lossy32:64", "20*65", "full 20*64"},
                   {"lossy32:63", "20*63 A9", "full 20*63"}},
        .patch = [](placemat_decoder& d) { d.lossy32 = lossy32_overwrite_after_block; },
    },
    {
        .name = "sab_capacity_exact_refused",
        .relatives = "none known; an over-correction of Qt 3, 2007 (CVE-2007-4137)",
        .planted = "lossy decoding to UTF-32 reports a shortage when the output fits exactly",
        .kind = "wrong-capacity",
        .probes = {{"lossy32:2", "41 42", "ok 41 42", "full 41"},
                   {"lossy32:3", "41 42", "ok 41 42"}},
        .patch = [](placemat_decoder& d) { d.lossy32 = lossy32_capacity_exact_refused; },
    },
    {
        .name = "sab_capacity_short_is_ok",
        .relatives = "none known; nlohmann/json 3.5.0, 2019, without the write",
        .planted = "lossy decoding to UTF-32 reports success when the capacity did not suffice",
        .kind = "wrong-capacity",
        .probes = {{"lossy32:1", "41 42", "full 41", "ok 41"}},
        .patch = [](placemat_decoder& d) { d.lossy32 = lossy32_capacity_short_is_ok; },
    },
    {
        .name = "sab_overwrite_moves_back",
        .relatives = "musl libc iconv, 2025",
        .planted = "lossy decoding to UTF-32 adds the error value -1 to its output position at an "
                   "interrupted two-unit lead",
        .kind = "over-write",
        .probes = {{"lossy32", "41 C8 42", "ok 41 FFFD 42", "ok 42"},
                   {"lossy32", "41 E2 42", "ok 41 FFFD 42"}},
        .patch = [](placemat_decoder& d) { d.lossy32 = lossy32_overwrite_moves_back; },
    },
    {
        .name = "sab_overwrite_by_length",
        .relatives = "simdutf (several kernels), 2024",
        .planted = "lossy decoding to UTF-32 does not check the capacity after it has replaced a "
                   "stray continuation unit",
        .kind = "over-write",
        .probes = {{"lossy32:2", "80 41 42", "full FFFD 41", "ok FFFD 41 42 past"},
                   {"lossy32:2", "FF 41 42", "full FFFD 41"}},
        .patch = [](placemat_decoder& d) { d.lossy32 = lossy32_overwrite_by_length; },
    },
    {
        .name = "sab_overwrite_tail_pair",
        .relatives = "V8 in Node.js 0.12 and io.js, 2015 (CVE-2015-5380)",
        .planted = "lossy decoding to UTF-16 stores two units for a four-unit lead at the end of "
                   "the input, and counts one",
        .kind = "over-write",
        .probes = {{"lossy16:2", "41 F0", "ok 41 FFFD", "ok 41 FFFD past"},
                   {"lossy16:2", "41 E2", "ok 41 FFFD"}},
        .patch = [](placemat_decoder& d) { d.lossy16 = lossy16_overwrite_tail_pair; },
    },
    {
        .name = "sab_overwrite_error_run",
        .relatives = "nlohmann/json 3.5.0, 2019",
        .planted = "lossy decoding to UTF-32 does not check the capacity from the 129th "
                   "replacement in a row on",
        .kind = "over-write",
        .probes = {{"lossy32:128", "FF*129", "full FFFD*128", "ok FFFD*129 past"},
                   {"lossy32:127", "FF*128", "full FFFD*127"}},
        .patch = [](placemat_decoder& d) { d.lossy32 = lossy32_overwrite_error_run; },
    },
    {
        .name = "sab_overwrite_input_restored",
        .relatives = "none known",
        .planted = "validate puts a zero in place of the last unit of its input, and restores it",
        .kind = "over-write",
        .probes = {{"validate", "41 42", "yes", "SIGSEGV", Guard::kReadOnly},
                   {"validate", "41 42", "yes"}},
        .patch = [](placemat_decoder& d) { d.validate = validate_overwrite_input_restored; },
    },
};
constinit const Decoders kDecoders("over-write", kRows);

}  // namespace

extern "C" const Class placemat_saboteurs_over_write;
constinit const Class placemat_saboteurs_over_write{kRows, kDecoders.rows};

}  // namespace placemat::saboteur
