#include "harness/spec/profile.h"

#include <fmt/format.h>

#include "harness/bytes/error.h"

namespace placemat {
namespace {

template <class Rows>
std::string names(const Rows& rows) {
  std::string out;
  for (const auto& row : rows) out += (out.empty() ? "" : ", ") + std::string(row.name);
  return out;
}

}  // namespace

std::string_view name_of(Bom bom) { return bom == Bom::kKeep ? "keep" : "strip-leading"; }

std::string to_text(const Profile& profile) {
  return fmt::format("{}/{}/{}", dialect(profile.dialect).name, policy(profile.policy).name,
                     name_of(profile.bom));
}

Profile parse_profile(std::string_view text, const Profile& otherwise) {
  Profile profile = otherwise;
  const std::size_t first = text.find('/');
  const std::string_view dialect_name = text.substr(0, first);
  const Dialect* found = find_dialect(dialect_name);
  if (found == nullptr) {
    throw InputError(
        fmt::format("unknown dialect '{}'; one of: {}", dialect_name, names(dialects())));
  }
  profile.dialect = found->id;
  if (first == std::string_view::npos) return profile;

  const std::size_t second = text.find('/', first + 1);
  const std::string_view policy_name =
      text.substr(first + 1, second == std::string_view::npos ? second : second - first - 1);
  const Policy* chosen = find_policy(policy_name);
  if (chosen == nullptr) {
    throw InputError(
        fmt::format("unknown policy '{}'; one of: {}", policy_name, names(policies())));
  }
  profile.policy = chosen->id;
  if (second == std::string_view::npos) return profile;

  const std::string_view bom = text.substr(second + 1);
  if (bom != "keep" && bom != "strip-leading") {
    throw InputError(fmt::format("unknown BOM rule '{}'; one of: keep, strip-leading", bom));
  }
  profile.bom = bom == "keep" ? Bom::kKeep : Bom::kStripLeading;
  return profile;
}

}  // namespace placemat
