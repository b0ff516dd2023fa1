// history_page.h: the page of all histories that are stored, from their JSON files alone.
#pragma once

#include <filesystem>
#include <string>

namespace placemat {

// Markdown: a table of the subjects, and the changes of each. Throws InputError for a file that is
// no history, and for a directory without one.
std::string history_page(const std::filesystem::path& directory);

}  // namespace placemat
