// Supervises the processes of a campaign: hands them slices of work, reduces what they find, and
// keeps the account. Everything that must not be lost goes through fuzz_store.h.
#include "harness/campaign/fuzz_campaign.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <mutex>
#include <set>

#include "harness/bytes/error.h"
#include "harness/bytes/hash.h"
#include "harness/bytes/parallel.h"
#include "harness/bytes/sha256.h"
#include "harness/bytes/unwritten.h"
#include "harness/campaign/adapter_check.h"
#include "harness/campaign/audit.h"
#include "harness/campaign/certified.h"
#include "harness/campaign/expected.h"
#include "harness/campaign/fuzz_store.h"
#include "harness/campaign/provenance.h"
#include "harness/campaign/stored_finding.h"
#include "harness/fuzz/engine/exploration.h"
#include "harness/report/matrix.h"
#include "harness/report/text.h"

namespace placemat {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr unsigned kSliceMs = 200;
// The share of the time that goes into reducing failures, and what they get at the beginning.
constexpr double kMostOfTime = 0.3, kFirstSeconds = 3;
// A decoder that is wrong in more ways than this is known well enough.
constexpr std::size_t kMostFailures = 1000;
// Progress is stored when the campaign has become this much longer, and at the latest then.
constexpr double kLonger = 1.05, kLongestGap = 60;
constexpr std::size_t kLongestName = 40;  // of the file of an input
constexpr const char* kBeingWritten = ".new";

double seconds_since(Clock::time_point begun) { return Seconds(Clock::now() - begun).count(); }

// The names that compilers leave in what they build; empty where none is found.
std::string build_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  for (const std::string_view mark : {"GCC: (", "clang version ", "rustc version "}) {
    const std::size_t at = text.find(mark);
    if (at == std::string::npos) continue;
    constexpr std::size_t kLongest = 100;
    const std::string name = text.substr(at, kLongest);
    return visible_line(name.substr(0, name.find('\0')));
  }
  return "";
}

Check check_of(const Finding& finding) {
  const ReplayCall call = parse_replay_line(finding.replay);
  const ChunkedUnits units = parse_units(call.units, Caller::kMaxUnits);
  Check check{units.bytes, call.how};
  check.how.cuts = units.cuts;
  return check;
}

// Is it one that costs a process, or all the time of a call?
bool costs_much(const Finding& finding) {
  return finding.kind == Kind::kHang || shows_in(finding.kind) == ShowsIn::kCall;
}

struct Account {
  std::uint64_t executions = 0, checks = 0, failed = 0;
  std::array<std::uint64_t, kOperationCount> calls{};
  std::array<std::uint64_t, kErrorClassCount> by_class{};
  Bytes taken;
  OperationSet muted = 0;
};

template <class Key, std::size_t N>
std::vector<ChecksOf> listed(const std::array<std::uint64_t, N>& checks) {
  std::vector<ChecksOf> list;
  for (std::size_t i = 0; i < N; ++i) {
    if (checks[i] > 0) list.push_back({std::string(name_of(static_cast<Key>(i))), checks[i]});
  }
  return list;
}

template <class Key, std::size_t N>
void take_listed(const std::vector<ChecksOf>& list, std::array<std::uint64_t, N>& checks) {
  for (const ChecksOf& one : list) {
    for (std::size_t i = 0; i < N; ++i) {
      if (name_of(static_cast<Key>(i)) == one.key) checks[i] = one.checks;
    }
  }
}

class Campaign {
 public:
  enum class Task : std::uint8_t { kFuzz, kSelect };

  Campaign(const FuzzRequest& request, const FuzzCalls& calls, Task task = Task::kFuzz)
      : request_(prepared(request, task)),
        calls_(calls),
        expected_(request.expected.empty() ? ExpectedList{} : load_expected(request.expected)),
        external_(request_.decoder) {
    choose_profile();
    start_processes();
    if (task == Task::kSelect) return;
    store_.emplace(fuzz_store_file(request_), subject_, request_.resume);
    remove_unfinished_inputs();
    restore();
  }

  Report run() {
    begun_ = Clock::now();
    ThreadGroup threads(processes_.size(), [&](std::size_t i) { work(i); });
    watch();
    threads.join();
    store_progress();
    Report report = make_report();
    const fs::path file = request_.out / "report.jsonl", fresh = request_.out / "report.jsonl.new";
    write_report(report, fresh, report.header.run.seconds);
    fs::rename(fresh, file);
    if (calls_.on_report) calls_.on_report(report);
    if (!trouble_.empty()) {
      throw UnfinishedError(fmt::format("{}; what was found before is in {}; --resume goes on",
                                        trouble_, file.string()),
                            report.footer.unexpected > 0);
    }
    return report;
  }

  // Keeps the inputs that the engine keeps when it is given nothing else. A process that begins
  // anew gives all of them again, and what it keeps has the same names.
  SelectedInputs select() {
    const fs::path own = fuzz_inputs_directory(request_), fresh = request_.out / "inputs.new";
    fs::remove_all(fresh);
    fs::create_directory(fresh);
    SelectedInputs selected;
    for (const std::string& inputs : request_.inputs) selected.before += files_in(inputs);
    ExploreRequest request;
    request.plan = plan_;
    request.plan.only_selects = true;
    request.wants_failures = false;
    ExploreReply reply;
    while (!reply.has_ended) {
      reply = Unpacker(processes_.front()->remote->ask(packed(Request::kExplore, request)))
                  .read<ExploreReply>();
      for (const Bytes& units : reply.inputs) {
        const std::string text(units.begin(), units.end());
        write_input(fresh / name_of_input(text), text);
      }
    }
    selected.after = files_in(fresh);
    if (selected.before > 0 && selected.after == 0) {
      throw std::runtime_error("the engine kept no input");
    }
    if (renameat2(AT_FDCWD, fresh.c_str(), AT_FDCWD, own.c_str(), RENAME_EXCHANGE) != 0) {
      throw_unwritten(own.string(), errno);
    }
    fs::remove_all(fresh);
    return selected;
  }

 private:
  static std::size_t files_in(const fs::path& directory) {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(directory), fs::directory_iterator()));
  }

  static std::string name_of_input(const std::string& text) {
    return sha256(text).substr(0, kLongestName);
  }

  // ---- before it begins ----

  void choose_profile() {
    if (!request_.decoder.command.empty()) {
      const std::string unfit = why_unfit(check_well_formed(external_));
      if (!unfit.empty()) {
        throw AbsentError(
            fmt::format("the adapter is broken, and its decoder not fuzzed: {}; see "
                        "`placemat audit --check`",
                        unfit));
      }
    }
    if (external_.hangs().is_reached()) throw AbsentError(external_.hangs().why());
    external_.end_process();
    targets_.push_back(make_target(external_.decoder(), {}, {}, request_.as));
    targets_.front().claimed = true;
    targets_.front().called = external_.called();
    const Header header = header_of_this_program();
    CertifyRequest code;
    code.own = request_.decoder.own;
    code.external = request_.decoder;
    subject_ = {
        external_.decoder().name,
        external_.decoder().version,
        to_text(targets_.front().judged_as),
        external_.called(),
        digest_of(code),
        request_.decoder.own != nullptr ? header.compiler : build_of(request_.decoder.plugin),
        header.cpu_features,
        fmt::format("{} {}", header.tool_version, invocation().commit),
        request_.seed};
  }

  // The directories are there, and the process of a plug-in may read those with inputs.
  static FuzzRequest prepared(FuzzRequest request, Task task) {
    for (const std::string& inputs : request.inputs) check_inputs(inputs);
    const std::string& plugin = request.decoder.plugin;
    if (!plugin.empty() && !fs::exists(plugin)) {
      throw AbsentError(fmt::format("{}: there is no such file", plugin));
    }
    const fs::path own = fuzz_inputs_directory(request);
    // Without other inputs there is nothing to select from.
    if (task == Task::kSelect && request.inputs.empty()) check_inputs(own.string());
    std::error_code error;
    fs::create_directories(own, error);
    if (error && is_of_system(error.value())) throw_unwritten(own.string(), error.value());
    if (error) {
      throw InputError(fmt::format("{}: cannot be made a directory ({}); choose another --out",
                                   request.out.string(), error.message()));
    }
    check_inputs(own.string());
    request.inputs.insert(request.inputs.begin(), own.string());
    for (std::string& inputs : request.inputs) inputs = fs::absolute(inputs).string();
    if (request.decoder.command.empty()) request.decoder.limits.needed = request.inputs;
    return request;
  }

  static void check_inputs(const std::string& directory) {
    std::error_code error;
    if (!fs::is_directory(directory, error)) {
      throw InputError(directory + ": there is no such directory of inputs");
    }
    const fs::directory_iterator files(directory, error);
    if (error) throw InputError(fmt::format("{}: {}", directory, error.message()));
  }

  // Hosts are forked while this process has one thread.
  void start_processes() {
    plan_.profile = subject_.judged_as;
    plan_.longest = request_.longest;
    plan_.has_own_mutator = request_.own_mutator;
    plan_.inputs = request_.inputs;
    for (unsigned i = 0; i < std::max(1u, request_.processes); ++i) {
      processes_.push_back(std::make_unique<Process>());
      processes_.back()->remote = std::make_unique<Remote>(context_, external_.host());
    }
  }

  // A campaign that was killed leaves the one that it was writing.
  void remove_unfinished_inputs() const {
    std::vector<fs::path> unfinished;
    for (const auto& file : fs::directory_iterator(fuzz_inputs_directory(request_))) {
      if (file.path().extension() == kBeingWritten) unfinished.push_back(file.path());
    }
    std::error_code none;
    for (const fs::path& file : unfinished) fs::remove(file, none);
  }

  // What the sessions before left in the store.
  void restore() {
    for (const StoredFailure& stored : store_->failures()) {
      if (knows(stored.finding.key)) continue;
      remember(stored);
    }
    for (const StoredProgress& progress : store_->progress()) {
      growth_.push_back(progress.point);
      account_.executions = progress.point.executions;
      account_.checks = progress.checks;
      account_.failed = progress.failed;
      take_listed<Operation>(progress.operations, account_.calls);
      take_listed<ErrorClass>(progress.error_classes, account_.by_class);
      for (const ChecksOf& count : progress.counts) {
        if (knows(count.key)) checks_[count.key] = count.checks;
      }
    }
    // The time after the last progress is lost, and that of a finding stands for it.
    if (!growth_.empty()) earlier_ = growth_.back().seconds;
    for (const StoredFailure& stored : store_->failures()) {
      earlier_ = std::max(earlier_, stored.seconds);
      account_.executions = std::max(account_.executions, stored.executions);
    }
    if (!shown_.empty()) group(ShowRequest{false, std::nullopt, shown_});
  }

  void remember(const StoredFailure& stored) {
    buckets_[stored.bucket] = stored.finding.key;
    checks_[stored.finding.key] = stored.finding.checks;
    firsts_[stored.finding.key] = {stored.finding.key, stored.seconds, stored.executions};
    shown_.push_back({check_of(stored.finding), stored.finding});
    if (!costs_much(stored.finding)) return;
    avoided_.push_back({shown_.back().minimal.how.operation, shown_.back().minimal.units});
  }

  bool knows(const std::string& key) const { return firsts_.contains(key); }

  // ---- while it runs ----

  double seconds() const { return earlier_ + seconds_since(begun_); }

  bool is_over() {
    if (calls_.stop != nullptr && calls_.stop->load()) {
      end(calls_.why_stopped ? calls_.why_stopped() : "interrupted");
    } else if (external_.hangs().is_reached()) {
      end("stopped early: " + external_.hangs().why());
    }
    return has_ended_ || seconds() >= request_.seconds;
  }

  void end(const std::string& why) {
    const std::lock_guard lock(mutex_);
    if (trouble_.empty()) trouble_ = why;
    has_ended_ = true;
  }

  void work(std::size_t i) {
    try {
      while (!is_over()) {
        const ExploreReply reply =
            Unpacker(processes_[i]->remote->ask(packed(Request::kExplore, slice_for(i))))
                .read<ExploreReply>();
        take(i, reply);
      }
    } catch (const std::exception& error) {
      end(error.what());
    }
  }

  ExploreRequest slice_for(std::size_t i) {
    const std::lock_guard lock(mutex_);
    Process& process = *processes_[i];
    ExploreRequest request;
    request.plan = plan_;
    // Processes that began with one seed would do the same; one that goes on must not begin anew.
    request.plan.seed = request_.seed + i + store_->resumed() * processes_.size();
    const double left = std::max(0.0, request_.seconds - seconds());
    request.milliseconds =
        static_cast<unsigned>(std::clamp(left * 1000, 1.0, static_cast<double>(kSliceMs)));
    request.wants_failures = wants_failures();
    for (const auto& [bucket, key] : buckets_) request.known.push_back(bucket);
    request.avoided = avoided_;
    request.inputs = std::exchange(process.inputs, {});
    return request;
  }

  bool wants_failures() const {
    return shown_.size() < kMostFailures &&
           reducing_ < kFirstSeconds + kMostOfTime * seconds_since(begun_);
  }

  void take(std::size_t i, const ExploreReply& reply) {
    const std::lock_guard lock(mutex_);
    account_.executions += reply.executions;
    account_.checks += reply.checks;
    account_.failed += reply.failed;
    for (std::size_t o = 0; o < kOperationCount; ++o) account_.calls[o] += reply.calls[o];
    for (std::size_t c = 0; c < kErrorClassCount; ++c) account_.by_class[c] += reply.by_class[c];
    account_.taken.resize(std::max(account_.taken.size(), reply.taken.size()));
    for (std::size_t t = 0; t < reply.taken.size(); ++t) account_.taken[t] |= reply.taken[t];
    account_.muted = static_cast<OperationSet>(account_.muted | reply.muted);
    Process& process = *processes_[i];
    process.coverage = reply.coverage;
    process.edges = reply.edges;
    process.features = reply.features;
    process.corpus = reply.corpus;
    keep_inputs(i, reply);
    for (const ExploredFailure& found : reply.found) reduce(*process.remote, found);
    for (const auto& [bucket, count] : reply.counts) {
      const auto key = buckets_.find(bucket);
      if (key == buckets_.end()) continue;
      checks_[key->second] += count;
      changed_.insert(key->second);
    }
    const double now = seconds();
    if (now >= due_) store_progress_at(now);
  }

  // The inputs are shared, and are what a resumed campaign begins with.
  void keep_inputs(std::size_t i, const ExploreReply& reply) {
    const fs::path directory = fuzz_inputs_directory(request_);
    for (const Bytes& units : reply.inputs) {
      if (units.size() > request_.longest) continue;
      const std::string text(units.begin(), units.end());
      const fs::path file = directory / name_of_input(text);
      std::error_code none;
      if (fs::exists(file, none)) continue;
      write_input(file, text);
      for (std::size_t other = 0; other < processes_.size(); ++other) {
        if (other != i) processes_[other]->inputs.push_back(units);
      }
    }
  }

  static void write_input(const fs::path& file, const std::string& text) {
    const std::string fresh = file.string() + kBeingWritten;
    errno = 0;
    std::ofstream out(fresh, std::ios::binary);
    out << text;
    out.close();
    if (!out) throw_unwritten(fresh, errno);
    fs::rename(fresh, file);
  }

  // Reduces a failure to its cause, and stores it before anyone hears of it.
  void reduce(Remote& remote, const ExploredFailure& found) {
    const auto begun = Clock::now();
    const ShowReply reply =
        ask(remote, {found.entry.failure.kind == Kind::kCorruptsProcess, found.entry, shown_});
    reducing_ += seconds_since(begun);
    const Finding& finding = reply.shown->finding;
    buckets_[found.bucket] = finding.key;
    if (knows(finding.key)) return;
    StoredFailure stored{subject_,
                         found.bucket,
                         seconds(),
                         account_.executions,
                         is_cause(reply.findings, finding.key),
                         finding};
    stored.finding.checks = 0;
    store_->add(stored);
    remember(stored);
    findings_ = reply.findings;
    if (stored.is_cause && calls_.on_finding) calls_.on_finding(finding, progress_now());
  }

  // False when it shares its cause with a finding that is known.
  bool is_cause(const std::vector<Finding>& findings, const std::string& key) const {
    for (const Finding& finding : findings) {
      bool has_key = finding.key == key, has_known = knows(finding.key);
      for (const Symptom& symptom : finding.symptoms) {
        has_key |= symptom.key == key;
        has_known |= knows(symptom.key);
      }
      if (has_key) return !has_known;
    }
    return true;
  }

  static ShowReply ask(Remote& remote, const ShowRequest& request) {
    return Unpacker(remote.ask(packed(Request::kShow, request))).read<ShowReply>();
  }

  void group(const ShowRequest& request) {
    findings_ = ask(*processes_.front()->remote, request).findings;
  }

  FuzzProgress progress_now() {
    FuzzProgress progress;
    progress.point = point_at(seconds());
    progress.seconds_left = std::max(0.0, request_.seconds - progress.point.seconds);
    DecoderResult result = result_of_findings();
    apply_expected(expected_, result);
    for (const Finding& finding : result.findings) {
      ++(finding.reason.empty() ? progress.fresh : progress.known);
    }
    return progress;
  }

  // A resumed campaign has what it reached before, although it must give those inputs again.
  FuzzingPoint point_at(double now) const {
    FuzzingPoint point = growth_.empty() ? FuzzingPoint{} : growth_.back();
    point.seconds = now;
    point.executions = account_.executions;
    point.findings = findings_.size();
    for (const auto& process : processes_) {
      point.coverage = std::max(point.coverage, process->coverage);
      point.features = std::max(point.features, process->features);
      point.corpus = std::max(point.corpus, process->corpus);
    }
    return point;
  }

  void store_progress() {
    const std::lock_guard lock(mutex_);
    try {
      // The last slice may end after the time; growth never goes back.
      const double before = growth_.empty() ? earlier_ : growth_.back().seconds;
      store_progress_at(std::max(std::min(seconds(), request_.seconds), before));
    } catch (const std::exception& error) {
      if (trouble_.empty()) trouble_ = error.what();
    }
  }

  void store_progress_at(double now) {
    StoredProgress progress{point_at(now),
                            account_.checks,
                            account_.failed,
                            {},
                            listed<Operation>(account_.calls),
                            listed<ErrorClass>(account_.by_class)};
    for (const std::string& key : changed_) progress.counts.push_back({key, checks_[key]});
    changed_.clear();
    store_->add(progress);
    growth_.push_back(progress.point);
    due_ = now + std::clamp(now * (kLonger - 1), 0.5, kLongestGap);
  }

  // On the thread that started the campaign: tells how far it is.
  void watch() {
    std::uint64_t executions = account_.executions;
    auto since = Clock::now();
    double a_second = 0;
    while (!is_over()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      const double took = seconds_since(since);
      if (took < 0.5 || !calls_.progress) continue;
      const std::lock_guard lock(mutex_);
      a_second = static_cast<double>(account_.executions - executions) / took;
      executions = account_.executions;
      since = Clock::now();
      FuzzProgress progress = progress_now();
      progress.a_second = a_second;
      calls_.progress(progress);
    }
  }

  // ---- the report ----

  DecoderResult result_of_findings() {
    DecoderResult result = describe(targets_.front());
    external_.state_claims(result, request_.as);
    result.findings = findings_;
    for (Finding& finding : result.findings) {
      finding.checks = checks_[finding.key];
      for (Symptom& symptom : finding.symptoms) {
        symptom.checks = checks_[symptom.key];
        finding.checks += symptom.checks;
      }
      finding.checks = std::max<std::uint64_t>(finding.checks, 1);
    }
    return result;
  }

  Report make_report() {
    Report report;
    report.header = header_of_this_program();
    report.header.budget = "fuzzing";
    report.header.seed = request_.seed;
    report.header.isolation = external_.description().isolation;
    report.header.run = this_run(command(), static_cast<unsigned>(processes_.size()));
    report.header.run.seconds = seconds_since(begun_);
    report.sources.push_back({"fuzzing",
                              "inputs that a fuzzing engine derives from each other",
                              account_.executions,
                              {},
                              ""});
    DecoderResult result = result_of_findings();
    result.sources = {{"fuzzing", account_.executions, account_.checks, account_.failed}};
    for (std::size_t c = 0; c < kErrorClassCount; ++c) {
      result.error_classes[c].checks = account_.by_class[c];
    }
    for (const Finding& finding : result.findings) {
      const auto error_class = class_of(column_of(finding));
      if (!error_class) continue;
      ErrorClassTally& tally = result.error_classes[static_cast<std::size_t>(*error_class)];
      tally.failed += finding.checks;
      tally.kinds[finding.kind] += finding.checks;
      tally.checks = std::max(tally.checks, tally.failed);
    }
    result.gave_up = account_.muted != 0;
    apply_expected(expected_, result);
    report.subjects.push_back(std::move(result));
    report.fuzzing.push_back(fuzzing_record());
    report.footer = count_subjects(report.subjects);
    report.footer.interrupted = !trouble_.empty();
    report.footer.complete = trouble_.empty();
    return report;
  }

  std::string command() const {
    return fmt::format("placemat fuzz --time {} --seed {}{} {}", std::llround(request_.seconds),
                       request_.seed, request_.own_mutator ? "" : " --no-mutator",
                       external_.called());
  }

  FuzzingRecord fuzzing_record() {
    FuzzingRecord record;
    record.decoder = subject_.decoder;
    record.version = subject_.version;
    record.judged_as = subject_.judged_as;
    record.digest = subject_.digest;
    record.engine = FuzzEngine::name();
    record.own_mutator = request_.own_mutator;
    record.processes = processes_.size();
    record.resumed = store_->resumed();
    record.checks = account_.checks;
    record.failed = account_.failed;
    record.growth = growth_;
    const FuzzingPoint last = growth_.empty() ? FuzzingPoint{} : growth_.back();
    record.seconds = last.seconds;
    record.executions = last.executions;
    record.coverage = last.coverage;
    record.features = last.features;
    record.corpus = last.corpus;
    record.signal = last.coverage > 0 ? "coverage and behaviour" : "behaviour";
    for (const Finding& finding : findings_) record.detections.push_back(detection_of(finding));
    record.not_reached = not_reached();
    return record;
  }

  // A cause was seen with the first of its symptoms.
  FuzzingDetection detection_of(const Finding& finding) {
    FuzzingDetection first{finding.key, HUGE_VAL, 0};
    const auto look = [&](const std::string& key) {
      const auto at = firsts_.find(key);
      if (at == firsts_.end() || at->second.seconds >= first.seconds) return;
      first.seconds = at->second.seconds;
      first.executions = at->second.executions;
    };
    look(finding.key);
    for (const Symptom& symptom : finding.symptoms) look(symptom.key);
    if (first.seconds == HUGE_VAL) first.seconds = 0;
    return first;
  }

  std::vector<std::string> not_reached() {
    std::vector<std::string> lines;
    const Decoder& decoder = external_.decoder();
    for (std::size_t i = 0; i < kOperationCount; ++i) {
      const auto operation = static_cast<Operation>(i);
      if (!has(decoder, operation)) continue;
      if ((account_.muted & bit_of(operation)) != 0) {
        lines.push_back(fmt::format("{}: it was no longer called, after calls without an answer",
                                    name_of(operation)));
      } else if (account_.calls[i] == 0) {
        lines.push_back(fmt::format("{}: no answer of it was compared", name_of(operation)));
      }
    }
    if (decoder.encode != nullptr) lines.emplace_back("encode: a campaign only decodes");
    if (!external_.is_plugin()) {
      lines.emplace_back(
          "where units lie in memory, room for values, and streams with a history: a program "
          "does not see them");
    }
    add_transitions(lines);
    for (const auto& process : processes_) {
      if (process->edges <= process->coverage) continue;
      lines.push_back(fmt::format("{} of {} edges of the instrumented code",
                                  process->edges - process->coverage, process->edges));
      break;
    }
    if (shown_.size() >= kMostFailures) {
      lines.push_back(
          fmt::format("further failures were counted and not reduced: {} were", shown_.size()));
    }
    return lines;
  }

  void add_transitions(std::vector<std::string>& lines) const {
    const Machine& law = machine(targets_.front().judged_as);
    const std::size_t classes = law.classes().size() + 1;
    std::size_t missing = 0;
    std::string first;
    for (std::size_t t = 0; t < law.state_count() * classes; ++t) {
      const auto state = static_cast<Machine::State>(t / classes);
      if (law.is_stopped(state) || (t < account_.taken.size() && account_.taken[t] != 0)) continue;
      ++missing;
      const std::size_t unit = t % classes;
      if (!first.empty()) continue;
      first = law.name(state) + ": " +
              (unit + 1 == classes ? std::string("the end")
                                   : fmt::format("{:02X}", law.classes()[unit].front()));
    }
    if (missing == 0) return;
    lines.push_back(fmt::format("{} of {} transitions of the law, such as {}", missing,
                                law.state_count() * classes, first));
  }

  struct Process {
    std::unique_ptr<Remote> remote;
    std::uint64_t coverage = 0, edges = 0, features = 0, corpus = 0;
    std::vector<Bytes> inputs;  // that other processes found
  };

  const FuzzRequest request_;
  const FuzzCalls& calls_;
  ExpectedList expected_;
  ExternalDecoder external_;
  std::vector<Target> targets_;
  RunContext context_{targets_, {}, nullptr, explore};
  FuzzedSubject subject_;
  ExplorationPlan plan_;
  std::vector<std::unique_ptr<Process>> processes_;
  std::optional<FuzzStore> store_;

  std::mutex mutex_;  // of all that follows
  Clock::time_point begun_ = Clock::now();
  double earlier_ = 0;  // seconds of the sessions before
  double due_ = 0;      // when progress is stored next
  double reducing_ = 0;
  Account account_;
  std::vector<Shown> shown_;
  std::vector<Finding> findings_;                   // by cause
  std::map<std::uint64_t, std::string> buckets_;    // the key of the failure in it
  std::map<std::string, std::uint64_t> checks_;     // of each key
  std::set<std::string> changed_;                   // keys with new checks
  std::map<std::string, FuzzingDetection> firsts_;  // of each key
  std::vector<AvoidedUnits> avoided_;
  std::vector<FuzzingPoint> growth_;
  std::string trouble_;
  std::atomic<bool> has_ended_ = false;
};

}  // namespace

fs::path fuzz_store_file(const FuzzRequest& request) { return request.out / "findings.jsonl"; }
fs::path fuzz_inputs_directory(const FuzzRequest& request) { return request.out / "inputs"; }

namespace {

void require_engine() {
  if (FuzzEngine::is_built()) return;
  throw AbsentError(
      "libFuzzer was not there when placemat was built; run `scripts/setup fuzz`, then build "
      "again");
}

}  // namespace

SelectedInputs select_inputs(const FuzzRequest& request) {
  require_engine();
  FuzzRequest one = request;
  one.processes = 1;
  return Campaign(one, {}, Campaign::Task::kSelect).select();
}

Report fuzz(const FuzzRequest& request, const FuzzCalls& calls) {
  require_engine();
  if (request.as) parse_profile(*request.as);
  set_stop_of_requests(calls.stop);
  return Campaign(request, calls).run();
}

}  // namespace placemat
