// icu.h: the code that the ICU adapters share. It must not know what ICU
// answers, only how it is called.
#pragma once

#include <unicode/utypes.h>
#include <unicode/uversion.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <limits>

#include "harness/decoder/adapt.h"
#include "harness/decoder/placemat_decoder.h"

namespace placemat::icu {

// ICU counts in int32_t; longer input is not passed to it.
inline constexpr std::size_t kLongest = std::numeric_limits<std::int32_t>::max();

inline std::int32_t as_int32(std::size_t count) {
  return static_cast<std::int32_t>(count < kLongest ? count : kLongest);
}

// The version of the loaded library, which may differ from that of the headers.
inline const char* version() {
  static const std::array<char, U_MAX_VERSION_STRING_LENGTH + 4> text = [] {
    UVersionInfo info;
    u_getVersion(info);
    std::array<char, U_MAX_VERSION_STRING_LENGTH + 4> made{'I', 'C', 'U', ' '};
    u_versionToString(info, made.data() + 4);
    return made;
  }();
  return text.data();
}

}  // namespace placemat::icu
