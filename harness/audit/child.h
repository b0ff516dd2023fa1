// child.h: a program that answers on its standard output what it is asked on
// its standard input, as a process under limits. It must not know what the
// text means.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/audit/link.h"
#include "harness/audit/sandbox.h"

namespace placemat {

class Child {
 public:
  Child(std::vector<std::string> command, const Limits& limits);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  bool is_running() const { return pid_ > 0; }
  // Throws AbsentError when there is no such program.
  void start();
  // Ends it, and first asks it to end, when `politely`. Returns how many
  // processes it left behind.
  std::size_t stop(bool politely = true);

  enum class End : std::uint8_t {
    kDone,       // `take` wanted no more
    kDied,       // see how()
    kSilent,     // no output within the time
    kFlood,      // more output than is allowed
    kExhausted,  // more memory than is allowed
  };
  // Writes `text` and hands on what comes back, for as long as `take` wants
  // more. `close_input` says that nothing will follow `text`.
  End exchange(std::string_view text, std::chrono::milliseconds silence,
               const std::function<bool(std::string_view)>& take, bool close_input = false);
  // How it died, and the last line of its standard error.
  const std::string& how() const { return how_; }
  const std::vector<std::string>& isolation() const { return isolation_; }

 private:
  void collect();
  std::string last_words() const;
  std::uint64_t memory_mib() const;

  std::vector<std::string> command_;
  Limits limits_;
  Scratch scratch_;
  Descriptor to_, from_;
  pid_t pid_ = -1;
  std::string how_;
  std::vector<std::string> isolation_;
};

}  // namespace placemat
