#include "harness/decoder/operation.h"

#include <algorithm>
#include <array>

namespace placemat {
namespace {

constexpr std::array<std::string_view, kOperationCount> kNames{
    "validate", "strict32", "lossy32",  "strict16",      "lossy16",     "strict64",
    "lossy64",  "length32", "length16", "stream-strict", "stream-lossy"};

// Without a claimed policy, its lossy functions tell.
bool replaces(const Decoder& d) {
  if (d.policy != nullptr && *d.policy != '\0') return std::string_view(d.policy) != "reject";
  return d.lossy16 != nullptr || d.lossy32 != nullptr || d.lossy64 != nullptr;
}

}  // namespace

std::string_view name_of(Operation operation) {
  return kNames[static_cast<std::size_t>(operation)];
}

std::optional<Operation> find_operation(std::string_view name) {
  const auto* found = std::ranges::find(kNames, name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<Operation>(found - kNames.begin());
}

bool has(const Decoder& d, Operation operation) {
  switch (operation) {
    case Operation::kValidate:
      return d.validate != nullptr;
    case Operation::kStrict32:
      return d.strict32 != nullptr;
    case Operation::kLossy32:
      return d.lossy32 != nullptr;
    case Operation::kStrict16:
      return d.strict16 != nullptr;
    case Operation::kLossy16:
      return d.lossy16 != nullptr;
    case Operation::kStrict64:
      return d.strict64 != nullptr;
    case Operation::kLossy64:
      return d.lossy64 != nullptr;
    case Operation::kLength32:
      return d.length32 != nullptr;
    case Operation::kLength16:
      return d.length16 != nullptr;
    case Operation::kStreamStrict:
      return d.stream_open != nullptr;
    case Operation::kStreamLossy:
      return d.stream_open != nullptr && replaces(d);
  }
  return false;
}

std::size_t operation_count(const Decoder& decoder) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < kOperationCount; ++i) {
    count += has(decoder, static_cast<Operation>(i)) ? 1 : 0;
  }
  return count;
}

std::optional<Operation> first_claimed(const Decoder& decoder,
                                       std::initializer_list<Operation> operations) {
  for (const Operation operation : operations) {
    if (has(decoder, operation)) return operation;
  }
  return std::nullopt;
}

}  // namespace placemat
