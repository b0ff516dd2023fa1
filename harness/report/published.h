// published.h: a report without what says where it was made: paths, user names, the processor and
// the system. It must not change what was found.
#pragma once

#include <string>
#include <string_view>

namespace placemat {

// A sentence without the folders of paths in it: "mine.so" is left of one, and "(a path)" of a home
// itself. A path is absolute, begins with ~ or a dot, or follows "file:".
std::string without_folders(std::string_view text);

// The same of a line for a shell, word by word; in it any word with a slash is a path, unless it is
// a profile or an address. Names of variables become NAME.
std::string line_without_folders(std::string_view line);

// The lines of report.jsonl, without a torn last one. Throws InputError, with `name` and the line,
// for what is none.
std::string published(std::string_view lines, const std::string& name);

}  // namespace placemat
