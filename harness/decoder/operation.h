// operation.h: the functions of the interface, each with one name. It must not
// know how a function is called.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>

#include "harness/decoder/registry.h"

namespace placemat {

enum class Operation : std::uint8_t {
  kValidate,
  kStrict32,
  kLossy32,
  kStrict16,
  kLossy16,
  kStrict64,
  kLossy64,
  kLength32,
  kLength16,
  kStreamStrict,
  kStreamLossy,
};
inline constexpr std::size_t kOperationCount = 11;

std::string_view name_of(Operation operation);
std::optional<Operation> find_operation(std::string_view name);
bool has(const Decoder& decoder, Operation operation);
// The number of operations that it has; strict and lossy streams are two.
std::size_t operation_count(const Decoder& decoder);
// The first of these that the decoder has.
std::optional<Operation> first_claimed(const Decoder& decoder,
                                       std::initializer_list<Operation> operations);
constexpr bool is_stream(Operation op) {
  return op == Operation::kStreamStrict || op == Operation::kStreamLossy;
}
constexpr bool is_lossy(Operation op) {
  return op == Operation::kLossy16 || op == Operation::kLossy32 || op == Operation::kLossy64 ||
         op == Operation::kStreamLossy;
}
constexpr bool is_strict(Operation op) {
  return op == Operation::kStrict16 || op == Operation::kStrict32 || op == Operation::kStrict64 ||
         op == Operation::kStreamStrict;
}
constexpr bool is_length(Operation op) {
  return op == Operation::kLength16 || op == Operation::kLength32;
}
constexpr bool is_utf16(Operation op) {
  return op == Operation::kStrict16 || op == Operation::kLossy16 || op == Operation::kLength16;
}
// Operations that write values, and therefore need output capacity.
constexpr bool is_decoding(Operation op) { return is_strict(op) || is_lossy(op); }

// Operations, one bit each.
using OperationSet = std::uint16_t;
constexpr OperationSet bit_of(Operation operation) {
  return static_cast<OperationSet>(1u << static_cast<unsigned>(operation));
}

}  // namespace placemat
