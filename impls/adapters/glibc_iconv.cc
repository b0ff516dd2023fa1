// glibc_iconv: glibc's iconv from UTF-8 to UTF-32 in the machine's own byte
// order. Claims what POSIX and the glibc manual document: EILSEQ leaves the
// input pointer at the start of the invalid sequence, EINVAL at the start of an
// incomplete one at the end of the input. The length of an invalid sequence is
// not stated. There is no replacement.
//
// Pitfalls, seen in glibc 2.36 and not repaired:
//   1. at the end of the input any lead of RFC 2279 and fewer continuation
//      units than it announces are EINVAL: E0 80, ED A0, F4 90, F5, F8;
//   2. E2BIG comes before an error behind it, so the adapter calls again with
//      spare room;
//   3. *inbuf == NULL has another meaning, so an empty input is not passed.
// Bound: what iconv reads; the buffers are passed on unchanged.
#include <gnu/libc-version.h>
#include <iconv.h>

#include <bit>
#include <cerrno>
#include <cstdint>

#include "harness/decoder/adapt.h"
#include "harness/decoder/placemat_decoder.h"

namespace {

class Descriptor {
 public:
  Descriptor()
      : descriptor_(iconv_open(std::endian::native == std::endian::little ? "UTF-32LE" : "UTF-32BE",
                               "UTF-8")) {}
  ~Descriptor() {
    if (good()) iconv_close(descriptor_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  bool good() const { return descriptor_ != reinterpret_cast<iconv_t>(-1); }
  void reset() const { iconv(descriptor_, nullptr, nullptr, nullptr, nullptr); }

  // 0, or errno.
  int convert(char*& in, std::size_t& in_left, char*& out, std::size_t& out_left) const {
    const std::size_t answer = iconv(descriptor_, &in, &in_left, &out, &out_left);
    return answer == static_cast<std::size_t>(-1) ? errno : 0;
  }

 private:
  iconv_t descriptor_;
};

void strict32(const std::uint8_t* in, std::size_t length, std::uint32_t* out, std::size_t capacity,
              placemat_result* result) {
  // Opening takes longer than converting; a descriptor serves one thread.
  thread_local const Descriptor descriptor;
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  if (length == 0) return;
  if (!descriptor.good()) {
    result->status = PLACEMAT_UNSUPPORTED;
    return;
  }
  descriptor.reset();
  std::uint32_t spare[2];
  char* from = const_cast<char*>(reinterpret_cast<const char*>(in));
  std::size_t from_left = length;
  char* to = reinterpret_cast<char*>(capacity > 0 ? out : spare);
  std::size_t to_left = capacity * sizeof *out;
  int error = descriptor.convert(from, from_left, to, to_left);
  result->written = capacity - to_left / sizeof *out;
  if (error == E2BIG) {
    to = reinterpret_cast<char*>(spare);
    to_left = sizeof spare;
    error = descriptor.convert(from, from_left, to, to_left);
    if (to_left < sizeof spare || error == E2BIG) {
      result->status = PLACEMAT_NO_CAPACITY;
      return;
    }
  }
  if (error == 0) return;
  result->status = error == EINVAL   ? std::uint32_t{PLACEMAT_INCOMPLETE}
                   : error == EILSEQ ? std::uint32_t{PLACEMAT_ILL_FORMED}
                                     : std::uint32_t{PLACEMAT_UNSUPPORTED};
  if (result->status != PLACEMAT_UNSUPPORTED) result->error_offset = length - from_left;
}

placemat_decoder decoder() {
  placemat_decoder d = placemat::described({
      .name = "glibc_iconv",
      .version = gnu_get_libc_version(),
      .origin = "glibc, iconv from UTF-8 to UTF-32",
      .policy = "reject",
      .claims = PLACEMAT_CLAIM_OFFSET | PLACEMAT_CLAIM_INCOMPLETE,
  });
  d.strict32 = strict32;
  return d;
}

}  // namespace

extern "C" {
extern const placemat_decoder placemat_decoder_glibc_iconv;
const placemat_decoder placemat_decoder_glibc_iconv = decoder();
}
