#include "harness/decoder/registry.h"

#include <fmt/format.h>

#include <algorithm>

extern "C" {
extern const placemat_decoder* const placemat_registry_decoders[];
extern const placemat_decoder* const placemat_registry_saboteurs[];
extern const char* const placemat_registry_absent[];
}

namespace placemat {
namespace {

std::span<const Decoder* const> until_null(const Decoder* const* rows) {
  std::size_t n = 0;
  while (rows[n] != nullptr) ++n;
  return {rows, n};
}

bool is_name(const char* text) {
  if (text == nullptr || *text == '\0') return false;
  return std::ranges::all_of(std::string_view(text), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.';
  });
}

}  // namespace

std::span<const Decoder* const> decoders() { return until_null(placemat_registry_decoders); }
std::span<const Decoder* const> saboteurs() { return until_null(placemat_registry_saboteurs); }

std::vector<AbsentDecoder> absent_decoders() {
  std::vector<AbsentDecoder> absent;
  for (const char* const* row = placemat_registry_absent; *row != nullptr; ++row) {
    const std::string_view text(*row);
    const std::size_t colon = std::min(text.find(':'), text.size());
    absent.push_back({std::string(text.substr(0, colon)),
                      std::string(text.substr(std::min(colon + 1, text.size())))});
  }
  return absent;
}

const Decoder* find_decoder(std::string_view name) {
  for (const auto rows : {decoders(), saboteurs()}) {
    const auto found =
        std::ranges::find_if(rows, [&](const Decoder* d) { return d->name == name; });
    if (found != rows.end()) return *found;
  }
  return nullptr;
}

Profile claimed_profile(const Decoder& decoder) {
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
  if (!is_name(d.name)) return "the name is missing or not of [a-z0-9_.-]";
  if (d.version == nullptr || d.origin == nullptr || d.dialect == nullptr || d.policy == nullptr ||
      d.bom == nullptr) {
    return "version, origin, dialect, policy or bom is missing";
  }
  const int stream_functions = (d.stream_open != nullptr) + (d.stream_push != nullptr) +
                               (d.stream_finish != nullptr) + (d.stream_reset != nullptr) +
                               (d.stream_close != nullptr);
  if (stream_functions != 0 && stream_functions != 5) return "half a streaming interface";
  if (capabilities(d).empty()) return "no function at all";
  return "";
}

}  // namespace placemat
