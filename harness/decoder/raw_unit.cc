#include "harness/decoder/raw_unit.h"

#include <fmt/format.h>

#include <ranges>

namespace placemat {
namespace {

constexpr std::string_view kPrefix = "raw:";
constexpr unsigned kCountAt = 48;
// Set in every piece; the rest of the highest 16 bits is the number of units.
constexpr std::uint64_t kMark = std::uint64_t{1} << 63;
static_assert(PLACEMAT_RAW_UNIT64 == (kMark | std::uint64_t{1} << kCountAt));

}  // namespace

std::uint64_t raw_value(ByteView units) {
  std::uint64_t value = 0;
  for (const std::uint8_t unit : units) value = value << 8 | unit;
  return kMark | std::uint64_t{units.size()} << kCountAt | value;
}

Bytes raw_units(std::uint64_t value) {
  const auto count = static_cast<std::size_t>((value & ~kMark) >> kCountAt);
  if ((value & kMark) == 0 || count == 0 || count > kMostRawUnits) return {};
  Bytes units(count);
  std::uint64_t rest = value;
  for (std::uint8_t& unit : units | std::views::reverse) {
    unit = static_cast<std::uint8_t>(rest & 0xFF);
    rest >>= 8;
  }
  return raw_value(units) == value ? units : Bytes{};
}

std::string value_to_text(std::uint64_t value) {
  const Bytes units = raw_units(value);
  return units.empty() ? fmt::format("{:02X}", value) : std::string(kPrefix) + to_hex(units);
}

std::optional<std::uint64_t> parse_raw(std::string_view text) {
  if (!text.starts_with(kPrefix)) return std::nullopt;
  const std::string_view hex = text.substr(kPrefix.size());
  const bool is_hex = hex.find_first_not_of("0123456789ABCDEFabcdef") == std::string_view::npos;
  if (!is_hex || hex.empty() || hex.size() % 2 != 0 || hex.size() > 2 * kMostRawUnits) {
    return std::nullopt;
  }
  return raw_value(parse_hex(hex));
}

}  // namespace placemat
