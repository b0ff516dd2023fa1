// sha256.h: digests that others compute too. Apart from the other files, because the library for
// tests of other projects needs no digest, and so no OpenSSL.
#pragma once

#include <string>
#include <string_view>

namespace placemat {

// SHA-256 in lower-case hex.
std::string sha256(std::string_view data);

}  // namespace placemat
