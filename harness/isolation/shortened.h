// shortened.h: as much of what a decoder says of itself as a table needs.
#pragma once

#include <string>
#include <string_view>

namespace placemat {

inline std::string shortened(std::string_view text) {
  constexpr std::size_t kLongest = 200;
  return std::string(text.substr(0, kLongest));
}

}  // namespace placemat
