#include "harness/judge/known_kinds.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/bytes/error.h"
#include "harness/bytes/json.h"
#include "harness/bytes/text_file.h"

namespace placemat {
namespace {

// An acceptance has the kind of the first error in its input, which a fuzzer varies: one that is
// known makes all of them known.
void add(std::set<Kind>& kinds, Kind kind) {
  kinds.insert(kind);
  if (row_of(kind).severity != Severity::kAcceptance) return;
  for (std::size_t i = 0; i < kKindCount; ++i) {
    const auto other = static_cast<Kind>(i);
    if (row_of(other).severity == Severity::kAcceptance) kinds.insert(other);
  }
}

}  // namespace

KnownKinds known_kinds(std::span<const std::string> keys) {
  KnownKinds known;
  for (const std::string& key : keys) {
    const std::size_t profile = key.find('|');
    const std::size_t kind = key.find('|', profile + 1);
    const std::size_t rest = key.find('|', kind + 1);
    const bool has_parts =
        profile != std::string::npos && kind != std::string::npos && rest != std::string::npos;
    const auto row = has_parts ? find_kind(std::string_view(key).substr(kind + 1, rest - kind - 1))
                               : std::nullopt;
    if (!row) {
      throw InputError(fmt::format("'{}' is no key of a finding; bless the list again", key));
    }
    add(known[key.substr(0, profile)], *row);
  }
  return known;
}

KnownKinds read_known_kinds(const std::filesystem::path& path) {
  std::vector<Problem> problems;
  const auto json = parse_json(read_text_file(path), path.string(), problems);
  if (!json) throw InputError(to_text(problems.front()));
  if (!json->is_object() || !json->contains("expected") || !json->at("expected").is_array()) {
    throw InputError(path.string() + ": must be {\"expected\": [...]}");
  }
  std::vector<std::string> keys;
  for (const auto& entry : json->at("expected")) {
    if (!entry.is_object() || !entry.contains("key") || !entry.at("key").is_string()) {
      throw InputError(path.string() + ": an entry of \"expected\" has no \"key\"");
    }
    keys.push_back(entry.at("key").get<std::string>());
  }
  return known_kinds(keys);
}

const std::set<Kind>& kinds_of(const KnownKinds& known, std::string_view decoder) {
  static const std::set<Kind> kNone;
  const auto kinds = known.find(decoder);
  return kinds == known.end() ? kNone : kinds->second;
}

}  // namespace placemat
