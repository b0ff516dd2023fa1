// vector_packages.h: the vectors as packages for registries of several languages. A folder of
// templates is a package, and a file whose path has `@set@` is written for each set. This file must
// not know what a package of a registry looks like: the templates do.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/corpus/corpus.h"

namespace placemat {

struct PackageFile {
  std::filesystem::path path;  // relative: "npm/package.json"
  std::string text;
};

// By path; the same for the same corpus and templates. Throws InputError that names the
// template.
std::vector<PackageFile> vector_packages(const std::filesystem::path& templates,
                                         const Corpus& corpus, std::string_view version);

// The value of SOURCE_DATE_EPOCH, in seconds; nothing where it is not set. Throws InputError.
std::optional<std::int64_t> date_of_source();

// All files have the time `date`, when there is one. Throws InputError where `directory` has
// something already, because a file of another version would become a part of the package.
void write_packages(std::span<const PackageFile> files, const std::filesystem::path& directory,
                    std::optional<std::int64_t> date);

}  // namespace placemat
