#include "harness/isolation/decoder_proxy.h"

#include <cstdlib>

namespace placemat {
namespace {

template <class Character>
void no_decode(const std::uint8_t*, std::size_t, Character*, std::size_t, placemat_result*) {
  std::abort();
}

}  // namespace

std::string name_of_program(const std::string& path) {
  std::string name;
  for (const char c : path.substr(path.rfind('/') + 1)) {
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-';
    name += is_plain ? c : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : '_';
  }
  return name;
}

Claims claims_of(const Decoder& d) {
  const auto text = [](const char* claimed) { return claimed == nullptr ? "" : claimed; };
  Claims claims{d.name,   d.version, d.origin, text(d.dialect), text(d.policy), text(d.bom),
                d.claims, {},        false};
  for (std::size_t i = 0; i < kOperationCount; ++i) {
    claims.operations[i] = has(d, static_cast<Operation>(i));
  }
  claims.encodes = d.encode != nullptr;
  return claims;
}

DecoderProxy::DecoderProxy(Claims claims) : claims_(std::move(claims)) {
  const auto claimed = [&](Operation op) {
    return claims_.operations[static_cast<std::size_t>(op)];
  };
  table_.abi_version = PLACEMAT_ABI_VERSION;
  table_.struct_size = sizeof(Decoder);
  table_.name = claims_.name.c_str();
  table_.version = claims_.version.c_str();
  table_.origin = claims_.origin.c_str();
  table_.dialect = claims_.dialect.c_str();
  table_.policy = claims_.policy.c_str();
  table_.bom = claims_.bom.c_str();
  table_.claims = claims_.claims;
  if (claimed(Operation::kValidate)) {
    table_.validate = [](const std::uint8_t*, std::size_t) -> int { std::abort(); };
  }
  if (claimed(Operation::kStrict32)) table_.strict32 = no_decode<std::uint32_t>;
  if (claimed(Operation::kLossy32)) table_.lossy32 = no_decode<std::uint32_t>;
  if (claimed(Operation::kStrict16)) table_.strict16 = no_decode<std::uint16_t>;
  if (claimed(Operation::kLossy16)) table_.lossy16 = no_decode<std::uint16_t>;
  if (claimed(Operation::kStrict64)) table_.strict64 = no_decode<std::uint64_t>;
  if (claimed(Operation::kLossy64)) table_.lossy64 = no_decode<std::uint64_t>;
  const auto no_length = [](const std::uint8_t*, std::size_t) -> std::size_t { std::abort(); };
  if (claimed(Operation::kLength32)) table_.length32 = no_length;
  if (claimed(Operation::kLength16)) table_.length16 = no_length;
  if (claimed(Operation::kStreamStrict) || claimed(Operation::kStreamLossy)) {
    table_.stream_open = [](int) -> void* { std::abort(); };
    table_.stream_push = [](void*, const std::uint8_t*, std::size_t, std::uint32_t*, std::size_t,
                            placemat_result*) { std::abort(); };
    table_.stream_finish = [](void*, std::uint32_t*, std::size_t, placemat_result*) {
      std::abort();
    };
    table_.stream_reset = [](void*) { std::abort(); };
    table_.stream_close = [](void*) { std::abort(); };
  }
  if (claims_.encodes) {
    table_.encode = [](std::uint64_t, std::uint8_t*) -> std::size_t { std::abort(); };
  }
}

}  // namespace placemat
