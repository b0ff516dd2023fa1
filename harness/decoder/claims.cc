// claims.cc: what a decoder's own table claims. It must not know which decoders
// are registered, so that a program that judges one decoder of its own does not
// link all of ours.
#include <fmt/format.h>

#include <algorithm>
#include <ranges>

#include "harness/bytes/error.h"
#include "harness/decoder/operation.h"
#include "harness/decoder/registry.h"

namespace placemat {
namespace {

constexpr std::size_t kLongestName = 100;
constexpr std::uint32_t kKnownClaims = PLACEMAT_CLAIM_OFFSET | PLACEMAT_CLAIM_LENGTH |
                                       PLACEMAT_CLAIM_INCOMPLETE | PLACEMAT_CLAIM_ONE_THREAD;

bool is_name(const char* text) {
  if (text == nullptr || *text == '\0') return false;
  if (std::string_view(text).size() > kLongestName) return false;
  return std::ranges::all_of(std::string_view(text), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.';
  });
}

}  // namespace

Profile claimed_profile(const Decoder& decoder) {
  const auto require = [&](const char* claimed, const char* what) {
    if (claimed != nullptr && *claimed != '\0') return;
    throw InputError(
        fmt::format("{} claims no {}; `placemat audit` judges it without", decoder.name, what));
  };
  require(decoder.dialect, "dialect");
  require(decoder.policy, "policy");
  require(decoder.bom, "BOM rule");
  return parse_profile(fmt::format("{}/{}/{}", decoder.dialect, decoder.policy, decoder.bom));
}

std::vector<std::string> capabilities(const Decoder& d) {
  std::vector<std::string> names;
  const auto add = [&](bool has, const char* name) {
    if (has) names.emplace_back(name);
  };
  const bool strict = d.strict16 != nullptr || d.strict32 != nullptr || d.strict64 != nullptr;
  const bool lossy = d.lossy16 != nullptr || d.lossy32 != nullptr || d.lossy64 != nullptr;
  add(d.validate != nullptr || strict, "verdict");
  add(d.strict32 != nullptr || d.lossy32 != nullptr || d.strict64 != nullptr ||
          d.lossy64 != nullptr,
      "scalars");
  add(d.strict16 != nullptr || d.lossy16 != nullptr, "utf-16");
  add(strict, "strict");
  add(lossy, "lossy");
  add((d.claims & PLACEMAT_CLAIM_OFFSET) != 0, "error offset");
  add((d.claims & PLACEMAT_CLAIM_LENGTH) != 0, "error length");
  add((d.claims & PLACEMAT_CLAIM_INCOMPLETE) != 0, "incomplete");
  add(d.length16 != nullptr || d.length32 != nullptr, "length function");
  add(d.stream_open != nullptr, "streaming");
  add(d.encode != nullptr, "encode");
  return names;
}

std::string defect(const Decoder& d) {
  if (d.abi_version != PLACEMAT_ABI_VERSION) {
    return fmt::format("ABI version {}, this program speaks {}", d.abi_version,
                       PLACEMAT_ABI_VERSION);
  }
  if (d.struct_size != sizeof(Decoder)) {
    return fmt::format("table of {} units, {} expected", d.struct_size, sizeof(Decoder));
  }
  if (!is_name(d.name)) return "the name is missing or not 1 to 100 of [a-z0-9_.-]";
  if (d.version == nullptr || d.origin == nullptr) return "version or origin is missing";
  if (const std::uint32_t unknown = d.claims & ~kKnownClaims; unknown != 0) {
    return fmt::format("claims {:#x}, which this program does not know", unknown);
  }
  const int stream_functions = (d.stream_open != nullptr) + (d.stream_push != nullptr) +
                               (d.stream_finish != nullptr) + (d.stream_reset != nullptr) +
                               (d.stream_close != nullptr);
  if (stream_functions != 0 && stream_functions != 5) return "half a streaming interface";
  const auto lacks = [&](std::size_t op) { return !has(d, static_cast<Operation>(op)); };
  if (d.encode == nullptr &&
      std::ranges::all_of(std::views::iota(std::size_t{0}, kOperationCount), lacks)) {
    return "no function at all";
  }
  return "";
}

}  // namespace placemat
