// process_state.h: what a decoder must leave as it is in its process: locale, floating-point modes,
// working directory, file creation mask, signal mask, threads and descriptors. It does not know
// which call changed it.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>

namespace placemat {

class ProcessState {
 public:
  // The state now.
  ProcessState();

  // What changed since, in words, and nothing otherwise. The state is then as it was again, except
  // for threads, which stay.
  std::string changed();

 private:
  struct Modes {
    std::uint32_t vector = 0;
    std::uint16_t scalar = 0;
    friend bool operator==(const Modes&, const Modes&) = default;
  };
  static Modes modes();
  static void set(const Modes& modes);
  static std::size_t threads();
  static std::set<int> descriptors();
  bool has_more_threads();
  std::string changed_descriptors();
  std::string changed_place();

  std::string locale_;
  void* own_locale_;  // of the thread
  Modes modes_;
  int directory_;  // a descriptor
  dev_t device_ = 0;
  ino_t inode_ = 0;
  mode_t mask_;
  std::uint64_t blocked_;
  std::size_t threads_;
  std::set<int> descriptors_;
};

}  // namespace placemat
