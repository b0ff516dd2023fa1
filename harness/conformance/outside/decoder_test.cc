// A correct decoder, written as a function for one sequence.
#include <placemat/adapt.h>
#include <placemat/gtest.h>

namespace {

struct MyUtf8 {
  static placemat::Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    using placemat::Decoded;
    const std::uint8_t lead = at[0];
    if (lead <= 0x7F) return Decoded::of(lead, 1);
    if (lead <= 0xC1 || lead >= 0xF5) return Decoded::ill_formed(1);
    const std::ptrdiff_t length = lead <= 0xDF ? 2 : lead <= 0xEF ? 3 : 4;
    std::uint64_t value = lead & (0x7Fu >> length);
    for (std::ptrdiff_t i = 1; i < length; ++i) {
      const auto before = static_cast<std::size_t>(i);
      if (end - at == i) return Decoded::incomplete(before);
      // The second unit has a narrower range behind four leads (Table 3-7).
      const bool is_second = i == 1;
      const std::uint8_t first = is_second && lead == 0xE0   ? 0xA0
                                 : is_second && lead == 0xF0 ? 0x90
                                                             : 0x80;
      const std::uint8_t last = is_second && lead == 0xED   ? 0x9F
                                : is_second && lead == 0xF4 ? 0x8F
                                                            : 0xBF;
      if (at[i] < first || at[i] > last) return Decoded::ill_formed(before);
      value = value << 6 | (at[i] & 0x3Fu);
    }
    return Decoded::of(value, static_cast<std::size_t>(length));
  }
};

using Adapted = placemat::PerCharacter<MyUtf8>;

const placemat_decoder my_decoder = {
    .abi_version = PLACEMAT_ABI_VERSION,
    .struct_size = sizeof(placemat_decoder),
    .name = "my_decoder",
    .version = "1.0",
    .origin = "a project outside",
    .dialect = "utf-8",
    .policy = "maximal-subpart",
    .bom = "keep",
    .claims = PLACEMAT_CLAIM_OFFSET | PLACEMAT_CLAIM_LENGTH | PLACEMAT_CLAIM_INCOMPLETE,
    .validate = Adapted::validate,
    .strict32 = Adapted::strict<std::uint32_t>,
    .lossy32 = Adapted::lossy<std::uint32_t>,
    .strict16 = Adapted::strict<std::uint16_t>,
    .lossy16 = Adapted::lossy<std::uint16_t>,
    .strict64 = nullptr,
    .lossy64 = nullptr,
    .length32 = Adapted::length_of<32>,
    .length16 = Adapted::length_of<16>,
    .stream_open = Adapted::open,
    .stream_push = Adapted::push,
    .stream_finish = Adapted::finish,
    .stream_reset = Adapted::reset,
    .stream_close = Adapted::close,
    .encode = nullptr,
    .planted = nullptr,
    .planted_kind = nullptr,
};

PLACEMAT_CONFORMANCE_TEST(MyDecoder, my_decoder)
PLACEMAT_CONFORMANCE_TEST(MyDecoderAtLength, my_decoder, .budget = "standard", .seed = 7)

}  // namespace
