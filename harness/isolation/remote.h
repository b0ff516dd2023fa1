// remote.h: an executor in another process. The run asks and a host answers; the host
// keeps an external decoder alive, or survives its death, in its own way (plugin.h,
// child.h). Hosts are forked while this process has one thread.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/bytes/error.h"
#include "harness/isolation/archive.h"
#include "harness/isolation/channel.h"
#include "harness/isolation/decoder_proxy.h"
#include "harness/judge/encoder_check.h"

namespace placemat {

struct Attempts;

// kName is kIdentify without the machine, and kLearn is the machine alone. kObserve makes one call,
// kObserveInputs several inputs in plain calls. kEncode gives the encoder values in turn. kCertify
// does one part of a certificate. kExplore is the further work of the context, and kShow minimises
// what that found.
enum class Request : std::uint8_t {
  kDescribe,
  kCheck,
  kConclude,
  kJudge,
  kIdentify,
  kName,
  kLearn,
  kProbe,
  kObserve,
  kObserveInputs,
  kCertify,
  kExplore,
  kShow,
  kEncode
};

// The answer to kDescribe.
struct Description {
  Claims claims;
  std::vector<std::string> isolation;
};
template <class A>
void fields(A& a, Description& d) {
  a(d.claims, d.isolation);
}

// The answer to kObserve, which names one call: an Observation that owns its data.
struct AnswerOnce {
  Observation::Outcome outcome = Observation::Outcome::kAnswered;
  std::uint32_t status = PLACEMAT_OK;
  std::size_t count = 0, error_offset = PLACEMAT_UNKNOWN, error_length = PLACEMAT_UNKNOWN;
  std::vector<std::uint64_t> values;
  std::string note;
  int signal = 0;
  bool is_fatal = false, is_output = false;
};
template <class A>
void fields(A& a, AnswerOnce& o) {
  a(o.outcome, o.status, o.count, o.error_offset, o.error_length, o.values, o.note, o.signal,
    o.is_fatal, o.is_output);
}

// The request kShow: one failure to minimise, unless there is none, and those before it. The
// answer is what it became, and the findings of all of them.
struct ShowRequest {
  bool is_careful = false;  // a plug-in is inspected after each call
  std::optional<Ledger::Entry> entry;
  std::vector<Shown> before;
};
struct ShowReply {
  std::optional<Shown> shown;
  std::vector<Finding> findings;  // one for each cause
};
template <class A>
void fields(A& a, ShowRequest& r) {
  a(r.is_careful, r.entry, r.before);
}
template <class A>
void fields(A& a, ShowReply& r) {
  a(r.shown, r.findings);
}

// The answer to kEncode.
template <class A>
void fields(A& a, EncoderCheck& e) {
  a(e.agrees, e.kind, e.expected, e.seen, e.expected_length, e.seen_length);
}

// A decoder that does not survive its inputs is not asked all of them.
constexpr bool is_identifying(Request request) {
  return request == Request::kIdentify || request == Request::kName || request == Request::kLearn;
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
  // On a thread of a run nothing may be thrown; `on_trouble` reports it instead. A job ends
  // early once `is_stopped` returns true.
  Remote(const RunContext& context, const MakeHost& make_host,
         std::function<void(const std::string&)> on_trouble = {},
         std::function<bool()> is_stopped = {});
  ~Remote() override;
  Remote(const Remote&) = delete;
  Remote& operator=(const Remote&) = delete;

  // Rethrows what the host threw.
  Bytes ask(ByteView request);

  Ledger check(const Job& job) override;
  DecoderResult conclude(std::size_t subject, const Ledger& whole, const Tallies& tallies) override;
  bool is_sound() const override { return !in_trouble_ && !is_stopped(); }

 private:
  bool is_stopped() const {
    const bool is_told = context_.stop != nullptr && context_.stop->load();
    return (is_stopped_ && is_stopped_()) || is_told;
  }

  std::string how_it_ended();
  bool ends_soon();

  const RunContext& context_;
  std::atomic<bool>* stop_;  // shared with the host
  Attempts* attempts_;
  pid_t guardian_ = -1;
  Channel channel_;
  std::function<void(const std::string&)> on_trouble_;
  std::function<bool()> is_stopped_;
  bool in_trouble_ = false;
  int ended_ = 0;  // the guardian's status
};

// Waits this much own time for the children of this process except `kept` to end, and reaps them.
void await_children(std::chrono::milliseconds patience, pid_t kept = -1);

// Ends and reaps every child of this process except `kept`, and their children where this
// process is their reaper. Returns how many there were.
std::size_t end_children(pid_t kept = -1);

}  // namespace placemat
