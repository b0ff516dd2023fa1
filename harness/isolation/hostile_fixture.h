// hostile_fixture.h: where the hostile decoders of hostile/ were built, for tests only.
#pragma once

#include <string>

namespace placemat {

inline const std::string kHostile = PLACEMAT_BINARY_DIR "/harness/isolation/hostile/hostile.so";
inline const std::string kHostileChild =
    PLACEMAT_BINARY_DIR "/harness/isolation/hostile/hostile_child";
inline const std::string kHostileFilter =
    PLACEMAT_BINARY_DIR "/harness/isolation/hostile/hostile_filter";
// As the words of a command line.
inline const std::string kChild = "-- " + kHostileChild;

}  // namespace placemat
