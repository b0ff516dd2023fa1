#include "harness/isolation/remote.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <limits>
#include <new>
#include <system_error>

#include "harness/bytes/unwritten.h"
#include "harness/call/own_time.h"
#include "harness/certify/part.h"
#include "harness/identify/identify.h"
#include "harness/isolation/guardian.h"
#include "harness/isolation/watch.h"

namespace placemat {
namespace {

const std::atomic<bool>* stop_of_requests = nullptr;

enum class Head : std::uint8_t { kDone, kMute, kAbsent, kInput, kSystem, kOther };

std::atomic<bool>* shared_flag() {
  void* memory = mmap(nullptr, sizeof(std::atomic<bool>), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "mmap");
  return new (memory) std::atomic<bool>(false);
}

Bytes with_head(Head head, const Bytes& rest) {
  Bytes frame(1 + rest.size(), static_cast<std::uint8_t>(head));
  std::ranges::copy(rest, frame.begin() + 1);
  return frame;
}

Bytes failure(Head head, const char* what) { return with_head(head, packed(std::string(what))); }

// What `work` returns or throws, as a frame.
Bytes framed(const std::function<Bytes()>& work) {
  try {
    return with_head(Head::kDone, work());
  } catch (const NoHelloError& error) {
    return with_head(Head::kMute, packed(std::string(error.what()), error.isolation()));
  } catch (const AbsentError& error) {
    return failure(Head::kAbsent, error.what());
  } catch (const InputError& error) {
    return failure(Head::kInput, error.what());
  } catch (const std::bad_alloc&) {
    return failure(Head::kSystem, "the system gives no more memory");
  } catch (const std::system_error& error) {
    return failure(Head::kSystem, error.what());
  } catch (const std::exception& error) {
    return failure(Head::kOther, error.what());
  }
}

[[noreturn]] void serve(const RunContext& context, const MakeHost& make_host, Channel channel) {
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  // Channels of other hosts would otherwise never appear closed.
  constexpr int kChannelFd = 3;
  if (channel.fd() != kChannelFd) dup2(channel.fd(), kChannelFd);
  close_descriptors(kChannelFd + 1, std::numeric_limits<int>::max());
  if (channel.fd() != kChannelFd) channel.forget(), channel = Channel(Descriptor(kChannelFd));
  std::unique_ptr<Host> host;
  Bytes request;
  const auto answer = [&] {
    if (!host) host = make_host(context);
    return host->answer(request);
  };
  constexpr int kForever = 3'600'000;
  for (;;) {
    const Channel::Status status = channel.receive(request, kForever);
    if (status == Channel::Status::kGone) break;
    if (status == Channel::Status::kFrame && !channel.send(framed(answer))) break;
  }
  host.reset();
  end_children();
  _exit(0);
}

std::vector<pid_t> children_but(pid_t kept) {
  std::vector<pid_t> children;
  std::ifstream list(fmt::format("/proc/self/task/{}/children", gettid()));
  for (pid_t child = 0; list >> child;) {
    if (child != kept) children.push_back(child);
  }
  return children;
}

AnswerOnce observed(const OwnedCall& call, Caller& caller) {
  const Observation seen = caller.call({call.units, call.how, call.capacity});
  AnswerOnce answer{seen.outcome, seen.status, seen.count,  seen.error_offset, seen.error_length,
                    {},           seen.note,   seen.signal, seen.is_fatal,     seen.is_output};
  const bool has_values = seen.outcome == Observation::Outcome::kAnswered &&
                          is_decoding(call.how.operation) && seen.values != nullptr;
  for (std::size_t i = 0; has_values && i < seen.count; ++i) answer.values.push_back(seen.value(i));
  if (!is_length(call.how.operation)) answer.count = answer.values.size();
  return answer;
}

ShowReply shown_of(const Target& subject, ShowRequest request, Caller& caller) {
  Judge judge(caller, subject.judged_as);
  ShowReply reply;
  std::vector<Shown> all = std::move(request.before);
  if (request.entry) {
    reply.shown = show(subject, judge, *request.entry);
    const auto is_same = [&](const Shown& other) {
      return other.finding.key == reply.shown->finding.key;
    };
    if (std::ranges::none_of(all, is_same)) all.push_back(*reply.shown);
  }
  reply.findings = by_cause(judge, std::move(all));
  return reply;
}

}  // namespace

void set_stop_of_requests(const std::atomic<bool>* stop) { stop_of_requests = stop; }

void await_children(std::chrono::milliseconds patience, pid_t kept) {
  OwnTime waiting([] { return activity_of_descendants(getpid()); });
  for (;;) {
    const std::vector<pid_t> children = children_but(kept);
    for (const pid_t child : children) waitpid(child, nullptr, WNOHANG);
    if (children.empty() || waiting.look() >= patience) return;
    usleep(1000);
  }
}

std::size_t end_children(pid_t kept) {
  // A killed process may take a while to die, and the list may lack one that is just
  // being handed over to this process. Only an empty wait proves that none is left; where
  // a process is kept, several empty rounds count instead.
  constexpr int kMostRounds = 5'000, kQuietRounds = 5;
  std::size_t ended = 0;
  for (int round = 0, quiet = 0; round < kMostRounds && quiet < kQuietRounds; ++round) {
    const std::vector<pid_t> children = children_but(kept);
    for (const pid_t child : children) kill(child, SIGKILL);
    pid_t reaped = 0;
    while ((reaped = waitpid(-1, nullptr, WNOHANG)) > 0) ended += reaped == kept ? 0 : 1;
    if (reaped < 0) break;
    const bool is_quiet = children.empty() && kept >= 0;
    quiet = is_quiet ? quiet + 1 : 0;
    // A filter is a process for each input, so an empty round must not sleep.
    if (!is_quiet) usleep(1000);
  }
  return ended;
}

Bytes perform(const RunContext& context, ByteView request, Caller& caller, FencedThread* thread) {
  Unpacker in(request);
  switch (in.read<Request>()) {
    case Request::kCheck:
      return packed(check_job(context, in.read<Job>(), caller));
    case Request::kConclude: {
      const auto subject = in.read<std::size_t>();
      const auto whole = in.read<Ledger>();
      auto tallies = in.read<Tallies>();
      return packed(conclude(context, subject, whole, std::move(tallies), caller, thread));
    }
    case Request::kJudge: {
      const auto profile = in.read<std::string>();
      const auto check = in.read<Check>();
      Judge judge(caller, parse_profile(profile));
      return packed(judge.judge(check));
    }
    case Request::kIdentify:
      return packed(identify(caller, true, in.read<std::uint64_t>()));
    case Request::kName:
      return packed(identify(caller, false, in.read<std::uint64_t>()));
    case Request::kLearn:
      return packed(learn_machine(caller, in.read<std::string>()));
    case Request::kObserve:
      return packed(observed(in.read<OwnedCall>(), caller));
    case Request::kObserveInputs: {
      Observer observer(caller);
      const auto questions = in.read<std::vector<SingleQuestion>>();
      std::vector<InputObservation> seen;
      for (const SingleQuestion& question : questions) {
        seen.push_back(observer.see_by(question.operation, question.units));
      }
      return packed(seen);
    }
    case Request::kCertify: {
      const MakeChecker make = [&](const Profile& profile,
                                   const Pass& pass) -> std::unique_ptr<StringChecker> {
        if (pass.is_encoding) {
          if (thread == nullptr)
            throw std::runtime_error("an encoder is called in its own process");
          return make_encoder_checker(caller.decoder(), *thread, profile, pass);
        }
        return std::make_unique<CallChecker>(caller, profile, pass);
      };
      return packed(certify_part(in.read<CertifyPart>(), make, context.stop));
    }
    case Request::kShow:
      return packed(shown_of(context.subjects.at(0), in.read<ShowRequest>(), caller));
    case Request::kEncode: {
      const auto profile = in.read<std::string>();
      const auto values = in.read<std::vector<std::uint64_t>>();
      if (thread == nullptr || values.empty()) break;
      return packed(check_encoded(caller.decoder(), parse_profile(profile), values, *thread));
    }
    case Request::kExplore:
      if (context.further) return context.further(request, caller, {});
      break;
    case Request::kDescribe:
    case Request::kProbe:
      break;
  }
  throw std::runtime_error("a request that no host answers");
}

Remote::Remote(const RunContext& context, const MakeHost& make_host,
               std::function<void(const std::string&)> on_trouble, std::function<bool()> is_stopped)
    : context_(context),
      stop_(shared_flag()),
      attempts_(create_attempts()),
      on_trouble_(std::move(on_trouble)),
      is_stopped_(std::move(is_stopped)) {
  auto [mine, theirs] = Channel::pair();
  guardian_ = start_guarded(attempts_, [&, &mine = mine, &theirs = theirs] {
    mine.close();
    const RunContext own{context.subjects, context.sources, stop_, context.further};
    serve(own, make_host, std::move(theirs));
  });
  if (guardian_ < 0) throw std::system_error(errno, std::generic_category(), "fork");
  channel_ = std::move(mine);
}

Remote::~Remote() {
  channel_.close();
  // A host ends by itself when its channel closes, unless it is stuck.
  if (!ends_soon()) kill(guardian_, SIGTERM);
  if (!ends_soon()) kill(guardian_, SIGKILL);
  if (guardian_ > 0) waitpid(guardian_, nullptr, 0);
  munmap(stop_, sizeof(*stop_));
  destroy(attempts_);
}

bool Remote::ends_soon() {
  for (int i = 0; guardian_ > 0 && i < 200; ++i) {
    if (waitpid(guardian_, &ended_, WNOHANG) != 0) {
      guardian_ = -1;
      break;
    }
    usleep(10'000);
  }
  return guardian_ < 0;
}

// The guardian ends with the status of the host.
std::string Remote::how_it_ended() {
  if (ends_soon() && ended_ != 0) {
    const bool by_signal = WIFSIGNALED(ended_) || WEXITSTATUS(ended_) > kKilledBy;
    const int number = WIFSIGNALED(ended_) ? WTERMSIG(ended_)
                       : by_signal         ? WEXITSTATUS(ended_) - kKilledBy
                                           : WEXITSTATUS(ended_);
    return fmt::format("the process that asks the decoder has ended, {} {}",
                       by_signal ? "killed by signal" : "with exit status", number);
  }
  return "the process that asks the decoder has ended";
}

Bytes Remote::ask(ByteView request) {
  if (!channel_.send(request)) throw SystemError(how_it_ended());
  Bytes frame;
  for (;;) {
    stop_->store(is_stopped());
    const Channel::Status status = channel_.receive(frame, 100);
    if (status == Channel::Status::kGone) {
      throw SystemError(how_it_ended());
    }
    if (status == Channel::Status::kFrame) break;
    const bool has_own_stop = context_.stop != nullptr;
    if (!has_own_stop && stop_of_requests != nullptr && stop_of_requests->load()) {
      kill(guardian_, SIGTERM);
      throw AbsentError("interrupted");
    }
  }
  const auto head = static_cast<Head>(frame.at(0));
  const Bytes rest(frame.begin() + 1, frame.end());
  if (head == Head::kDone) return rest;
  Unpacker in(rest);
  const auto what = in.read<std::string>();
  if (head == Head::kMute) throw NoHelloError(what, in.read<std::vector<std::string>>());
  if (head == Head::kAbsent) throw AbsentError(what);
  if (head == Head::kInput) throw InputError(what);
  if (head == Head::kSystem) throw SystemError(what);
  throw std::runtime_error(what);
}

Ledger Remote::check(const Job& job) {
  try {
    if (!in_trouble_) return Unpacker(ask(packed(Request::kCheck, job))).read<Ledger>();
  } catch (const std::exception& error) {
    in_trouble_ = true;
    if (on_trouble_) on_trouble_(error.what());
  }
  return {};
}

DecoderResult Remote::conclude(std::size_t subject, const Ledger& whole, const Tallies& tallies) {
  try {
    if (!in_trouble_) {
      return Unpacker(ask(packed(Request::kConclude, subject, whole, tallies)))
          .read<DecoderResult>();
    }
  } catch (const std::exception& error) {
    in_trouble_ = true;
    if (on_trouble_) on_trouble_(error.what());
  }
  if (subject >= context_.subjects.size()) return {};
  return conclude_unasked(context_, subject, whole, tallies);
}

}  // namespace placemat
