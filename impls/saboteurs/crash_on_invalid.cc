// crash_on_invalid.cc: Decoders that end the process on some ill-formed input. The
// label cuts across the classes of bugs.
#include <bit>
#include <cstdlib>

#include "impls/saboteurs/saboteur.h"

namespace placemat::saboteur {
namespace {

// A table for the leads of Table 3-7 is indexed by any unit, so that F8..FF end the process.
constexpr std::uint8_t kLengths[] = {1, 0, 2, 3, 4};
constexpr const std::uint8_t* kRowByLeadingOnes[] = {
    &kLengths[0], &kLengths[1], &kLengths[2], &kLengths[3], &kLengths[4],
    nullptr,      nullptr,      nullptr,      nullptr,
};

struct CrashNullTable {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const auto ones = static_cast<std::size_t>(std::countl_one(*at));
    if (touch(kRowByLeadingOnes[ones]) == 0) return Decoded::ill_formed(1);
    return Honest::decode_one(at, end);
  }
};

// An assertion depends on outside data, on two units in this order.
struct Abort {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    if (end - at >= 2 && at[0] == 0xFE && at[1] == 0xFF) std::abort();
    return Honest::decode_one(at, end);
  }
};

// The error handler meets a second error directly after the first and calls itself with the
// position of the first.
constexpr std::size_t kFrame = 1024;

Decoded recover(const std::uint8_t* at, const std::uint8_t* end) {
  // Volatile and used after the call, so that the recursion does not become a loop.
  volatile std::uint8_t frame[kFrame];
  frame[0] = *at;
  const Decoded outer = Honest::decode_one(at, end);
  const bool unfinished = is_ill_formed(outer) && announced(*at) > 1;
  if (!unfinished || is_value(Honest::decode_one(at + outer.length, end))) return outer;
  const Decoded inner = recover(at, end);
  frame[1] = static_cast<std::uint8_t>(inner.length);
  return Decoded::ill_formed(frame[1]);
}

struct StackOverflow {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    return recover(at, end);
  }
};

constexpr Row kRows[] = {
    {
        .name = "sab_crash_null_table",
        .relatives = "musl libc iconv, 2025 (a table reached with a bad index); Node.js 6.2 "
                     "StringDecoder, 2016",
        .planted = "the row of a lead is looked up by its leading ones, and the rows for five and "
                   "more are null",
        .kind = "crash",
        .probes = {{"validate", "61 F8", "no", "SIGSEGV", Guard::kBehind},
                   {"lossy32", "F7 80", "ok FFFD FFFD"}},
        .base = filled<CrashNullTable>,
    },
    {
        .name = "sab_abort",
        .relatives = "Node.js 6.2 StringDecoder, 2016; nlohmann/json 3.5.0, 2019",
        .planted = "FE FF, the byte order mark of UTF-16, fails an assertion and ends the process",
        .kind = "crash",
        .probes = {{"lossy32", "61 FE FF", "ok 61 FFFD FFFD", "SIGABRT", Guard::kBehind},
                   {"lossy32", "FF FE", "ok FFFD FFFD"}},
        .base = filled<Abort>,
    },
    {
        .name = "sab_stack_overflow",
        .relatives =
            "none known with this effect; Perl Encode before 2.89, 2016 (same trigger, F0 C2)",
        .planted = "an unfinished sequence followed by another error makes the error handler call "
                   "itself without progress",
        .kind = "crash",
        .probes = {{"lossy32", "F0 C2 41", "ok FFFD FFFD 41", "SIGSEGV", Guard::kBehind},
                   {"lossy32", "F0 41 C2", "ok FFFD 41 FFFD"}},
        .base = filled<StackOverflow>,
    },
};
constinit const Decoders kDecoders("crash-on-invalid", kRows);

}  // namespace

extern "C" const Class placemat_saboteurs_crash_on_invalid;
constinit const Class placemat_saboteurs_crash_on_invalid{kRows, kDecoders.rows};

}  // namespace placemat::saboteur
