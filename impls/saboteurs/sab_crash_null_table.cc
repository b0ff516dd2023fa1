// sab_crash_null_table.cc: A table made for the leads of Table 3-7 and
// indexed by whatever comes: F8..FF end the process.
#include <bit>

#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

constexpr std::uint8_t kLengths[] = {1, 0, 2, 3, 4};
constexpr const std::uint8_t* kRowByLeadingOnes[] = {
    &kLengths[0], &kLengths[1], &kLengths[2], &kLengths[3], &kLengths[4],
    nullptr,      nullptr,      nullptr,      nullptr,
};

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const auto ones = static_cast<std::size_t>(std::countl_one(*at));
    if (touch(kRowByLeadingOnes[ones]) == 0) return Decoded::ill_formed(1);
    return Honest::decode_one(at, end);
  }
};

constexpr Plant kPlant{
    .name = "sab_crash_null_table",
    .origin =
        "crash-on-invalid; musl libc iconv, 2025 (a table reached with a bad index); Node.js 6.2 "
        "StringDecoder, 2016",
    .planted =
        "the row of a lead is fetched by its leading ones, and the rows for five and more are null",
    .kind = "crash",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_crash_null_table;
constinit const placemat_decoder placemat_decoder_sab_crash_null_table = filled<Faulty>(kPlant);

}  // namespace placemat::saboteur
