// remote.h: an executor in another process. The run asks and a host answers; the host
// keeps an external decoder alive, or survives its death, in its own way (plugin.h,
// child.h). Hosts are forked while this process has one thread.
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

struct Attempts;

// kName is kIdentify without the machine. kObserve asks one check, kObserveInputs several
// inputs in plain calls.
enum class Request : std::uint8_t {
  kDescribe,
  kCheck,
  kConclude,
  kJudge,
  kIdentify,
  kName,
  kProbe,
  kObserve,
  kObserveInputs
};

// The answer to kDescribe.
struct Description {
  Claims claims;
  std::vector<std::string> isolation;
  bool claims_profile = true;  // false: the profile is this program's guess
};
template <class A>
void fields(A& a, Description& d) {
  a(d.claims, d.isolation, d.claims_profile);
}

// The answer to kObserve, which names one check: what the decoder did, not judged.
struct AnswerOnce {
  Observation::Outcome outcome = Observation::Outcome::kAnswered;
  std::uint32_t status = PLACEMAT_OK;
  std::size_t error_offset = PLACEMAT_UNKNOWN;
  std::vector<std::uint64_t> values;
  std::string note;
};
template <class A>
void fields(A& a, AnswerOnce& o) {
  a(o.outcome, o.status, o.error_offset, o.values, o.note);
}

// Answers one request with the given decoder.
Bytes perform(const RunContext& context, ByteView request, Caller& caller, FencedThread* thread);

// The decoder was started, and never described itself.
class NoHelloError : public AbsentError {
 public:
  NoHelloError(const std::string& what, std::vector<std::string> isolation)
      : AbsentError(what), isolation_(std::move(isolation)) {}
  // The isolation in force meanwhile.
  const std::vector<std::string>& isolation() const { return isolation_; }

 private:
  std::vector<std::string> isolation_;
};

// Runs in the host, one request after the other. Throws AbsentError when the decoder
// cannot be started, InputError when it is not of the right kind.
class Host {
 public:
  virtual ~Host() = default;
  virtual Bytes answer(ByteView request) = 0;
};
using MakeHost = std::function<std::unique_ptr<Host>(const RunContext& context)>;

// Requests of a run have a flag to stop them. Every other request of this process, such as an
// identification, ends by an AbsentError when this flag is set; null for none.
void set_stop_of_requests(const std::atomic<bool>* stop);

class Remote final : public Executor {
 public:
  // On a thread of a run nothing may be thrown; `on_trouble` reports it instead.
  Remote(const RunContext& context, const MakeHost& make_host,
         std::function<void(const std::string&)> on_trouble = {});
  ~Remote() override;
  Remote(const Remote&) = delete;
  Remote& operator=(const Remote&) = delete;

  // Rethrows what the host threw.
  Bytes ask(ByteView request);

  Ledger check(const Job& job) override;
  DecoderResult conclude(std::size_t subject, const Ledger& whole, const Tallies& tallies) override;
  bool is_sound() const override {
    return !in_trouble_ && !(context_.stop != nullptr && context_.stop->load());
  }

 private:
  const RunContext& context_;
  bool ends_soon();

  std::atomic<bool>* stop_;  // shared with the host
  Attempts* attempts_;
  pid_t guardian_ = -1;
  Channel channel_;
  std::function<void(const std::string&)> on_trouble_;
  bool in_trouble_ = false;
};

// Waits this long for the children of this process except `kept` to end, and reaps them.
void await_children(std::chrono::milliseconds patience, pid_t kept = -1);

// Ends and reaps every child of this process except `kept`, and their children where this
// process is their reaper. Returns how many there were.
std::size_t end_children(pid_t kept = -1);

}  // namespace placemat
