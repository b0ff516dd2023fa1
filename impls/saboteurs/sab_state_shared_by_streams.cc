// sab_state_shared_by_streams.cc: The units of an unfinished sequence are kept in a
// static variable, as mbrtowc keeps its state where it is given none: right for as
// long as there is one stream at a time.
#include <algorithm>

#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

// Of one thread, so that the saboteur answers the same in every run.
thread_local std::uint8_t the_kept[PLACEMAT_MAX_SEQUENCE];
thread_local std::size_t the_kept_length = 0;

Stream& with_the_kept(void* stream) {
  auto& s = *static_cast<Stream*>(stream);
  s.kept_length = the_kept_length;
  std::copy_n(the_kept, the_kept_length, s.kept);
  return s;
}

void keep(const Stream& s) {
  the_kept_length = s.kept_length;
  std::copy_n(s.kept, s.kept_length, the_kept);
}

void* open(int lossy) {
  the_kept_length = 0;
  return Base::open(lossy);
}

void push(void* stream, const std::uint8_t* in, std::size_t length, std::uint32_t* out,
          std::size_t capacity, placemat_result* result) {
  Base::push(&with_the_kept(stream), in, length, out, capacity, result);
  keep(*static_cast<const Stream*>(stream));
}

void finish(void* stream, std::uint32_t* out, std::size_t capacity, placemat_result* result) {
  Base::finish(&with_the_kept(stream), out, capacity, result);
  the_kept_length = 0;
}

void reset(void* stream) {
  the_kept_length = 0;
  Base::reset(stream);
}

constexpr Plant kPlant{
    .name = "sab_state_shared_by_streams",
    .origin =
        "leaks-state-across-streams; none in the list; C's mbrtowc without a state of one's "
        "own has it by design",
    .planted = "the units of an unfinished sequence have one place for all streams that are open",
    .kind = "keeps-state",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_state_shared_by_streams;
constinit const placemat_decoder placemat_decoder_sab_state_shared_by_streams = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.stream_open = open;
  d.stream_push = push;
  d.stream_finish = finish;
  d.stream_reset = reset;
  return d;
}();

}  // namespace placemat::saboteur
