// numbers.h: numbers as a person reads them.
#pragma once

#include <cstdint>
#include <string>

namespace placemat {

// 16843009 as "16,843,009".
std::string grouped(std::uint64_t number);

}  // namespace placemat
