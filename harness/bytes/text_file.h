// text_file.h: files that are read and written as a whole. It must not know what they hold.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace placemat {

// Throws InputError when the file is absent, unreadable or larger than 64 MiB.
std::string read_text_file(const std::filesystem::path& path);

// Replaces the file atomically, so that an interrupted run leaves the old or
// the new text. Throws InputError.
void write_text_file(const std::filesystem::path& path, std::string_view text);

}  // namespace placemat
