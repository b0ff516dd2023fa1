// registry.h: versions of npm packages, through the npm client of this machine, which checks the
// integrity of all that it downloads. It must not know what is done with them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace placemat {

struct RegistryOptions {
  bool is_offline = false;  // only what the cache of npm has
};

// The oldest first, without those before a release. Throws AbsentError when they cannot be read,
// and InputError for a name that no package has.
std::vector<std::string> published_versions(const std::string& package,
                                            const RegistryOptions& options);

// Installs one version below `directory`/node_modules; none of its scripts is run. Throws
// AbsentError when it cannot be had.
void install_version(const std::string& package, const std::string& version,
                     const std::filesystem::path& directory, const RegistryOptions& options);

}  // namespace placemat
