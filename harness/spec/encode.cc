#include "harness/spec/encode.h"

#include <bit>

namespace placemat {
namespace {

// Nearly every weight is a power of two, and a shift costs a tenth of a
// division.
std::uint64_t quotient(std::uint64_t value, std::uint64_t weight) {
  const bool is_power_of_two = (weight & (weight - 1)) == 0;
  return is_power_of_two ? value >> std::countr_zero(weight) : value / weight;
}

// Returns false when the value is not in the form; `out` is then undefined.
bool write_in(const Form& form, std::uint64_t value, Sequence& out) {
  if (value < form.lowest) return false;
  std::uint64_t rest = value - form.lowest;
  for (std::size_t i = 0; i < form.length; ++i) {
    const Range range = form.units[i];
    const bool has_choice = range.first != range.last;
    const std::uint64_t digit = has_choice ? quotient(rest, form.weights[i]) : 0;
    if (digit > static_cast<std::uint64_t>(range.last - range.first)) return false;
    if (has_choice) rest -= digit * form.weights[i];
    out.units[i] = static_cast<std::uint8_t>(range.first + digit);
  }
  out.length = form.length;
  return rest == 0;
}

}  // namespace

std::optional<Bytes> encode_in(const Form& form, std::uint64_t value) {
  Sequence units;
  if (!write_in(form, value, units)) return std::nullopt;
  return Bytes(units.view().begin(), units.view().end());
}

Sequence sequence_in(const Form& form, std::uint64_t value) {
  Sequence units;
  return write_in(form, value, units) ? units : Sequence{};
}

Sequence shortest(const Dialect& dialect, std::uint64_t value) {
  Sequence best;
  for (const Form& form : dialect.forms) {
    if (best.length != 0 && best.length <= form.length) continue;
    Sequence units;
    if (write_in(form, value, units)) best = units;
  }
  return best;
}

Bytes in_units(std::size_t length, std::uint64_t value) {
  Bytes units(length);
  for (std::size_t i = length; i-- > 1; value >>= 6) {
    units[i] = static_cast<std::uint8_t>(0x80 | (value & 0x3F));
  }
  units[0] = static_cast<std::uint8_t>((0xFF00u >> length) | value);
  return units;
}

std::optional<Bytes> encode(const Dialect& dialect, std::uint64_t value) {
  const Sequence units = shortest(dialect, value);
  if (units.length == 0) return std::nullopt;
  return Bytes(units.view().begin(), units.view().end());
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
      units.push_back(high_surrogate(value));
      units.push_back(low_surrogate(value));
    }
  }
  return units;
}

}  // namespace placemat
