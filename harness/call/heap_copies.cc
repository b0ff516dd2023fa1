#include "harness/call/heap_copies.h"

#include <algorithm>
#include <cstdio>
#include <memory>

#include "harness/presentation/values.h"

extern "C" void __asan_init() __attribute__((weak));

namespace placemat {
namespace {

CallAtHand the_call;

// The pointer of `new T[0]` must not be dereferenced either.
template <class T>
class Exactly {
 public:
  explicit Exactly(std::size_t size) : size_(size), data_(new T[size]) {}
  explicit Exactly(std::span<const T> content) : Exactly(content.size()) {
    std::ranges::copy(content, data_.get());
  }
  T* data() const { return data_.get(); }
  std::size_t size() const { return size_; }

 private:
  std::size_t size_;
  std::unique_ptr<T[]> data_;
};

template <class Value, class Function>
void decode(Function* function, ByteView units, std::size_t exact) {
  const Exactly<std::uint8_t> in(units);
  for (const auto capacity : {Room::kExact, Room::kAmple}) {
    const Exactly<Value> out(room_of(capacity, exact, units.size()));
    placemat_result result{};
    function(in.data(), in.size(), out.data(), out.size(), &result);
  }
}

void stream(const Decoder& d, bool is_lossy, ByteView units, std::span<const std::size_t> cuts) {
  void* stream = d.stream_open(is_lossy ? 1 : 0);
  if (stream == nullptr) return;
  placemat_result result{};
  const auto push = [&](std::size_t from, std::size_t to) {
    const Exactly<std::uint8_t> in(units.subspan(from, to - from));
    const Exactly<std::uint32_t> out(in.size() + PLACEMAT_MAX_SEQUENCE);
    d.stream_push(stream, in.data(), in.size(), out.data(), out.size(), &result);
  };
  std::size_t from = 0;
  for (const std::size_t cut : cuts) {
    push(from, cut);
    from = cut;
  }
  push(from, units.size());
  const Exactly<std::uint32_t> out(PLACEMAT_MAX_SEQUENCE);
  d.stream_finish(stream, out.data(), out.size(), &result);
  d.stream_close(stream);
}

}  // namespace

const CallAtHand& call_at_hand() { return the_call; }

void print_call_at_hand() {
  if (the_call.decoder == nullptr) return;
  const std::string_view operation = name_of(the_call.operation);
  std::fprintf(stderr, "\nfinding: %s: memory: on the heap, %.*s of", the_call.decoder->name,
               static_cast<int>(operation.size()), operation.data());
  for (const std::uint8_t unit : the_call.units) std::fprintf(stderr, " %02X", unit);
  std::fprintf(stderr, "\n");
}

bool has_address_sanitizer() { return &__asan_init != nullptr; }

void call_on_heap(const Decoder& d, Operation operation, std::size_t exact, ByteView units,
                  std::span<const std::size_t> cuts) {
  the_call = {&d, operation, units};
  switch (operation) {
    case Operation::kValidate:
      d.validate(Exactly<std::uint8_t>(units).data(), units.size());
      break;
    case Operation::kStrict32:
      decode<std::uint32_t>(d.strict32, units, exact);
      break;
    case Operation::kLossy32:
      decode<std::uint32_t>(d.lossy32, units, exact);
      break;
    case Operation::kStrict16:
      decode<std::uint16_t>(d.strict16, units, exact);
      break;
    case Operation::kLossy16:
      decode<std::uint16_t>(d.lossy16, units, exact);
      break;
    case Operation::kStrict64:
      decode<std::uint64_t>(d.strict64, units, exact);
      break;
    case Operation::kLossy64:
      decode<std::uint64_t>(d.lossy64, units, exact);
      break;
    case Operation::kLength32:
      d.length32(Exactly<std::uint8_t>(units).data(), units.size());
      break;
    case Operation::kLength16:
      d.length16(Exactly<std::uint8_t>(units).data(), units.size());
      break;
    case Operation::kStreamStrict:
    case Operation::kStreamLossy:
      stream(d, operation == Operation::kStreamLossy, units, cuts);
      break;
  }
  the_call = {};
}

}  // namespace placemat
