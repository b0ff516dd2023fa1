#include "harness/spec/encode.h"

namespace placemat {

std::optional<Bytes> encode_in(const Form& form, std::uint64_t value) {
  if (value < form.lowest) return std::nullopt;
  std::uint64_t rest = value - form.lowest;
  Bytes units;
  for (std::size_t i = 0; i < form.length; ++i) {
    const Range range = form.units[i];
    const bool has_choice = range.first != range.last;
    const std::uint64_t digit = has_choice ? rest / form.weights[i] : 0;
    if (digit > static_cast<std::uint64_t>(range.last - range.first)) return std::nullopt;
    if (has_choice) rest -= digit * form.weights[i];
    units.push_back(static_cast<std::uint8_t>(range.first + digit));
  }
  if (rest != 0) return std::nullopt;
  return units;
}

std::optional<Bytes> encode(const Dialect& dialect, std::uint64_t value) {
  std::optional<Bytes> shortest;
  for (const Form& form : dialect.forms) {
    if (shortest && shortest->size() <= form.length) continue;
    if (std::optional<Bytes> units = encode_in(form, value)) shortest = units;
  }
  return shortest;
}

std::vector<std::uint64_t> join_surrogates(std::span<const std::uint64_t> values) {
  std::vector<std::uint64_t> joined;
  for (const std::uint64_t value : values) {
    const bool low = value >= 0xDC00 && value <= 0xDFFF;
    if (low && !joined.empty() && joined.back() >= 0xD800 && joined.back() <= 0xDBFF) {
      joined.back() = 0x10000 + ((joined.back() - 0xD800) << 10) + (value - 0xDC00);
    } else {
      joined.push_back(value);
    }
  }
  return joined;
}

std::optional<std::vector<std::uint16_t>> to_utf16(std::span<const std::uint64_t> values) {
  std::vector<std::uint16_t> units;
  for (const std::uint64_t value : values) {
    if (value > kMaxScalar) return std::nullopt;
    if (value <= 0xFFFF) {
      units.push_back(static_cast<std::uint16_t>(value));
    } else {
      units.push_back(static_cast<std::uint16_t>(0xD800 + ((value - 0x10000) >> 10)));
      units.push_back(static_cast<std::uint16_t>(0xDC00 + (value & 0x3FF)));
    }
  }
  return units;
}

}  // namespace placemat
