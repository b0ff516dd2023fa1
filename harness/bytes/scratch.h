// scratch.h: a directory for files that are not needed after the work.
#pragma once

#include <sys/types.h>

#include <string>

namespace placemat {

// A new empty directory; its destructor removes it with its contents. The first one of a program
// also removes those that killed processes of this user left: a lock shows that one is in use.
class Scratch {
 public:
  Scratch();
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  int lock_ = -1;  // a descriptor of the directory
  pid_t owner_;    // the process that owns it; processes forked from it do not remove it
};

// Removes the directories in `parent` whose owner has ended. Returns how many.
std::size_t remove_stale_scratch(const std::string& parent);

}  // namespace placemat
