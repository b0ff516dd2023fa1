// landlock.h: the files that a process may read and write, by the Landlock of the kernel. It does
// not know why a file is needed.
#pragma once

#include <string>
#include <vector>

namespace placemat {

// The version of Landlock in this kernel; 0: none.
long landlock_version();
// Before these versions a rule does not cover truncate, or signals.
inline constexpr long kLandlockTruncates = 3, kLandlockScopes = 6;

struct FileAccess {
  std::string writable;               // a directory
  std::vector<std::string> readable;  // files and directories; absent ones are ignored
  bool reads_all = false;
};

// Restricts this process and its future children. False, with errno, when it could not.
bool restrict_files(const FileAccess& access);

// What the programs of a system need: libraries, locales, certificates, kernel information. In
// /etc, /var/lib and /var/cache only what every user may read, and no keys of the system.
std::vector<std::string> system_files();

}  // namespace placemat
