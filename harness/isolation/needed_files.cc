#include "harness/isolation/needed_files.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string_view>
#include <system_error>

namespace placemat {
namespace {

namespace fs = std::filesystem;

fs::path environment_path(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? fs::path() : fs::path(value).lexically_normal();
}

// A directory whose other files do not belong to the decoder.
bool is_shared(const fs::path& directory) {
  constexpr std::array<std::string_view, 8> kShared{"/",    "/home", "/root", "/tmp",
                                                    "/var", "/srv",  "/mnt",  "/dev/shm"};
  std::error_code ignored;
  return std::ranges::find(kShared, directory.string()) != kShared.end() ||
         directory == environment_path("HOME") || directory.parent_path() == "/home" ||
         directory == fs::temp_directory_path(ignored);
}

void add(std::vector<std::string>& files, const fs::path& path) {
  if (std::ranges::find(files, path.string()) == files.end()) files.push_back(path.string());
}

void add_with_neighbours(std::vector<std::string>& files, const fs::path& file) {
  std::error_code error;
  const bool is_directory = fs::is_directory(file, error);
  if (is_directory && !is_shared(file)) add(files, file);
  if (is_directory) return;
  add(files, is_shared(file.parent_path()) ? file : file.parent_path());
}

// As it is named, and where its links lead.
void add_places_of(std::vector<std::string>& files, const fs::path& named,
                   void (*add_one)(std::vector<std::string>&, const fs::path&)) {
  std::error_code error;
  const fs::path absolute = fs::absolute(named, error).lexically_normal();
  if (error || !fs::exists(absolute, error) || error) return;
  add_one(files, absolute);
  const fs::path real = fs::canonical(absolute, error);
  if (!error) add_one(files, real);
}

// A program in PREFIX/bin usually needs the rest of PREFIX.
void add_installation(std::vector<std::string>& files, const fs::path& program) {
  constexpr std::array<std::string_view, 5> kOfPrograms{"bin", "sbin", ".bin", "shims", "libexec"};
  const fs::path directory = program.parent_path();
  const bool has_prefix =
      std::ranges::find(kOfPrograms, directory.filename().string()) != kOfPrograms.end();
  if (has_prefix && !is_shared(directory.parent_path())) return add(files, directory.parent_path());
  add_with_neighbours(files, program);
}

}  // namespace

fs::path program_named(const std::string& word) {
  if (word.find('/') != std::string::npos) return word;
  const char* path = std::getenv("PATH");
  std::istringstream directories(path == nullptr ? "/usr/bin:/bin" : path);
  std::error_code ignored;
  for (std::string directory; std::getline(directories, directory, ':');) {
    const fs::path file = fs::path(directory) / word;
    if (fs::is_regular_file(file, ignored) && access(file.c_str(), X_OK) == 0) return file;
  }
  return {};
}

std::vector<std::string> files_of_plugin(const std::string& path) {
  std::vector<std::string> files;
  add_places_of(files, path, add_with_neighbours);
  return files;
}

std::vector<std::string> files_of_command(const std::vector<std::string>& words) {
  std::vector<std::string> files;
  for (const std::string& word : words) {
    const std::string value = word.substr(std::min(word.find('=') + 1, word.size()));
    const fs::path program = program_named(word);
    if (!program.empty()) add_places_of(files, program, add_installation);
    for (const std::string& file : {word, value}) {
      if (!file.empty()) add_places_of(files, file, add_with_neighbours);
    }
  }
  return files;
}

}  // namespace placemat
