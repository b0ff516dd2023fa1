// remote.h: an executor in another process. The run asks, a host answers; how
// the host keeps an external decoder alive, or survives it, is its own business
// (plugin.h, child.h). Hosts are forked while this process has one thread.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "harness/bytes/error.h"
#include "harness/isolation/archive.h"
#include "harness/isolation/channel.h"
#include "harness/isolation/decoder_proxy.h"

namespace placemat {

// kName is kIdentify without the machine.
enum class Request : std::uint8_t {
  kDescribe,
  kCheck,
  kConclude,
  kJudge,
  kIdentify,
  kName,
  kProbe
};

// What kDescribe answers.
struct Description {
  Claims claims;
  std::vector<std::string> isolation;
  bool claims_profile = true;  // false: the profile is our guess
};
template <class A>
void fields(A& a, Description& d) {
  a(d.claims, d.isolation, d.claims_profile);
}

// Answers one request with the decoder at hand.
Bytes perform(const RunContext& context, ByteView request, Caller& caller, FencedThread* thread);

// It was started, and never said what it is.
class NoHelloError : public AbsentError {
 public:
  NoHelloError(const std::string& what, std::vector<std::string> isolation)
      : AbsentError(what), isolation_(std::move(isolation)) {}
  // What it was under meanwhile.
  const std::vector<std::string>& isolation() const { return isolation_; }

 private:
  std::vector<std::string> isolation_;
};

// Runs in the host, one request after the other. Throws AbsentError when the
// decoder cannot be started, InputError when it is not what it should be.
class Host {
 public:
  virtual ~Host() = default;
  virtual Bytes answer(ByteView request) = 0;
};
using MakeHost = std::function<std::unique_ptr<Host>(const RunContext& context)>;

class Remote final : public Executor {
 public:
  // On a thread of a run nothing may be thrown; `on_trouble` hears of it.
  Remote(const RunContext& context, const MakeHost& make_host,
         std::function<void(const std::string&)> on_trouble = {});
  ~Remote() override;
  Remote(const Remote&) = delete;
  Remote& operator=(const Remote&) = delete;

  // Throws what the host threw.
  Bytes ask(ByteView request);

  Ledger check(const Job& job) override;
  DecoderResult conclude(std::size_t subject, const Ledger& whole, const Tallies& tallies) override;
  bool is_sound() const override {
    return !in_trouble_ && !(context_.stop != nullptr && context_.stop->load());
  }

 private:
  const RunContext& context_;
  std::atomic<bool>* stop_;  // seen by the host too
  pid_t host_ = -1;
  Channel channel_;
  std::function<void(const std::string&)> on_trouble_;
  bool in_trouble_ = false;
};

// Lets the children of this process but `kept` come to their end, and reaps
// them, for so long.
void await_children(std::chrono::milliseconds patience, pid_t kept = -1);

// Ends and reaps every child of this process but `kept`, and of theirs where
// this process is their reaper. Returns how many there were.
std::size_t end_children(pid_t kept = -1);

}  // namespace placemat
