// bug_versions.h: documented bugs in the versions that had them, as text, Markdown and JSON.
#pragma once

#include <span>
#include <string>

#include "harness/campaign/bug_versions.h"

namespace placemat {

std::string verifications_text(std::span<const BugVerification> verifications);
std::string verifications_markdown(std::span<const BugVerification> verifications);
std::string verifications_json(std::span<const BugVerification> verifications);

}  // namespace placemat
