#include "harness/bytes/scratch.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace placemat {

Scratch::Scratch() : owner_(getpid()) {
  std::string name = (std::filesystem::temp_directory_path() / "placemat-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) {
    throw std::system_error(errno, std::generic_category(), "mkdtemp " + name);
  }
  path_ = name;
}

Scratch::~Scratch() {
  if (getpid() != owner_) return;
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace placemat
