// faulty.cc: for tests of the memory items of a certificate: validators that answer every string
// rightly. One has no fault; each other one misuses memory or arithmetic in a way that no answer
// and no guard page shows.
#include <cstdint>
#include <cstdlib>

#include "harness/decoder/placemat_decoder.h"

extern "C" {
extern const placemat_decoder placemat_decoder_faulty_none;
extern const placemat_decoder placemat_decoder_faulty_entry;
extern const placemat_decoder placemat_decoder_faulty_shift;
extern const placemat_decoder placemat_decoder_faulty_unset;
extern const placemat_decoder placemat_decoder_faulty_unit;
}

namespace {

constexpr std::size_t length_of(unsigned lead) {
  return lead <= 0x7F   ? 1
         : lead <= 0xC1 ? 0
         : lead <= 0xDF ? 2
         : lead <= 0xEF ? 3
         : lead <= 0xF4 ? 4
                        : 0;
}
bool is_second(unsigned lead, unsigned unit) {
  const unsigned first = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const unsigned last = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  return unit >= first && unit <= last;
}
int answer(const std::uint8_t* in, std::size_t length) {
  for (std::size_t at = 0; at < length;) {
    const std::size_t units = length_of(in[at]);
    if (units == 0 || units > length - at) return 0;
    for (std::size_t i = 1; i < units; ++i) {
      if (i == 1 ? !is_second(in[at], in[at + 1]) : (in[at + i] & 0xC0) != 0x80) return 0;
    }
    at += units;
  }
  return 1;
}

volatile unsigned the_sink = 0;

// Behind the last entry, for the unit FF.
const std::uint8_t kTable[256] = {1};
int reads_an_entry_too_far(const std::uint8_t* in, std::size_t length) {
  for (std::size_t i = 0; i < length; ++i) {
    const volatile std::uint8_t* const table = kTable;
    the_sink = table[in[i] + 1];
  }
  return answer(in, length);
}

// By all bits of the word, for a lead of four units.
int shifts_too_far(const std::uint8_t* in, std::size_t length) {
  const volatile unsigned one = 1;
  for (std::size_t i = 0; i < length; ++i) the_sink = one << (8 * length_of(in[i]));
  return answer(in, length);
}

// What was never written chooses between two ways to the same answer, for the lead F4.
int decides_by_what_is_unset(const std::uint8_t* in, std::size_t length) {
  auto* volatile room = static_cast<std::uint8_t*>(std::malloc(2));
  if (room == nullptr) return -1;
  room[0] = 0;
  const bool is_f4 = length > 0 && in[0] == 0xF4;
  if (room[is_f4 ? 1 : 0] != 0) the_sink = 1;
  std::free(room);
  return answer(in, length);
}

// The unit behind the text, where the text ends with C2; any other guard page shows it too.
int reads_a_unit_too_far(const std::uint8_t* in, std::size_t length) {
  const volatile std::uint8_t* const units = in;
  if (length > 0 && in[length - 1] == 0xC2) the_sink = units[length];
  return answer(in, length);
}

constexpr placemat_decoder decoder(const char* name,
                                   int (*validate)(const std::uint8_t*, std::size_t)) {
  placemat_decoder d{};
  d.abi_version = PLACEMAT_ABI_VERSION;
  d.struct_size = sizeof(placemat_decoder);
  d.name = name;
  d.version = "in-tree";
  d.origin = "a test";
  d.dialect = "utf-8";
  d.policy = "reject";
  d.bom = "keep";
  d.validate = validate;
  return d;
}

}  // namespace

constinit const placemat_decoder placemat_decoder_faulty_none = decoder("faulty_none", answer);
constinit const placemat_decoder placemat_decoder_faulty_entry =
    decoder("faulty_entry", reads_an_entry_too_far);
constinit const placemat_decoder placemat_decoder_faulty_shift =
    decoder("faulty_shift", shifts_too_far);
constinit const placemat_decoder placemat_decoder_faulty_unset =
    decoder("faulty_unset", decides_by_what_is_unset);
constinit const placemat_decoder placemat_decoder_faulty_unit =
    decoder("faulty_unit", reads_a_unit_too_far);
