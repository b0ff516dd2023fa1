// icu_ucnv.h: ICU's converter interface, ucnv_toUnicode, for any converter name.
// A Subject has `static constexpr const char* kConverter`. Strict sets the STOP
// callback and reads the ill-formed units from ucnv_getInvalidChars; lossy sets
// the SUBSTITUTE callback. ucnv writes UTF-16. For the stream interface,
// surrogate pairs are joined, also across pushes, and a lone surrogate is
// passed on as its value. It must not know any encoding.
#pragma once

#include <unicode/ucnv.h>
#include <unicode/utf16.h>

#include <cstdint>
#include <new>

#include "impls/adapters/icu.h"

namespace placemat::icu {

template <class Subject>
class Ucnv {
 public:
  template <bool kLossy>
  static void decode16(const std::uint8_t* in, std::size_t length, std::uint16_t* out,
                       std::size_t capacity, placemat_result* result) {
    *result = {PLACEMAT_UNSUPPORTED, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
    UConverter* converter = cached(kLossy);
    if (converter == nullptr || length > kLongest) return;
    ucnv_resetToUnicode(converter);
    Cursor in_at{reinterpret_cast<const char*>(in), reinterpret_cast<const char*>(in) + length};
    auto* const first = reinterpret_cast<UChar*>(out);
    UChar* next = first;
    UErrorCode status = convert(converter, in_at, next, first + capacity, true);
    result->written = static_cast<std::size_t>(next - first);
    if (status == U_BUFFER_OVERFLOW_ERROR) {
      // A full output is reported before an error. A call with room for one more
      // value shows whether one was needed.
      UChar spare[8];
      UChar* spare_next = spare;
      status = convert(converter, in_at, spare_next, spare + 8, true);
      if (spare_next != spare) {
        result->status = PLACEMAT_NO_CAPACITY;
        return;
      }
    }
    describe(status, converter, length - in_at.left(), result);
  }

  static std::size_t encode(std::uint64_t value, std::uint8_t* out) {
    UConverter* converter = cached(false);
    if (converter == nullptr || value > 0x10FFFF) return 0;
    UChar units[2];
    std::int32_t count = 0;
    U16_APPEND_UNSAFE(units, count, static_cast<UChar32>(value));
    UErrorCode status = U_ZERO_ERROR;
    const std::int32_t size =
        ucnv_fromUChars(converter, reinterpret_cast<char*>(out),
                        std::int32_t{PLACEMAT_MAX_SEQUENCE}, units, count, &status);
    return U_SUCCESS(status) ? static_cast<std::size_t>(size) : 0;
  }

  static void* open(int lossy) {
    auto* stream = new (std::nothrow) Stream(lossy != 0);
    if (stream != nullptr && stream->converter.get() == nullptr) {
      delete stream;
      return nullptr;
    }
    return stream;
  }

  static void push(void* stream, const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                   std::size_t capacity, placemat_result* result) {
    advance(*static_cast<Stream*>(stream), in, length, false, out, capacity, result);
  }

  static void finish(void* stream, std::uint32_t* out, std::size_t capacity,
                     placemat_result* result) {
    auto& s = *static_cast<Stream*>(stream);
    advance(s, nullptr, 0, true, out, capacity, result);
    if (s.high != 0 && !put(s.high, out, capacity, result)) result->status = PLACEMAT_NO_CAPACITY;
    reset(stream);
  }

  static void reset(void* stream) {
    auto& s = *static_cast<Stream*>(stream);
    ucnv_resetToUnicode(s.converter.get());
    s.failed = false;
    s.consumed = 0;
    s.high = 0;
  }

  static void close(void* stream) { delete static_cast<Stream*>(stream); }

 private:
  class Handle {
   public:
    explicit Handle(bool lossy) {
      UErrorCode status = U_ZERO_ERROR;
      converter_ = ucnv_open(Subject::kConverter, &status);
      if (U_FAILURE(status)) {
        converter_ = nullptr;
        return;
      }
      ucnv_setToUCallBack(converter_,
                          lossy ? UCNV_TO_U_CALLBACK_SUBSTITUTE : UCNV_TO_U_CALLBACK_STOP, nullptr,
                          nullptr, nullptr, &status);
      ucnv_setFromUCallBack(converter_, UCNV_FROM_U_CALLBACK_STOP, nullptr, nullptr, nullptr,
                            &status);
    }
    ~Handle() { ucnv_close(converter_); }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    UConverter* get() const { return converter_; }

   private:
    UConverter* converter_;
  };

  // Opening takes longer than converting; a converter serves one thread.
  static UConverter* cached(bool lossy) {
    thread_local const Handle strict_one(false), lossy_one(true);
    return (lossy ? lossy_one : strict_one).get();
  }

  struct Cursor {
    const char* at;
    const char* end;
    std::size_t left() const { return static_cast<std::size_t>(end - at); }
  };

  static UErrorCode convert(UConverter* converter, Cursor& in, UChar*& out, const UChar* end,
                            bool flush) {
    UErrorCode status = U_ZERO_ERROR;
    ucnv_toUnicode(converter, &out, end, &in.at, in.end, nullptr, flush, &status);
    return status;
  }

  // The converter has consumed `consumed` units of the input or the stream; the
  // last of them are the ill-formed ones.
  static void describe(UErrorCode status, UConverter* converter, std::size_t consumed,
                       placemat_result* result) {
    switch (status) {
      case U_TRUNCATED_CHAR_FOUND:
        result->status = PLACEMAT_INCOMPLETE;
        break;
      case U_ILLEGAL_CHAR_FOUND:
      case U_INVALID_CHAR_FOUND:
        result->status = PLACEMAT_ILL_FORMED;
        break;
      default:
        result->status =
            U_SUCCESS(status) ? std::uint32_t{PLACEMAT_OK} : std::uint32_t{PLACEMAT_UNSUPPORTED};
        return;
    }
    char invalid[32];
    std::int8_t count = sizeof invalid;
    UErrorCode asked = U_ZERO_ERROR;
    ucnv_getInvalidChars(converter, invalid, &count, &asked);
    if (U_FAILURE(asked)) return;
    result->error_length = static_cast<std::size_t>(count);
    result->error_offset = consumed - result->error_length;
  }

  struct Stream {
    explicit Stream(bool lossy) : converter(lossy) {}
    const Handle converter;
    bool failed = false;
    std::size_t consumed = 0;  // units of the stream before this push
    std::uint16_t high = 0;    // a high surrogate that waits for a low one
    placemat_result failure{};
  };

  static bool put(std::uint32_t value, std::uint32_t* out, std::size_t capacity,
                  placemat_result* result) {
    if (result->written == capacity) return false;
    out[result->written++] = value;
    return true;
  }

  static bool put_unit(Stream& s, std::uint16_t unit, std::uint32_t* out, std::size_t capacity,
                       placemat_result* result) {
    const std::uint16_t high = s.high;
    s.high = 0;
    if (high != 0 && U16_IS_TRAIL(unit)) {
      const auto joined = static_cast<std::uint32_t>(U16_GET_SUPPLEMENTARY(high, unit));
      return put(joined, out, capacity, result);
    }
    if (high != 0 && !put(high, out, capacity, result)) return false;
    if (U16_IS_LEAD(unit)) {
      s.high = unit;
      return true;
    }
    return put(unit, out, capacity, result);
  }

  static void advance(Stream& s, const std::uint8_t* in, std::size_t length, bool flush,
                      std::uint32_t* out, std::size_t capacity, placemat_result* result) {
    *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
    if (s.failed) {
      *result = s.failure;
      return;
    }
    Cursor in_at{reinterpret_cast<const char*>(in), reinterpret_cast<const char*>(in) + length};
    UErrorCode status = U_BUFFER_OVERFLOW_ERROR;
    while (status == U_BUFFER_OVERFLOW_ERROR) {
      UChar piece[256];
      UChar* next = piece;
      status = convert(s.converter.get(), in_at, next, piece + 256, flush);
      for (const UChar* unit = piece; unit != next; ++unit) {
        if (!put_unit(s, static_cast<std::uint16_t>(*unit), out, capacity, result)) {
          result->status = PLACEMAT_NO_CAPACITY;
          return;
        }
      }
    }
    s.consumed += length - in_at.left();
    if (U_SUCCESS(status)) return;
    if (s.high != 0 && put(s.high, out, capacity, result)) s.high = 0;
    describe(status, s.converter.get(), s.consumed, result);
    s.failed = true;
    s.failure = {PLACEMAT_ILL_FORMED, 0, result->error_offset, result->error_length};
  }
};

// The table of one converter. `identity` names it; all else is the same for
// all.
template <class Subject>
placemat_decoder ucnv_decoder(DecoderIdentity identity) {
  identity.version = version();
  identity.encode = Ucnv<Subject>::encode;
  placemat_decoder d = described(identity);
  d.strict16 = Ucnv<Subject>::template decode16<false>;
  d.lossy16 = Ucnv<Subject>::template decode16<true>;
  d.stream_open = Ucnv<Subject>::open;
  d.stream_push = Ucnv<Subject>::push;
  d.stream_finish = Ucnv<Subject>::finish;
  d.stream_reset = Ucnv<Subject>::reset;
  d.stream_close = Ucnv<Subject>::close;
  return d;
}

}  // namespace placemat::icu
