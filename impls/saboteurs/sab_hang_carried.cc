// sab_hang_carried.cc: With a sequence across two chunks there is always
// something left, and never enough.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

void push(void* stream, const std::uint8_t* in, std::size_t length, std::uint32_t* out,
          std::size_t capacity, placemat_result* result) {
  auto& s = *static_cast<Stream*>(stream);
  // Volatile: a loop without a side effect is one that a compiler may drop.
  volatile bool is_stuck =
      s.lossy && s.kept_length == 1 && length > 0 && Units{0xE0, 0xEF}.contains(s.kept[0]);
  while (is_stuck) continue;
  Base::push(stream, in, length, out, capacity, result);
}

constexpr Plant kPlant{
    .name = "sab_hang_carried",
    .origin = "infinite-loop; ASP.NET Core SignalR Utf8BufferTextReader, 2019",
    .planted =
        "a lossy stream that has kept one unit of a sequence of three asks for ever to be given "
        "the rest",
    .kind = "hang",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_hang_carried;
constinit const placemat_decoder placemat_decoder_sab_hang_carried = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.stream_push = push;
  return d;
}();

}  // namespace placemat::saboteur
