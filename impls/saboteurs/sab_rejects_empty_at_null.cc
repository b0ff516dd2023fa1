// sab_rejects_empty_at_null.cc: NULL is taken for an argument that was forgotten,
// though an empty view or vector has nothing else to give.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

int validate(const std::uint8_t* in, std::size_t length) {
  return in == nullptr ? 0 : Base::validate(in, length);
}

constexpr Plant kPlant{
    .name = "sab_rejects_empty_at_null",
    .origin = "rejects-valid; none in the list; the argument check of many C interfaces",
    .planted = "validate refuses an empty input whose address is NULL",
    .kind = "rejects-well-formed",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_rejects_empty_at_null;
constinit const placemat_decoder placemat_decoder_sab_rejects_empty_at_null = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.validate = validate;
  return d;
}();

}  // namespace placemat::saboteur
