// versions.h: what the commands share that audit versions of the npm registry.
#pragma once

#include "harness/campaign/subject_versions.h"
#include "harness/cli/command.h"

namespace placemat::cli {

// `list` is a file, or empty for the list of this tree.
VersionedSubjects versioned_subjects(const Global& global, const std::string& list,
                                     bool is_offline);

}  // namespace placemat::cli
