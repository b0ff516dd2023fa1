#include "harness/cli/numbers.h"

#include <fmt/format.h>

#include <charconv>
#include <limits>

namespace placemat::cli {
namespace {

template <class Number>
bool reads_all(const std::string& text, Number& value) {
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  return error == std::errc{} && end == last;
}

template <class Number>
CLI::Validator within(const char* what, Number least, Number most, bool or_none) {
  const std::string range =
      fmt::format("{} from {} to {}{}", what, least, most, or_none ? ", or 0" : "");
  const auto check = [=](std::string& text) {
    Number value{};
    const bool is_fit =
        reads_all(text, value) && ((value >= least && value <= most) || (or_none && value == 0));
    return is_fit ? std::string() : fmt::format("'{}' is not {}", text, range);
  };
  return {check, range};
}

}  // namespace

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most, bool or_none) {
  return within("a whole number", least, most, or_none);
}

CLI::Validator number(double least, double most) { return within("a number", least, most, false); }

CLI::Validator seed_number() { return whole_number(0, std::numeric_limits<std::uint64_t>::max()); }

}  // namespace placemat::cli
