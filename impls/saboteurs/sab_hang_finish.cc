// sab_hang_finish.cc: At the end of a stream "more is needed" is no answer
// any more. Here it is retried until more comes, and none comes.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

void finish(void* stream, std::uint32_t* out, std::size_t capacity, placemat_result* result) {
  auto& s = *static_cast<Stream*>(stream);
  // Volatile: a loop without a side effect is one that a compiler may drop.
  volatile std::size_t pending = s.kept_length;
  while (pending > 0) pending = s.kept_length;
  Base::finish(stream, out, capacity, result);
}

constexpr Plant kPlant{
    .name = "sab_hang_finish",
    .origin = "infinite-loop; ASP.NET Core SignalR Utf8BufferTextReader, 2019; futures-rs, 2023",
    .planted = "stream_finish asks again and again for the rest of an unfinished sequence",
    .kind = "hang",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_hang_finish;
constinit const placemat_decoder placemat_decoder_sab_hang_finish = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.stream_finish = finish;
  return d;
}();

}  // namespace placemat::saboteur
