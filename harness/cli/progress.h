// progress.h: what a long command shows on standard error while it works. It must not know what the
// parts are that it counts.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace placemat::cli {

// "strength: 42 % of 1,200 parts, 31 parts/s, 22 s left", without what does not fit the width. The
// time left is known from the first part on.
std::string progress_text(std::string_view what, std::size_t done, std::size_t all, double seconds,
                          std::size_t width);

enum class ProgressStyle {
  kNone,
  kLine,     // one line that is written over each second, from the third on
  kMinutes,  // a line a minute, where standard error is no terminal
};

// The line moves while no part ends, because a thread of its own writes it.
class Progress {
 public:
  Progress(ProgressStyle style, std::string what);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();
  // What is done from now on; the time left is of that alone. The same again changes nothing.
  void begin(const std::string& what);
  void at(std::size_t done, std::size_t all);
  void clear();  // removes the line, and writes no more

 private:
  struct Shared;
  std::unique_ptr<Shared> shared_;
};

}  // namespace placemat::cli
