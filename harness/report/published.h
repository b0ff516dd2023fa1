// published.h: a report without what says where it was made: paths, user names, the processor and
// the system. It must not change what was found.
#pragma once

#include <string>
#include <string_view>

namespace placemat {

// `text` without the folders of absolute paths: "mine.so" is left of one, and "(a path)" of a home
// itself.
std::string without_folders(std::string_view text);

// The lines of report.jsonl. Throws InputError, with `name` and the line, for what is none.
std::string published(std::string_view lines, const std::string& name);

}  // namespace placemat
