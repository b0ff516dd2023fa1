// scratch.h: a directory for files that are not needed after the work.
#pragma once

#include <sys/types.h>

#include <string>

namespace placemat {

// A new empty directory; its destructor removes it with its contents.
class Scratch {
 public:
  Scratch();
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  pid_t owner_;  // the process that owns it; processes forked from it do not remove it
};

}  // namespace placemat
