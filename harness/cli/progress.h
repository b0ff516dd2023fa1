// progress.h: what a long command shows on standard error while it works. It must not know what the
// parts are that it counts.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace placemat::cli {

// "strength: 42 % of 1,200 parts, 31 parts/s, 22 s left", without what does not fit the width. The
// time left is known from the first part on. Work without parts has its own time alone: "audit:
// reducing 3 failures, 40 s". `until_end`: so many seconds from now it is ended, done or not.
std::string progress_text(std::string_view what, std::size_t done, std::size_t all, double seconds,
                          std::size_t width, std::optional<double> until_end = std::nullopt);

enum class ProgressStyle {
  kNone,
  kLine,     // one line that is written over each second, from the third on
  kMinutes,  // a line a minute, where standard error is no terminal
};

// The line moves while no part ends, because a thread of its own writes it.
class Progress {
 public:
  // `ends_after` seconds the command ends, done or not; 0: it has the time that it takes.
  Progress(ProgressStyle style, std::string what, unsigned ends_after = 0);
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
