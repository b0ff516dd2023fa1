// installed_audit.h: audits many external decoders at once, each in its own process and under a
// time limit, and gathers the files of all audits into one report. A subject or its audit may crash
// or hang without effect on the others. It must not know how one decoder is judged, and prints
// nothing.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/bytes/scratch.h"
#include "harness/campaign/adapter_check.h"
#include "harness/campaign/audit.h"
#include "harness/campaign/provenance.h"
#include "harness/campaign/subject_list.h"

namespace placemat {

// How the trouble of a subject begins whose audit reached its limit of time.
inline constexpr std::string_view kNotFinished = "not finished within ";

struct InstalledRequest {
  // The request for every subject. Its decoder, its row of the list and its directory below
  // `each.out` are filled in.
  AuditRequest each;
  bool only_check = false;          // check the adapters, judge nothing
  std::chrono::seconds limit{120};  // for one subject
  std::size_t at_once = 2;
};

struct InstalledCalls {
  const std::atomic<bool>* stop = nullptr;
  std::function<void(std::size_t, std::size_t)> progress = {};  // subjects done, and in all
  // Called in the process of a subject; output goes to its log.
  std::function<void(const AuditRequest&, const Report&)> on_report = {};
  std::function<void(const ExternalDecoder&, const std::vector<CheckLine>&)> on_check = {};
};

class InstalledAudit {
 public:
  // Creates the directory. Removes the files of an earlier audit, unless it is to be continued.
  InstalledAudit(std::vector<ListedSubject> subjects, InstalledRequest request,
                 InstalledCalls calls);

  // Returns when every process has ended. After a stop, each process is signalled to write its
  // findings.
  void run();

  std::size_t size() const { return subjects_.size(); }
  // The number of subjects that are not on this machine.
  std::size_t absent() const;

  // The report of every subject, after a run that judges; complete unless it was stopped, or an
  // audit did not come to its end. Nothing when no subject left a report; `command` goes to the
  // header.
  std::optional<Report> gather(const std::string& command) const;

  // The first audit that did not come to its end, and why; or empty.
  std::string why_unfinished() const;
  // What kept the first subject that is there from a result, and its log; or empty.
  std::string first_trouble() const;

  // One subject's result of a run that only checks.
  struct CheckOutcome {
    const ListedSubject* subject;
    bool is_absent;
    std::string answer;  // kSoundAdapter, or the error

    bool is_sound() const { return answer == kSoundAdapter; }
  };
  std::vector<CheckOutcome> checks() const;

  // The directory of the logs of all subjects.
  std::filesystem::path directory() const { return request_.each.out / "subjects"; }

 private:
  // One running audit.
  struct Running {
    std::size_t subject;
    pid_t process;
    std::chrono::steady_clock::time_point due;
    bool is_told = false;  // has been signalled to finish
  };

  bool is_stopped() const { return calls_.stop != nullptr && calls_.stop->load(); }
  std::filesystem::path directory_of(std::size_t i) const {
    return directory() / subjects_[i].name;
  }
  std::filesystem::path done_mark(std::size_t i) const { return directory_of(i) / "done"; }
  std::filesystem::path check_file(std::size_t i) const { return directory_of(i) / "check"; }
  void begin(std::size_t i);
  int audit_in_child(std::size_t i) const;
  void check_in_child(std::size_t i, const ExternalOptions& decoder) const;
  void reap();
  void end_overdue();
  static void tell(Running& work, int signal);
  void finish(const Running& work, int status);
  bool has_ended(std::size_t i) const;
  std::string trouble_of(std::size_t i) const;
  void gather_one(std::size_t i, Report& all, bool& has_header) const;

  Header::Run run_ = this_run("", 0);  // when it started
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
  std::vector<ListedSubject> subjects_;
  InstalledRequest request_;
  InstalledCalls calls_;
  std::vector<std::string> absent_;      // per subject, what is missing; or empty
  std::vector<std::string> unfinished_;  // why its audit did not come to its end; or empty
  std::vector<Running> running_;
  // Of the audits: one that is killed does not remove its own.
  std::unique_ptr<Scratch> temporary_ = std::make_unique<Scratch>();
};

// The request for one row of the list.
AuditRequest request_for(const ListedSubject& listed, AuditRequest request,
                         const std::filesystem::path& out);

}  // namespace placemat
