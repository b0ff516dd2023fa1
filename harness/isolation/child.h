// child.h: a program that reads questions on its standard input and answers on its
// standard output, as a process under limits. It does not know what the text means.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/bytes/scratch.h"
#include "harness/call/own_time.h"
#include "harness/isolation/channel.h"
#include "harness/isolation/fork_server.h"
#include "harness/isolation/kill_witness.h"
#include "harness/isolation/sandbox.h"

namespace placemat {

// The number of the process or thread that was started last, by anyone; 0 where the system does not
// tell. While it stays the same, no process was started, which is known without a look at them all.
std::uint64_t newest_process();

class Child {
 public:
  Child(std::vector<std::string> command, const Limits& limits);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  bool is_running() const { return pid_ > 0; }
  // Measures the time that the process and those that it started have for themselves.
  OwnTime own_time() const {
    return OwnTime([this] { return activity_of_process(pid_); });
  }
  // Throws AbsentError when there is no such program.
  void start();
  // How the process ended.
  struct ExitStatus {
    bool was_deaf = false;      // neither the end of its input nor SIGTERM ended it
    std::size_t processes = 0;  // that it left behind
  };
  // Ends it: closes its input, sends SIGTERM, and kills it, waiting for this much of its own time
  // before each of the latter two.
  ExitStatus stop(std::chrono::milliseconds patience = std::chrono::milliseconds(500));
  // Without waiting.
  void kill_now() { stop(std::chrono::milliseconds(0)); }
  // The number of live processes that it started, detached ones included.
  std::size_t descendants_alive() const;

  enum class End : std::uint8_t {
    kDone,       // `take` needs no more
    kDied,       // see how()
    kSilent,     // no output within the limit, or its output closed without an exit
    kFlood,      // more output than is allowed
    kExhausted,  // more memory than is allowed
  };
  // Writes `text` and passes the output to `take`, until `take` needs no more.
  // `close_input` means that nothing follows `text`. `silence` is own time of the process.
  End exchange(std::string_view text, std::chrono::milliseconds silence,
               const std::function<bool(std::string_view)>& take, bool close_input = false);
  // How it died, and the last lines of its standard error, up to this many that are not
  // blank. Empty while it lives; kept until it is started again.
  std::string how(std::size_t most_lines = 1) const;
  // Another program than its own ended it.
  bool was_killed_from_outside() const { return was_killed_from_outside_; }
  // Its exit code, when no signal ended it.
  std::optional<int> exit_code() const { return exit_code_; }
  // The isolation in force, once it was started.
  std::vector<std::string> isolation() const;

 private:
  bool collect(std::chrono::milliseconds patience);
  bool ends_within(std::chrono::milliseconds patience, int& status);
  bool has_ended() const;
  std::string last_words(std::size_t most_lines) const;
  void empty_scratch() const;
  void forget_old_words() const;
  std::string errors_path() const { return scratch_.path() + "/stderr"; }
  std::uint64_t memory_mib() const;

  std::vector<std::string> command_;
  Limits limits_;
  Scratch scratch_;
  ForkServer fork_server_;
  Descriptor to_, from_;
  pid_t pid_ = -1;
  KillWitness witness_;
  bool was_killed_from_outside_ = false;
  std::string how_;
  std::optional<int> exit_code_;
};

}  // namespace placemat
