// glibc_mbrtoc32: C11's mbrtoc32 and c32rtomb in glibc's C.UTF-8 locale, whose
// encoding is documented as UTF-8. uselocale sets the locale for the thread
// during a call; the locale of the process stays unchanged. Claims what C11
// documents: (size_t)-1 for a sequence that is no character, whose start the
// caller knows; (size_t)-2 when all units are an incomplete one, which the
// mbstate_t then holds, as a stream needs. The length of the error is not
// stated; there is no replacement.
//
// Pitfalls, seen in glibc 2.36 and not repaired:
//   1. the forms of RFC 2279 pass: F4 90 and on, five and six units, values to
//      7FFFFFFF, decoding and encoding;
//   2. at the end of the input any lead of RFC 2279 and fewer continuation
//      units than it announces are "incomplete": E0 80, ED A0, F4 90, F5, F8;
//   3. the NUL character answers 0 for its length, and has one unit.
// Bound: what mbrtoc32 reads; the buffer is passed on unchanged.
#include <gnu/libc-version.h>
#include <locale.h>
#include <uchar.h>
#include <wchar.h>

#include <climits>
#include <cstdint>
#include <new>

#include "harness/decoder/adapt.h"
#include "harness/decoder/placemat_decoder.h"

namespace {

locale_t utf8_locale() {
  static const locale_t locale =
      newlocale(LC_CTYPE_MASK, "C.UTF-8", static_cast<locale_t>(nullptr));
  return locale;
}

class InUtf8Locale {
 public:
  InUtf8Locale() : before_(uselocale(utf8_locale())) {}
  ~InUtf8Locale() { uselocale(before_); }
  InUtf8Locale(const InUtf8Locale&) = delete;
  InUtf8Locale& operator=(const InUtf8Locale&) = delete;

 private:
  locale_t before_;
};

struct Stream {
  mbstate_t state{};
  std::size_t consumed = 0;  // units before the unfinished sequence
  std::size_t held = 0;      // units of it, inside `state`
  bool failed = false;
};

constexpr auto kInvalid = static_cast<std::size_t>(-1);
constexpr auto kIncomplete = static_cast<std::size_t>(-2);
constexpr auto kNoUnits = static_cast<std::size_t>(-3);  // one more value, no unit read

void push(void* stream, const std::uint8_t* in, std::size_t length, std::uint32_t* out,
          std::size_t capacity, placemat_result* result) {
  const InUtf8Locale locale;
  auto& s = *static_cast<Stream*>(stream);
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  for (std::size_t at = 0; at < length && !s.failed;) {
    char32_t value = 0;
    const std::size_t answer =
        mbrtoc32(&value, reinterpret_cast<const char*>(in) + at, length - at, &s.state);
    if (answer == kIncomplete) {
      s.held += length - at;
      return;
    }
    s.failed = answer == kInvalid;
    if (s.failed) break;
    if (result->written == capacity) {
      result->status = PLACEMAT_NO_CAPACITY;
      return;
    }
    out[result->written++] = value;
    const std::size_t used = answer == kNoUnits ? 0 : answer == 0 ? 1 : answer;
    at += used;
    s.consumed += s.held + used;
    s.held = 0;
  }
  if (s.failed) {
    result->status = PLACEMAT_ILL_FORMED;
    result->error_offset = s.consumed;
  }
}

void reset(void* stream) { *static_cast<Stream*>(stream) = Stream{}; }

void finish(void* stream, std::uint32_t* /*out*/, std::size_t /*capacity*/,
            placemat_result* result) {
  auto& s = *static_cast<Stream*>(stream);
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  if (s.failed || s.held > 0) {
    result->status =
        s.failed ? std::uint32_t{PLACEMAT_ILL_FORMED} : std::uint32_t{PLACEMAT_INCOMPLETE};
    result->error_offset = s.consumed;
  }
  reset(stream);
}

void* open(int lossy) {
  if (lossy != 0 || utf8_locale() == nullptr) return nullptr;
  return new (std::nothrow) Stream;
}

void close(void* stream) { delete static_cast<Stream*>(stream); }

void strict32(const std::uint8_t* in, std::size_t length, std::uint32_t* out, std::size_t capacity,
              placemat_result* result) {
  if (utf8_locale() == nullptr) {
    *result = {PLACEMAT_UNSUPPORTED, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
    return;
  }
  Stream stream;
  push(&stream, in, length, out, capacity, result);
  if (result->status != PLACEMAT_OK) return;
  const std::size_t written = result->written;
  finish(&stream, nullptr, 0, result);
  result->written = written;
}

std::size_t encode(std::uint64_t value, std::uint8_t* out) {
  if (utf8_locale() == nullptr || value > 0xFFFFFFFF) return 0;
  const InUtf8Locale locale;
  char units[MB_LEN_MAX];
  mbstate_t state{};
  const std::size_t size = c32rtomb(units, static_cast<char32_t>(value), &state);
  if (size == kInvalid || size > PLACEMAT_MAX_SEQUENCE) return 0;
  for (std::size_t i = 0; i < size; ++i) out[i] = static_cast<std::uint8_t>(units[i]);
  return size;
}

placemat_decoder decoder() {
  placemat_decoder d = placemat::described({
      .name = "glibc_mbrtoc32",
      .version = gnu_get_libc_version(),
      .origin = "glibc, mbrtoc32 and c32rtomb in the locale C.UTF-8",
      .policy = "reject",
      .claims = PLACEMAT_CLAIM_OFFSET | PLACEMAT_CLAIM_INCOMPLETE,
      .encode = encode,
  });
  d.strict32 = strict32;
  d.stream_open = open;
  d.stream_push = push;
  d.stream_finish = finish;
  d.stream_reset = reset;
  d.stream_close = close;
  return d;
}

}  // namespace

extern "C" {
extern const placemat_decoder placemat_decoder_glibc_mbrtoc32;
const placemat_decoder placemat_decoder_glibc_mbrtoc32 = decoder();
}
