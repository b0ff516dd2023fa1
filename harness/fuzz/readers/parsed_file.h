// parsed_file.h: the units of a fuzz target as a file, for readers that take a path. An
// InputError is the right answer to most of them; anything else that leaves a reader is a finding.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <filesystem>
#include <span>
#include <string>

#include "harness/bytes/error.h"

namespace placemat {

template <class Read>
void parse_as_file(const std::uint8_t* data, std::size_t size, const Read& read) {
  static const int kFile = memfd_create("parsed", 0);
  if (ftruncate(kFile, 0) != 0) return;
  if (pwrite(kFile, data, size, 0) != static_cast<ssize_t>(size)) return;
  // A link of /proc leads to it, and is a regular file.
  try {
    read(std::filesystem::path("/proc/self/fd/" + std::to_string(kFile)));
  } catch (const InputError&) {
    return;
  }
}

}  // namespace placemat
