// needed_files.h: the files that a decoder cannot run without, as far as its name shows them. It
// does not know how others are kept from it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace placemat {

// The directory of a plug-in. Only the file itself when that is a home directory, or one that
// unrelated programs share.
std::vector<std::string> files_of_plugin(const std::string& path);

// The place where the program of a command is installed, and the directories of the files that its
// arguments name, `NAME=FILE` included.
std::vector<std::string> files_of_command(const std::vector<std::string>& words);

// The file that runs when `word` is the first of a command: `word` itself when it has a '/',
// otherwise the first of that name in PATH. Empty when there is none.
std::filesystem::path program_named(const std::string& word);

}  // namespace placemat
