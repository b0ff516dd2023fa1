// sanitized.cc: `placemat-asan` and `placemat-msan`, which `placemat certify` starts: calls one
// decoder of this tree, compiled with a sanitizer, on each of many strings. It does not know what a
// right answer is. It uses no function of the C++ library, which has no instrumentation.
//
//   placemat-asan DECODER             strings from standard input: a unit that is the length, then
//                                     as many units
//   placemat-asan DECODER HEX...      these strings; "" is the empty one
//
// The last line of its output is "clean COMMIT STRINGS CALLS SECONDS", or "fault COMMIT OPERATION
// UNITS" of the call that the sanitizer ended. Exit code: 0 clean; 2 misuse; 3 no such decoder.
#include <sanitizer/common_interface_defs.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "harness/decoder/placemat_decoder.h"

#ifdef PLACEMAT_SANITIZES_MEMORY
#include <sanitizer/msan_interface.h>
#else
#include <sanitizer/asan_interface.h>
#endif

namespace placemat::cli {
extern const char* const kCommit;
}
// Generated: the decoders of this program, behind them nullptr.
extern const placemat_decoder* const placemat_sanitized_decoders[];

namespace {

constexpr std::size_t kLongest = 255;

// ---- memory of which only some bytes may be used

class Place {
 public:
  Place() { forbid(memory_, sizeof memory_); }
  // The first byte of `size` bytes that the decoder may use. Those before and behind it are
  // forbidden: to the address sanitizer exactly on both sides, because the place is aligned.
  unsigned char* of(std::size_t size) {
    forbid(memory_ + kMargin, size_);
    size_ = size;
#ifndef PLACEMAT_SANITIZES_MEMORY
    __asan_unpoison_memory_region(memory_ + kMargin, size);
#endif
    return memory_ + kMargin;
  }
  unsigned char* with(const unsigned char* units, std::size_t size) {
    unsigned char* const at = of(size);
    std::memcpy(at, units, size);
    return at;
  }

 private:
  static void forbid(unsigned char* from, std::size_t size) {
#ifdef PLACEMAT_SANITIZES_MEMORY
    __msan_poison(from, size);
#else
    __asan_poison_memory_region(from, size);
#endif
  }

  // More than a decoder reads at once.
  static constexpr std::size_t kMargin = 512;
  std::size_t size_ = 0;
  alignas(64) unsigned char memory_[kMargin + 8 * (kLongest + PLACEMAT_MAX_SEQUENCE) + kMargin];
};

// Ends the program where a byte was never written.
template <class T>
void require_written(const T* from, std::size_t count) {
#ifdef PLACEMAT_SANITIZES_MEMORY
  __msan_check_mem_is_initialized(from, count * sizeof(T));
#else
  static_cast<void>(from);
  static_cast<void>(count);
#endif
}

// ---- the call in progress, for the last words of this program

const char* the_operation = "none";
const unsigned char* the_units = nullptr;
std::size_t the_size = 0;

void say_fault() {
  std::printf("fault %s %s", placemat::cli::kCommit, the_operation);
  for (std::size_t i = 0; i < the_size; ++i) std::printf(" %02X", the_units[i]);
  std::printf("\n");
  std::fflush(stdout);
}

// ---- calls

Place the_input, the_output;
unsigned long long the_strings = 0, the_calls = 0;

template <class Value>
using Decode = void (*)(const std::uint8_t*, std::size_t, Value*, std::size_t, placemat_result*);

void require_result(const placemat_result& result) { require_written(&result.status, 1); }

template <class Value>
std::size_t call(Decode<Value> decode, std::size_t capacity) {
  auto* const out = reinterpret_cast<Value*>(the_output.of(capacity * sizeof(Value)));
  placemat_result result;
  decode(the_input.with(the_units, the_size), the_size, out, capacity, &result);
  ++the_calls;
  require_result(result);
  require_written(&result.written, 1);
  require_written(&result.error_offset, 1);
  require_written(&result.error_length, 1);
  if (result.written > capacity) std::abort();
  require_written(out, result.written);
  return result.written;
}

// With room for a value of each unit, which always suffices, and then for no more than were
// written.
template <class Value>
void decode(const char* operation, Decode<Value> function) {
  if (function == nullptr) return;
  the_operation = operation;
  const std::size_t written = call(function, the_size);
  if (written < the_size) call(function, written);
}

template <class Function>
void ask(const char* operation, Function function) {
  if (function == nullptr) return;
  the_operation = operation;
  const auto answer = function(the_input.with(the_units, the_size), the_size);
  ++the_calls;
  require_written(&answer, 1);
}

void push(const placemat_decoder& decoder, void* stream, std::size_t from, std::size_t count) {
  const std::size_t capacity = count + PLACEMAT_MAX_SEQUENCE;
  auto* const out =
      reinterpret_cast<std::uint32_t*>(the_output.of(capacity * sizeof(std::uint32_t)));
  placemat_result result;
  decoder.stream_push(stream, the_input.with(the_units + from, count), count, out, capacity,
                      &result);
  require_result(result);
  if (result.written > capacity) std::abort();
  require_written(out, result.written);
}

void stream(const placemat_decoder& decoder, int lossy, std::size_t chunk) {
  void* const stream = decoder.stream_open(lossy);
  if (stream == nullptr) return;
  for (std::size_t at = 0; at < the_size; at += chunk) {
    push(decoder, stream, at, chunk < the_size - at ? chunk : the_size - at);
  }
  auto* const out = reinterpret_cast<std::uint32_t*>(
      the_output.of(PLACEMAT_MAX_SEQUENCE * sizeof(std::uint32_t)));
  placemat_result result;
  decoder.stream_finish(stream, out, PLACEMAT_MAX_SEQUENCE, &result);
  require_result(result);
  require_written(out, result.written);
  decoder.stream_close(stream);
  ++the_calls;
}

void ask_all(const placemat_decoder& decoder, const unsigned char* units, std::size_t size) {
  the_units = units;
  the_size = size;
  ++the_strings;
  ask("validate", decoder.validate);
  decode("strict32", decoder.strict32);
  decode("lossy32", decoder.lossy32);
  decode("strict16", decoder.strict16);
  decode("lossy16", decoder.lossy16);
  decode("strict64", decoder.strict64);
  decode("lossy64", decoder.lossy64);
  ask("length32", decoder.length32);
  ask("length16", decoder.length16);
  if (decoder.stream_open == nullptr) return;
  for (int lossy = 0; lossy <= 1; ++lossy) {
    the_operation = lossy == 0 ? "stream-strict" : "stream-lossy";
    stream(decoder, lossy, 1);
    if (size > 1) stream(decoder, lossy, size);
  }
}

// ---- strings

const placemat_decoder* decoder_named(const char* name) {
  for (const placemat_decoder* const* row = placemat_sanitized_decoders; *row != nullptr; ++row) {
    if (std::strcmp((*row)->name, name) == 0) return *row;
  }
  return nullptr;
}

int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

// "C080". False where it is no hexadecimal.
bool ask_hex(const placemat_decoder& decoder, const char* hex) {
  static unsigned char units[kLongest];
  const std::size_t digits = std::strlen(hex);
  if (digits % 2 != 0 || digits / 2 > kLongest) return false;
  for (std::size_t i = 0; i < digits / 2; ++i) {
    const int high = digit(hex[2 * i]), low = digit(hex[2 * i + 1]);
    if (high < 0 || low < 0) return false;
    units[i] = static_cast<unsigned char>(high << 4 | low);
  }
  ask_all(decoder, units, digits / 2);
  return true;
}

// False where the input ends inside of a string.
bool ask_stream(const placemat_decoder& decoder) {
  static unsigned char units[kLongest];
  for (int size = getchar_unlocked(); size != EOF; size = getchar_unlocked()) {
    for (int i = 0; i < size; ++i) {
      const int unit = getchar_unlocked();
      if (unit == EOF) return false;
      units[i] = static_cast<unsigned char>(unit);
    }
    ask_all(decoder, units, static_cast<std::size_t>(size));
  }
  return true;
}

}  // namespace

// What the environment says must not switch a check off.
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() {
  return "detect_stack_use_after_return=1:handle_abort=1:detect_leaks=0:allow_user_poisoning=1";
}
extern "C" const char* __msan_default_options();
extern "C" const char* __msan_default_options() { return "handle_abort=1"; }

int main(int count, char** words) {
  if (count < 2) {
    std::fprintf(stderr, "name a decoder\n");
    return 2;
  }
  const placemat_decoder* const decoder = decoder_named(words[1]);
  if (decoder == nullptr) return 3;
  __sanitizer_set_death_callback(say_fault);
  bool is_whole = true;
  for (int i = 2; i < count; ++i) is_whole = is_whole && ask_hex(*decoder, words[i]);
  if (count == 2) is_whole = ask_stream(*decoder);
  if (!is_whole) {
    std::fprintf(stderr, "a string is not as described\n");
    return 2;
  }
  std::printf("clean %s %llu %llu %.3f\n", placemat::cli::kCommit, the_strings, the_calls,
              static_cast<double>(std::clock()) / CLOCKS_PER_SEC);
  return 0;
}
