// simd_block_boundary.cc: Faults of vector code that depend on where in a block a unit
// stands. Each is planted for several block widths, because a suite may try the
// positions of one width only.
#include "impls/saboteurs/saboteur.h"

namespace placemat::saboteur {
namespace {

// The error of a block's last unit enters the verdict with the next block, and the step
// for the last block is missing. 63 spaces and FF pass.
template <std::size_t kBlock>
int validate_without_last_error(const std::uint8_t* in, std::size_t length) {
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    const bool pending_at_the_end = length % kBlock == 0 && at + 1 == length;
    if (is_ill_formed(d) && pending_at_the_end) return 1;
    if (!is_value(d)) return 0;
    at += d.length;
  }
  return 1;
}

// The kernel checks for an unfinished sequence in a partial block only. 63 ASCII units
// and C2 pass.
template <std::size_t kBlock>
int validate_without_last_check(const std::uint8_t* in, std::size_t length) {
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    if (is_ill_formed(d)) return 0;
    if (is_incomplete(d)) return length % kBlock == 0 ? 1 : 0;
    at += d.length;
  }
  return 1;
}

template <std::size_t kUnits>
bool are_ascii(const std::uint8_t* in) {
  for (std::size_t i = 0; i < kUnits; ++i)
    if (in[i] > 0x7F) return false;
  return true;
}

// The mask of non-ASCII units lacks its highest bit. FF passes as the last unit of a
// block of ASCII, and a sequence that begins there is torn.
template <std::size_t kBlock>
int validate_by_partial_mask(const std::uint8_t* in, std::size_t length) {
  for (std::size_t at = 0; at < length;) {
    if (at % kBlock == 0 && length - at >= kBlock && are_ascii<kBlock - 1>(in + at)) {
      at += kBlock;
      continue;
    }
    const Decoded d = Honest::decode_one(in + at, in + length);
    if (!is_value(d)) return 0;
    at += d.length;
  }
  return 1;
}

// The fast path for a block of ASCII ignores the carry of the block before, so that a
// lead at the end of a block and ASCII pass. The blocks begin after a first one of `kFirst`.
template <std::size_t kBlock, std::size_t kFirst = kBlock>
int validate_without_carry(const std::uint8_t* in, std::size_t length) {
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    const std::size_t next = at + d.length;
    const bool unfinished = is_ill_formed(d) && announced(in[at]) > 1;
    const bool at_edge = next >= kFirst && (next - kFirst) % kBlock == 0;
    const bool ascii_block = at_edge && length - next >= kBlock;
    const bool carry_forgotten = unfinished && ascii_block && are_ascii<kBlock>(in + next);
    if (!is_value(d) && !carry_forgotten) return 0;
    at = next;
  }
  return 1;
}

// The lead's payload is shifted by the number of units left in the block, which may be
// the width of the register.
template <std::size_t kBlock>
void strict32_shifted_out(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                          std::size_t capacity, placemat_result* result) {
  Base::strict(in, length, out, capacity, result);
  std::size_t at = 0;
  for (std::size_t i = 0; i < result->written; ++i) {
    const std::size_t units = announced(in[at]);
    if (units == 2 && at % kBlock == kBlock - 1) out[i] &= 0x3F;
    at += units;
  }
}

// Short inputs are loaded in two halves, and for two of the lengths one half is lost.
int validate_block_tail_of_eight(const std::uint8_t* in, std::size_t length) {
  if (Base::validate(in, length) == 1) return 1;
  const bool is_lost = length == 7 || length == 8;
  return is_lost ? Base::validate(in + 4, length - 4) : 0;
}

// Four characters of three units are one vector of twelve units. Before a longer one, the mask for
// the fourth is that of the next vector.
void strict32_run_of_four(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                          std::size_t capacity, placemat_result* result) {
  Base::strict(in, length, out, capacity, result);
  std::size_t run = 0;
  for (std::size_t i = 0; i < result->written; ++i) {
    if (out[i] > kLastBmp && run >= 4) out[i - 1] ^= 0x40;
    const bool is_in_run = 0x1000 <= out[i] && out[i] <= 0x1FFF;
    run = is_in_run ? run + 1 : 0;
  }
}

// The number of units behind `end` that the sequence there lacks, by its lead.
std::size_t missing_at(const std::uint8_t* begin, const std::uint8_t* end) {
  const std::size_t size = static_cast<std::size_t>(end - begin);
  for (std::size_t back = 1; back <= std::min<std::size_t>(3, size); ++back) {
    if (is_continuation(*(end - back))) continue;
    const std::size_t length = announced(*(end - back));
    return length > back ? length - back : 0;
  }
  return 0;
}

// Long input is validated in four parts. Each takes what its last sequence lacks from the next one,
// which skips all trailing units at its start.
constexpr std::size_t kLeastDivided = 1'024;

int validate_in_quarters(const std::uint8_t* in, std::size_t length) {
  if (length < kLeastDivided) return Base::validate(in, length);
  for (std::size_t part = 0; part < 4; ++part) {
    const std::uint8_t* begin = in + length * part / 4;
    const std::uint8_t* const end = in + length * (part + 1) / 4;
    while (part > 0 && begin < end && is_continuation(*begin)) ++begin;
    const std::size_t behind = static_cast<std::size_t>(in + length - end);
    const std::size_t more = std::min(missing_at(begin, end), behind);
    if (Base::validate(begin, static_cast<std::size_t>(end - begin) + more) != 1) return 0;
  }
  return 1;
}

// Input is validated in pieces of 1,000 units. Of a sequence with two units in each, the last is
// not looked at.
constexpr std::size_t kPiece = 1'000;

int validate_in_pieces(const std::uint8_t* in, std::size_t length) {
  for (std::size_t at = 0; at < length;) {
    Decoded d = Honest::decode_one(in + at, in + length);
    const bool is_split = at % kPiece == kPiece - 2 && announced(in[at]) == 4 && length - at >= 4;
    if (is_split && is_ill_formed(d) && d.length == 3) d = Decoded::of(0, 4);
    if (!is_value(d)) return 0;
    at += d.length;
  }
  return 1;
}

constexpr Row kRows[] = {
    {
        .name = "sab_block_truncated_at_63",
        .relatives = "simdutf (AVX-512 kernel), 2024",
        .planted = "validate skips the end-of-input check when the length is a multiple of 64",
        .kind = "depends-on-position",
        .probes = {{"validate", "20*63 C2", "no", "yes"}, {"validate", "20*62 C2", "no"}},
        .patch = [](placemat_decoder& d) { d.validate = validate_without_last_check<64>; },
    },
    {
        .name = "sab_block_truncated_at_31",
        .relatives = "simdutf (AVX-512 kernel), 2024 (64 units there)",
        .planted = "validate skips the end-of-input check when the length is a multiple of 32",
        .kind = "depends-on-position",
        .probes = {{"validate", "20*31 C2", "no", "yes"}},
        .patch = [](placemat_decoder& d) { d.validate = validate_without_last_check<32>; },
    },
    {
        .name = "sab_block_truncated_at_15",
        .relatives = "simdutf (AVX-512 kernel), 2024 (64 units there)",
        .planted = "validate skips the end-of-input check when the length is a multiple of 16",
        .kind = "depends-on-position",
        .probes = {{"validate", "20*15 C2", "no", "yes"}},
        .patch = [](placemat_decoder& d) { d.validate = validate_without_last_check<16>; },
    },
    {
        .name = "sab_block63_ff",
        .relatives = "simdjson (haswell, westmere kernels), 2020",
        .planted = "validate misses an ill-formed last unit of an input of whole 64-unit blocks",
        .kind = "depends-on-position",
        .probes = {{"validate", "20*63 FF", "no", "yes"},
                   {"validate", "20*62 FF", "no"},
                   {"validate", "20*63 FF 20", "no"}},
        .patch = [](placemat_decoder& d) { d.validate = validate_without_last_error<64>; },
    },
    {
        .name = "sab_block31_ff",
        .relatives = "simdjson (haswell, westmere kernels), 2020 (64 units there)",
        .planted = "validate misses an ill-formed last unit of an input of whole 32-unit blocks",
        .kind = "depends-on-position",
        .probes = {{"validate", "20*31 FF", "no", "yes"}},
        .patch = [](placemat_decoder& d) { d.validate = validate_without_last_error<32>; },
    },
    {
        .name = "sab_block15_ff",
        .relatives = "simdjson (haswell, westmere kernels), 2020 (64 units there)",
        .planted = "validate misses an ill-formed last unit of an input of whole 16-unit blocks",
        .kind = "depends-on-position",
        .probes = {{"validate", "20*15 FF", "no", "yes"}},
        .patch = [](placemat_decoder& d) { d.validate = validate_without_last_error<16>; },
    },
    {
        .name = "sab_block_last_partial",
        .relatives = "PHP 8.3 AVX2 validator, 2023 (wrong on one kernel only)",
        .planted = "validate takes a 16-unit block for ASCII when its first 15 units are",
        .kind = "depends-on-position",
        .probes = {{"validate", "20*15 FF", "no", "yes"},
                   {"validate", "20*15 C3 A9", "yes", "no"},
                   {"validate", "20*14 FF", "no"},
                   {"validate", "C3 A9 20*13 FF", "no"}},
        .patch = [](placemat_decoder& d) { d.validate = validate_by_partial_mask<16>; },
    },
    {
        .name = "sab_block_last_partial_64",
        .relatives = "PHP 8.3 AVX2 validator, 2023 (wrong on one kernel only, 16 units there)",
        .planted = "validate takes a 64-unit block for ASCII when its first 63 units are",
        .kind = "depends-on-position",
        .probes = {{"validate", "20*63 FF", "no", "yes"}},
        .patch = [](placemat_decoder& d) { d.validate = validate_by_partial_mask<64>; },
    },
    {
        .name = "sab_block_last_partial_32",
        .relatives = "PHP 8.3 AVX2 validator, 2023 (wrong on one kernel only, 16 units there)",
        .planted = "validate takes a 32-unit block for ASCII when its first 31 units are",
        .kind = "depends-on-position",
        .probes = {{"validate", "20*31 FF", "no", "yes"}},
        .patch = [](placemat_decoder& d) { d.validate = validate_by_partial_mask<32>; },
    },
    {
        .name = "sab_block_after_ascii",
        .relatives = "Haskell text 2.0.1, 2023",
        .planted = "validate forgets an unfinished sequence at the end of a block when 16 ASCII "
                   "units follow",
        .kind = "depends-on-position",
        .probes = {{"validate", "20*127 D8 20*128", "no", "yes"},
                   {"validate", "20*126 D8 20*128", "no"},
                   {"validate", "20*127 D8 20*15", "no"}},
        .patch = [](placemat_decoder& d) { d.validate = validate_without_carry<16>; },
    },
    {
        .name = "sab_block_after_ascii_64",
        .relatives = "Haskell text 2.0.1, 2023 (16 units there)",
        .planted = "validate forgets an unfinished sequence at the end of a block when 64 ASCII "
                   "units follow",
        .kind = "depends-on-position",
        .probes = {{"validate", "20*63 D8 20*64", "no", "yes"}},
        .patch = [](placemat_decoder& d) { d.validate = validate_without_carry<64>; },
    },
    {
        .name = "sab_block_after_ascii_32",
        .relatives = "Haskell text 2.0.1, 2023 (16 units there)",
        .planted = "validate forgets an unfinished sequence at the end of a block when 32 ASCII "
                   "units follow",
        .kind = "depends-on-position",
        .probes = {{"validate", "20*31 D8 20*32", "no", "yes"}},
        .patch = [](placemat_decoder& d) { d.validate = validate_without_carry<32>; },
    },
    {
        .name = "sab_block_tail_of_eight",
        .relatives = "PHP 8.3 on 32-bit Windows, 2023",
        .planted = "validate ignores the first four units of an input of seven or eight",
        .kind = "depends-on-position",
        .probes = {{"validate", "F4 90 80 80 F0 90 BC 87", "no", "yes"},
                   {"validate", "F4 90 80 80 41 41", "no"}},
        .patch = [](placemat_decoder& d) { d.validate = validate_block_tail_of_eight; },
    },
    {
        .name = "sab_block_overshift",
        .relatives = "simdutf (AVX-512 kernel), 2024",
        .planted = "strict decoding to UTF-32 loses the payload of a two-unit lead that is the "
                   "last unit of a 64-unit block",
        .kind = "depends-on-position",
        .probes = {{"strict32", "20*63 C2 A2", "ok 20*63 A2", "ok 20*63 22"},
                   {"strict32", "20*62 C2 A2", "ok 20*62 A2"}},
        .patch = [](placemat_decoder& d) { d.strict32 = strict32_shifted_out<64>; },
    },
    {
        .name = "sab_block_overshift_32",
        .relatives = "simdutf (AVX-512 kernel), 2024 (64 units there)",
        .planted = "strict decoding to UTF-32 loses the payload of a two-unit lead that is the "
                   "last unit of a 32-unit block",
        .kind = "depends-on-position",
        .probes = {{"strict32", "20*31 C2 A2", "ok 20*31 A2", "ok 20*31 22"}},
        .patch = [](placemat_decoder& d) { d.strict32 = strict32_shifted_out<32>; },
    },
    {
        .name = "sab_block_overshift_16",
        .relatives = "simdutf (AVX-512 kernel), 2024 (64 units there)",
        .planted = "strict decoding to UTF-32 loses the payload of a two-unit lead that is the "
                   "last unit of a 16-unit block",
        .kind = "depends-on-position",
        .probes = {{"strict32", "20*15 C2 A2", "ok 20*15 A2", "ok 20*15 22"}},
        .patch = [](placemat_decoder& d) { d.strict32 = strict32_shifted_out<16>; },
        .ordinary = "strict32",
    },
    {
        .name = "sab_block_after_ascii_64_from_32",
        .relatives = "Haskell text 2.0.1, 2023 (16 units there)",
        .planted = "validate forgets an unfinished sequence at the end of a block when 64 ASCII "
                   "units follow, where the blocks of 64 units begin after one of 32",
        .kind = "depends-on-position",
        .probes = {{"validate", "20*95 D8 20*64", "no", "yes"},
                   {"validate", "20*63 D8 20*64", "no"}},
        .patch = [](placemat_decoder& d) { d.validate = validate_without_carry<64, 32>; },
    },
    {
        .name = "sab_block_run_of_four",
        .relatives = "none known",
        .planted = "strict decoding to UTF-32 changes the last of four or more characters "
                   "U+1000..U+1FFF before one of four units",
        .kind = "depends-on-position",
        .probes = {{"strict32", "E1 80 80 E1 80 80 E1 80 80 E1 80 80 F0 90 80 80",
                    "ok 1000*4 10000", "ok 1000 1000 1000 1040 10000"},
                   {"strict32", "E1 80 80 E1 80 80 E1 80 80 F0 90 80 80",
                    "ok 1000 1000 1000 10000"}},
        .patch = [](placemat_decoder& d) { d.strict32 = strict32_run_of_four; },
    },
    {
        .name = "sab_verdict_in_quarters",
        .relatives = "none known",
        .planted = "validate takes input of at least 1,024 units in four parts, and skips trailing "
                   "units at the start of each but the first",
        .kind = "depends-on-position",
        .probes = {{"validate", "41*512 80 41*511", "no", "yes"},
                   {"validate", "41*511 80 41*511", "no"},
                   {"validate", "41*511 C3 A9 41*511", "yes"},
                   {"validate", "41*500 80 41*523", "no"}},
        .patch = [](placemat_decoder& d) { d.validate = validate_in_quarters; },
    },
    {
        .name = "sab_verdict_in_pieces_of_1000",
        .relatives = "none known",
        .planted = "validate does not look at the last unit of a sequence of four with two units "
                   "before a multiple of 1,000",
        .kind = "depends-on-position",
        .probes = {{"validate", "41*998 F0 9F 98 41", "no", "yes"},
                   {"validate", "41*997 F0 9F 98 41", "no"},
                   {"validate", "41*998 F0 9F 41 41", "no"}},
        .patch = [](placemat_decoder& d) { d.validate = validate_in_pieces; },
    },
};
constinit const Decoders kDecoders("simd-block-boundary", kRows);

}  // namespace

extern "C" const Class placemat_saboteurs_simd_block_boundary;
constinit const Class placemat_saboteurs_simd_block_boundary{kRows, kDecoders.rows};

}  // namespace placemat::saboteur
