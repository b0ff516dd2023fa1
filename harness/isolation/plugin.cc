#include "harness/isolation/plugin.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <limits>
#include <memory>
#include <optional>
#include <system_error>

#include "harness/bytes/error.h"
#include "harness/bytes/scratch.h"
#include "harness/call/own_time.h"
#include "harness/call/seal.h"
#include "harness/decoder/plugin_file.h"
#include "harness/identify/identify.h"
#include "harness/isolation/guardian.h"
#include "harness/isolation/kill_witness.h"
#include "harness/isolation/needed_files.h"
#include "harness/isolation/process_state.h"
#include "harness/isolation/shortened.h"
#include "harness/isolation/watch.h"

namespace placemat {
namespace {

using Outcome = Observation::Outcome;

// Descriptors of a worker. The channel avoids the small numbers that a decoder may take
// for its own; a bait file there shows what was done to it.
constexpr int kWorkerChannelFd = 200;
constexpr int kBaitFd = 3;
// The deaths that one request may cost before operations that die are given up.
constexpr int kMostDeaths = 60;
// A worker that another program killed is started again, this often.
constexpr int kMostKilledWorkers = 20;
constexpr int kMostDeathsOfIdentify = 3;
constexpr int kMostHangsOfPlugin = 2;
// A request that corrupted the process is repeated with an inspection after each call;
// inspections stop after this many findings. (A number, not a time: the findings must not
// depend on the machine.)
constexpr std::size_t kMostCorruptions = 100;

enum class Reply : std::uint8_t { kDone, kCorruptedProcess, kUnfit, kGaveUp };

// For a call that did not end: the memory that it took beyond `before`, when that is the
// reason.
std::string memory_taken(pid_t process, std::uint64_t before, const Limits& limits) {
  constexpr std::uint64_t kMuch = 128;
  const std::uint64_t now = address_space(process);
  const std::uint64_t taken = now < before ? 0 : (now - before) >> 20;
  const std::uint64_t most = limits.memory_mib == 0 ? kMuch : limits.memory_mib / 2;
  if (taken < std::min(kMuch, most)) return "";
  return fmt::format("it had taken {} MiB of memory", taken);
}

// Where the functions of a decoder are: in a shared object, or in this program.
struct PluginCode {
  std::string path;
  const Decoder* own = nullptr;
};

// The worker's side.
class Worker {
 public:
  Worker(const RunContext& context, const PluginCode& code, const Limits& limits,
         const std::string& scratch, CrashNote& note, const GuardedBuffer& input,
         const std::vector<KnownCrash>& known_crashes, HangLimit& hangs)
      : context_{subjects_, context.sources, context.stop, context.further},
        subjects_(context.subjects),
        code_(code),
        limits_(limits),
        scratch_(scratch),
        input_(input),
        watch_{note, known_crashes} {
    watch_.limit = &hangs;
  }

  [[noreturn]] void run(Channel channel) {
    prepare(std::move(channel));
    std::string unfit;
    const Decoder* decoder = load(unfit);
    watch_.note.is_loaded = true;
    const Fence fence(limits_.call_ms);
    FencedThread thread;
    if (decoder != nullptr)
      caller_ = std::make_unique<WatchedCaller>(*decoder, thread, input_, watch_);
    // What the decoder did while it was loaded is its own affair.
    state_.emplace();
    if (const Attempts* attempts = guarded_attempts()) attempted_ = attempts->now();
    for (const std::string& what : attempted_words({})) {
      isolation_.push_back("while it was loaded it " + what);
    }
    Bytes request;
    for (;;) {
      const Channel::Status status = channel_.receive(request, 3'600'000);
      if (status == Channel::Status::kGone) _exit(0);
      if (status == Channel::Status::kNothing) continue;
      Bytes reply{static_cast<std::uint8_t>(Reply::kUnfit)};
      if (decoder == nullptr)
        append(reply, packed(unfit));
      else
        answer(request, thread, reply);
      if (!has_channel() || !channel_.send(reply)) _exit(0);
    }
  }

 private:
  static void append(Bytes& to, const Bytes& what) {
    to.insert(to.end(), what.begin(), what.end());
  }

  // The descriptors, signals and limits of the decoder's process.
  void prepare(Channel channel) {
    const int null = open("/dev/null", O_RDWR);
    const int output = memfd_create("stdout", 0);
    if (channel.fd() != kWorkerChannelFd) dup2(channel.fd(), kWorkerChannelFd);
    dup2(null, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(null, STDERR_FILENO);
    close_descriptors(kBaitFd, kWorkerChannelFd - 1);
    close_descriptors(kWorkerChannelFd + 1, std::numeric_limits<int>::max());
    link_file_ = file_of(kWorkerChannelFd);
    lay_bait();
    if (channel.fd() == kWorkerChannelFd)
      channel_ = std::move(channel);
    else
      channel_ = Channel(Descriptor(kWorkerChannelFd));
    std::signal(SIGXFSZ, SIG_IGN);
    // The parent may have handlers for these signals; a decoder that raises them must be
    // detected.
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGALRM})
      std::signal(signal, SIG_DFL);
    setpgid(0, 0);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    base_memory_ = address_space(getpid());
    isolation_ = enter_sandbox(limits_, scratch_);
    if (chdir(scratch_.c_str()) != 0) isolation_.emplace_back("NOT in force: a working directory");
    // A process that the decoder forks must not have the crash note.
    madvise(&watch_.note, sizeof(CrashNote), MADV_DONTFORK);
    // Where the kernel lacks this, an unprotected guard page is not noticed.
    if (!seal(input_)) isolation_.emplace_back("NOT in force: guard pages that stay protected");
    watch_.after_failure = [this](const Observation& seen) { look_at_memory(seen); };
    the_worker = this;
  }

  const Decoder* load(std::string& unfit) {
    const Decoder* table = code_.own != nullptr ? code_.own : load_plugin(code_.path, unfit);
    if (table == nullptr) return nullptr;
    own_table_ = *table;
    version_ = shortened(table->version);
    origin_ = shortened(table->origin);
    own_table_.version = version_.c_str();
    own_table_.origin = origin_.c_str();
    if (table->encode != nullptr) {
      encode_ = table->encode;
      own_table_.encode = noted_encode;
    }
    claims_ = claims_of(own_table_);
    // The report may give it another name than its own, and what its claims leave out. Without a
    // run, each request states the profile by which it is judged.
    const Decoder* const known = subjects_.empty() ? nullptr : subjects_.front().decoder;
    if (known != nullptr) own_table_.name = known->name;
    const auto complete = [&](const char*& part, const char* of_report, const char* otherwise) {
      if (known != nullptr) part = of_report;
      if (part == nullptr) part = otherwise;
    };
    complete(own_table_.dialect, known == nullptr ? nullptr : known->dialect, "utf-8");
    complete(own_table_.policy, known == nullptr ? nullptr : known->policy, "reject");
    complete(own_table_.bom, known == nullptr ? nullptr : known->bom, "keep");
    for (Target& subject : subjects_) subject.decoder = &own_table_;
    return &own_table_;
  }

  void answer(const Bytes& frame, FencedThread& thread, Bytes& reply) {
    Unpacker in(frame);
    const bool careful = in.read<bool>();
    in(watch_.given_up);
    const auto request = in.read<Bytes>();
    watch_.after = nullptr;
    watch_.corrupting.clear();
    is_tired_ = false;
    if (careful) watch_.after = [this](Observation& seen) { look_carefully(seen); };
    const auto what = static_cast<Request>(request.at(0));
    const bool identifies = is_identifying(what);
    watch_.gives_up = identifies;
    watch_.hangs_left = identifies ? kMostHangsOfPlugin : std::numeric_limits<int>::max();
    reply.front() = static_cast<std::uint8_t>(Reply::kDone);
    switch (what) {
      case Request::kDescribe:
        append(reply, packed(Description{claims_, isolation_}));
        break;
      case Request::kExplore:
        // What the work itself keeps in memory is not the decoder's.
        base_memory_ = address_space(getpid());
        append(reply, context_.further(request, *caller_, fatal_checks()));
        if (!is_exploring_) state_.emplace();
        is_exploring_ = true;
        break;
      case Request::kProbe:
        probe(Unpacker(ByteView(request).subspan(1)).read<OwnedCall>(), *caller_, thread);
        break;
      default:
        try {
          append(reply, perform(context_, request, *caller_, &thread));
        } catch (const AbsentError& error) {
          reply.assign(1, static_cast<std::uint8_t>(Reply::kGaveUp));
          append(reply, packed(std::string(error.what())));
          return clean_up();
        } catch (const std::bad_alloc&) {
          die(Outcome::kExhausted, fmt::format("its calls took {} MiB of memory and more, and gave "
                                               "none back",
                                               limits_.memory_mib));
        }
    }
    if (!careful && !corrupting().empty()) {
      reply.front() = static_cast<std::uint8_t>(Reply::kCorruptedProcess);
      if (!has_channel()) die(Outcome::kCorruptedProcess, "closed the connection to its host");
    }
    clean_up();
  }

  std::vector<Check> fatal_checks() const {
    std::vector<Check> checks;
    for (const KnownCrash& known : watch_.known_crashes) {
      if (!known.call.is_encode) checks.push_back({known.call.units, known.call.how});
    }
    return checks;
  }

  void probe(const OwnedCall& call, Caller& caller, FencedThread& thread) {
    if (call.is_encode) {
      Bytes out(PLACEMAT_MAX_SEQUENCE);
      thread.guard([&] { own_table_.encode(call.value, out.data()); });
      return;
    }
    caller.call({call.units, call.how, call.capacity});
  }

  static std::size_t noted_encode(std::uint64_t value, std::uint8_t* out) {
    CrashNote& note = the_worker->watch_.note;
    for (const KnownCrash& known : the_worker->watch_.known_crashes) {
      if (known.call.is_encode && known.call.value == value) std::raise(SIGABRT);
    }
    note.current.set(value);
    note.serial.fetch_add(1, std::memory_order_release);
    const std::size_t length = the_worker->encode_(value, out);
    note.serial.fetch_add(1, std::memory_order_release);
    return length;
  }

  [[noreturn]] void die(Outcome outcome, const std::string& why) {
    watch_.note.give_reason(outcome, why);
    _exit(1);
  }

  // Memory that a failed call allocated stays allocated.
  void look_at_memory(const Observation&) {
    const std::string what = memory_taken(getpid(), base_memory_, limits_);
    if (!what.empty()) die(Outcome::kExhausted, what);
  }

  static bool is_open(int fd) { return fcntl(fd, F_GETFD) >= 0; }

  // The file of a descriptor, or nothing when it is closed.
  using File = std::optional<std::pair<dev_t, ino_t>>;
  static File file_of(int fd) {
    struct stat about{};
    if (fstat(fd, &about) != 0) return std::nullopt;
    return std::pair{about.st_dev, about.st_ino};
  }
  bool has_channel() const { return file_of(kWorkerChannelFd) == link_file_; }

  void lay_bait() {
    if (bait_file_ && file_of(kBaitFd) == bait_file_ && ftruncate(kBaitFd, 0) == 0) {
      lseek(kBaitFd, 0, SEEK_SET);
      return;
    }
    const int bait = memfd_create("bait", 0);
    if (bait != kBaitFd) dup2(bait, kBaitFd), close(bait);
    bait_file_ = file_of(kBaitFd);
  }

  // What was done to the process since the last inspection, in words.
  std::string corrupting() {
    for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO, kBaitFd}) {
      if (!is_open(fd)) return fmt::format("closed the file descriptor {}", fd);
    }
    if (file_of(kBaitFd) != bait_file_) {
      return fmt::format("closed the file descriptor {}, and opened another there", kBaitFd);
    }
    if (!has_channel()) return fmt::format("closed the file descriptor {}", kWorkerChannelFd);
    struct stat bait{};
    if (fstat(kBaitFd, &bait) == 0 && bait.st_size > 0) {
      return fmt::format("wrote {} bytes to the file descriptor {}, which it did not open",
                         bait.st_size, kBaitFd);
    }
    std::fflush(stdout);
    struct stat output{};
    if (fstat(STDOUT_FILENO, &output) == 0 && output.st_size > 0) {
      return fmt::format("printed {} bytes on standard output", output.st_size);
    }
    // waitpid() fails in a process without children.
    if (waitpid(-1, nullptr, WNOHANG) >= 0) return "left a process behind";
    const auto attempts = attempted_words(attempted_);
    if (!attempts.empty()) return attempts.front();
    if (const int signal = changed_handler(); signal != 0) {
      return fmt::format("installed a handler of its own for signal {}", signal);
    }
    return state_->changed();
  }

  static std::vector<std::string> attempted_words(const Attempts::Counts& before) {
    const Attempts* const attempts = guarded_attempts();
    return attempts == nullptr ? std::vector<std::string>{} : attempts->words(before);
  }

  void clean_up() {
    std::fflush(stdout);
    if (is_open(STDOUT_FILENO) && ftruncate(STDOUT_FILENO, 0) == 0) {
      lseek(STDOUT_FILENO, 0, SEEK_SET);
    }
    end_children();
    lay_bait();
    for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
      if (is_open(fd)) continue;
      const int other = fd == STDOUT_FILENO ? memfd_create("stdout", 0) : open("/dev/null", O_RDWR);
      if (other != fd) dup2(other, fd), close(other);
    }
    // One call may change several things, and nothing of it is the next one's.
    if (const Attempts* attempts = guarded_attempts()) attempted_ = attempts->now();
    changed_handler();
    constexpr int kMostChanges = 16;
    for (int i = 0; i < kMostChanges && !state_->changed().empty(); ++i) continue;
  }

  void look_carefully(Observation& seen) {
    if (is_tired_) return;
    const std::string what = corrupting();
    if (what.empty()) return;
    if (!has_channel()) die(Outcome::kCorruptedProcess, what);
    clean_up();
    seen = {};
    seen.outcome = Outcome::kCorruptedProcess;
    seen.note = interned(what);
    watch_.corrupting.push_back({watch_.note.current.owned(input_), seen.outcome, seen.note, 0});
    if (watch_.corrupting.size() >= kMostCorruptions) is_tired_ = true;
  }

  inline static Worker* the_worker = nullptr;

  RunContext context_;
  std::vector<Target> subjects_;
  const PluginCode& code_;
  const Limits& limits_;
  const std::string& scratch_;
  const GuardedBuffer& input_;
  WatchedCaller::Watch watch_;
  Channel channel_;
  File link_file_, bait_file_;
  std::unique_ptr<WatchedCaller> caller_;
  std::optional<ProcessState> state_;
  Attempts::Counts attempted_{};
  bool is_tired_ = false;
  bool is_exploring_ = false;  // the further work has its own descriptors in this process
  std::uint64_t base_memory_ = 0;
  std::vector<std::string> isolation_;
  Claims claims_;  // as the plug-in states them
  Decoder own_table_{};
  std::string version_, origin_;  // those of the table, shortened
  std::size_t (*encode_)(std::uint64_t, std::uint8_t*) = nullptr;
};

class PluginHost final : public Host {
 public:
  PluginHost(const RunContext& context, PluginCode code, const Limits& limits,
             std::shared_ptr<HangLimit> hangs)
      : context_(context),
        code_(std::move(code)),
        called_(code_.own == nullptr ? code_.path : code_.own->name),
        limits_(limits),
        hangs_(std::move(hangs)),
        crash_note_(*CrashNote::create()),
        input_(Caller::kMaxUnits + 1, GuardedBuffer::Sharing::kShared) {
    if (code_.own != nullptr) return;
    for (const std::string& file : files_of_plugin(code_.path)) limits_.needed.push_back(file);
  }
  ~PluginHost() override { stop(); }

  Bytes answer(ByteView request) override {
    const Bytes asked(request.begin(), request.end());
    const auto wanted = static_cast<Request>(request.front());
    bool careful = has_corruption(request) || (wanted == Request::kExplore && explores_carefully_);
    if (wanted == Request::kExplore && worker_ >= 0) base_memory_ = address_space(worker_);
    if (is_identifying(wanted)) prepare_to_identify();
    for (int deaths = 0, killings = 0;;) {
      Bytes reply;
      const bool answered = ask(packed(careful, given_up_, asked), reply);
      if (!answered) {
        if (was_killed_from_outside() && ++killings <= kMostKilledWorkers) continue;
        if (!was_loaded_) {
          throw InputError(fmt::format("{}: loading it, or calling its function {}, ended with: {}",
                                       called_, PLACEMAT_PLUGIN_SYMBOL, how_it_ended()));
        }
        // Inspecting the process after each call shows which call it was.
        const bool corrupted = crash_note_.has_reason
                                   ? crash_note_.reason == Outcome::kCorruptedProcess
                                   : was_cut_off_;
        if (corrupted && !careful) {
          careful = true;
          explores_carefully_ |= wanted == Request::kExplore;
          continue;
        }
        if (is_identifying(wanted) && deaths == kMostDeathsOfIdentify) {
          throw AbsentError(
              fmt::format("{}: ends its process on too many inputs to be identified ({})", called_,
                          how_it_ended()));
        }
        if (++deaths > kMostDeaths) give_up();
        if (deaths > 4 * kMostDeaths) {
          throw AbsentError(called_ + ": no process of it stays alive long enough to judge it");
        }
        bury();
        continue;
      }
      const Bytes rest(reply.begin() + 1, reply.end());
      switch (static_cast<Reply>(reply.front())) {
        case Reply::kDone:
          return rest;
        case Reply::kGaveUp:
          throw AbsentError(fmt::format("{}: {}", called_, Unpacker(rest).read<std::string>()));
        case Reply::kUnfit:
          throw InputError(Unpacker(rest).read<std::string>());
        case Reply::kCorruptedProcess:
          stop();
          careful = true;
          explores_carefully_ |= wanted == Request::kExplore;
      }
    }
  }

 private:
  // Minimising a finding of a corrupted process needs an inspection after each call.
  static bool has_corruption(ByteView request) {
    Unpacker in(request);
    const auto wanted = in.read<Request>();
    if (wanted == Request::kShow) return in.read<bool>();
    if (wanted != Request::kConclude) return false;
    in.read<std::size_t>();
    const auto whole = in.read<Ledger>();
    return std::ranges::any_of(whole.entries, [](const auto& entry) {
      return std::get<0>(entry.first) == Kind::kCorruptsProcess;
    });
  }

  // Sends one request to one worker; false when the worker died. `status_`, `was_killed_`
  // and the crash note then hold the details.
  bool ask(const Bytes& frame, Bytes& reply) {
    if (worker_ < 0) start();
    channel_.send(frame);
    std::uint64_t serial = crash_note_.serial;
    OwnTime since = own_time();
    for (;;) {
      const Channel::Status status = channel_.receive(reply, 50);
      if (status == Channel::Status::kFrame) return true;
      if (status == Channel::Status::kGone) {
        collect();
        return false;
      }
      // A process that the worker left behind may keep its end open.
      if (has_ended()) {
        collect();
        return false;
      }
      if (serial != crash_note_.serial) {
        serial = crash_note_.serial;
        since.start();
      } else if (since.look() > patience(serial)) {
        // On a busy machine the fence in the worker may not get to report this.
        const std::string what = memory_taken(worker_, base_memory_, limits_);
        if (!what.empty()) crash_note_.give_reason(Outcome::kExhausted, what);
        was_killed_ = true;
        kill(worker_, SIGKILL);
        collect();
        return false;
      }
    }
  }

  OwnTime own_time() const {
    return OwnTime([this] { return activity_of_process(worker_); });
  }

  bool has_ended() const {
    siginfo_t info{};
    const int waited =
        waitid(P_PID, static_cast<id_t>(worker_), &info, WEXITED | WNOHANG | WNOWAIT);
    return waited == 0 && info.si_pid == worker_;
  }

  // The fence in the worker ends a call sooner than this, when its signals arrive.
  std::chrono::milliseconds patience(std::uint64_t serial) const {
    const bool in_call = serial % 2 == 1 || !crash_note_.is_loaded;
    return in_call ? std::chrono::milliseconds(12 * limits_.call_ms + 500)
                   : std::chrono::milliseconds(20 * limits_.call_ms + 40'000);
  }

  void start() {
    crash_note_.clear();
    was_killed_ = was_cut_off_ = false;
    witness_.begin(limits_.isolate);
    auto [mine, theirs] = Channel::pair();
    base_memory_ = address_space(getpid());
    const pid_t host = getpid();
    // Else a child that exits writes what this process has printed and not yet flushed.
    std::fflush(nullptr);
    worker_ = fork();
    if (worker_ < 0) throw std::system_error(errno, std::generic_category(), "fork");
    if (worker_ == 0) {
      die_with(host);
      mine.close();
      // Never destroyed: this process ends by _exit.
      auto* worker = new Worker(context_, code_, limits_, scratch_.path(), crash_note_, input_,
                                known_crashes_, *hangs_);
      try {
        worker->run(std::move(theirs));
      } catch (const std::exception& error) {
        crash_note_.give_reason(Outcome::kCrash,
                                fmt::format("an exception came out: {}", error.what()));
      } catch (...) {
        crash_note_.give_reason(Outcome::kCrash, "an exception came out");
      }
      // Never return into the code that this process was forked from.
      _exit(1);
    }
    channel_ = std::move(mine);
  }

  void stop() {
    if (worker_ < 0) return;
    kill(worker_, SIGKILL);
    collect();
  }

  // The worker has ended, or closed its end and gets no more requests.
  void collect() {
    channel_.close();
    status_ = 0;
    constexpr std::chrono::milliseconds kToEnd{500};
    for (OwnTime ending = own_time(); waitpid(worker_, &status_, WNOHANG) == 0; usleep(5000)) {
      if (was_cut_off_ || ending.look() < kToEnd) continue;
      was_cut_off_ = true;
      kill(worker_, SIGKILL);
    }
    worker_ = -1;
    was_loaded_ = crash_note_.is_loaded;
    end_children();
  }

  std::string how_it_ended() const {
    if (crash_note_.has_reason) return crash_note_.why;
    if (was_killed_) return "no answer, and not stopped by a signal, within the time limit";
    if (WIFSIGNALED(status_)) {
      const int signal = WTERMSIG(status_);
      if (signal == SIGKILL) return witness_.how();
      return fmt::format("signal {}", signal);
    }
    return fmt::format("exit({}) in the middle of the call", WEXITSTATUS(status_));
  }

  bool was_killed_from_outside() const {
    return !crash_note_.has_reason && !was_killed_ && !was_cut_off_ && WIFSIGNALED(status_) &&
           WTERMSIG(status_) == SIGKILL && witness_.is_from_outside();
  }

  KnownCrash attributed() const {
    const bool in_call = crash_note_.serial % 2 == 1;
    const CrashNote::Record& record =
        in_call || !crash_note_.has_failed ? crash_note_.current : crash_note_.failed;
    KnownCrash crash{record.owned(input_), Outcome::kCrash, "", 0};
    std::string how = how_it_ended();
    if (crash_note_.has_reason) {
      crash.outcome = crash_note_.reason;
      how = crash_note_.why;
    } else if (was_killed_) {
      crash.outcome = Outcome::kHang;
    }
    if (!in_call && !crash_note_.has_reason) how += ", after the call";
    crash.note = interned(how);
    return crash;
  }

  // Repeats the call on its own, in a new worker, to attribute the death.
  void bury() {
    KnownCrash crash = attributed();
    if (crash.outcome == Outcome::kHang) hangs_->timed_out();
    const bool confirm = !was_killed_ && crash.outcome != Outcome::kCorruptedProcess;
    if (confirm) {
      Bytes reply;
      const bool lives = ask(packed(false, given_up_, packed(Request::kProbe, crash.call)), reply);
      if (!lives && was_loaded_) {
        const bool was_in_call = crash_note_.serial % 2 == 1;
        if (was_in_call) crash = attributed();
      } else {
        crash.note = interned(fmt::format("{} (after other calls; alone it survives)", crash.note));
      }
      stop();
    }
    ++deaths_of_[static_cast<std::size_t>(crash.call.how.operation)];
    known_crashes_.push_back(std::move(crash));
  }

  // Gives up the operations that die most; known results remain.
  void give_up() {
    for (std::size_t i = 0; i < kOperationCount; ++i) {
      if (deaths_of_[i] > 3) given_up_ = static_cast<std::uint16_t>(given_up_ | 1U << i);
    }
  }

  const RunContext& context_;
  PluginCode code_;
  std::string called_;
  // Once an input of an exploration corrupted the process, each call is inspected.
  bool explores_carefully_ = false;
  Limits limits_;
  std::shared_ptr<HangLimit> hangs_;
  Scratch scratch_;
  CrashNote& crash_note_;
  GuardedBuffer input_;
  std::vector<KnownCrash> known_crashes_;
  std::array<int, kOperationCount> deaths_of_{};
  std::uint16_t given_up_ = 0;
  pid_t worker_ = -1;
  std::uint64_t base_memory_ = 0;
  Channel channel_;
  int status_ = 0;
  KillWitness witness_;
  bool was_killed_ = false, was_cut_off_ = false, was_loaded_ = false;
};

}  // namespace

std::unique_ptr<Host> make_plugin_host(const RunContext& context, std::string path,
                                       const Limits& limits, std::shared_ptr<HangLimit> hangs) {
  return std::make_unique<PluginHost>(context, PluginCode{std::move(path)}, limits,
                                      std::move(hangs));
}

std::unique_ptr<Host> make_own_host(const RunContext& context, const Decoder& decoder,
                                    const Limits& limits, std::shared_ptr<HangLimit> hangs) {
  return std::make_unique<PluginHost>(context, PluginCode{"", &decoder}, limits, std::move(hangs));
}

}  // namespace placemat
