// needed_files.h: the files that a decoder cannot run without, as far as its name shows them. It
// does not know how others are kept from it.
#pragma once

#include <string>
#include <vector>

namespace placemat {

// The directory of a plug-in. Only the file itself when that is a home directory, or one that
// unrelated programs share.
std::vector<std::string> files_of_plugin(const std::string& path);

// The place where the program of a command is installed, and the directories of the files that its
// arguments name, `NAME=FILE` included.
std::vector<std::string> files_of_command(const std::vector<std::string>& words);

}  // namespace placemat
