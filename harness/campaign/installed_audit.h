// installed_audit.h: many external decoders at once. Each is audited in a process
// of its own, under a limit of time, and what each audit left on disk is gathered
// into one report. A subject, or its audit, may die or never end: the others go
// on. It must not know how one decoder is judged, and prints nothing.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/campaign/adapter_check.h"
#include "harness/campaign/audit.h"
#include "harness/campaign/subject_list.h"

namespace placemat {

struct InstalledRequest {
  // What every subject is asked. Its decoder, its row of the list and its
  // directory below `each.out` are filled in.
  AuditRequest each;
  bool only_check = false;          // can it be judged? Nothing is judged then
  std::chrono::seconds limit{120};  // for one subject
  std::size_t at_once = 2;
};

struct InstalledCalls {
  const std::atomic<bool>* stop = nullptr;
  std::function<void(std::size_t, std::size_t)> progress = {};  // subjects done, and in all
  // Called in the process of a subject; what they print is its log.
  std::function<void(const AuditRequest&, const Report&)> on_report = {};
  std::function<void(const ExternalDecoder&, const std::vector<CheckLine>&)> on_check = {};
};

class InstalledAudit {
 public:
  // Makes the directory. What an earlier audit left there is removed, unless it
  // is to be continued.
  InstalledAudit(std::vector<ListedSubject> subjects, InstalledRequest request,
                 InstalledCalls calls);

  // Returns when every process has ended; when it is stopped, each is told to
  // write down what it has found.
  void run();

  std::size_t size() const { return subjects_.size(); }
  // How many are not on this machine.
  std::size_t absent() const;

  // Of every subject, after a run that judges; complete unless it was stopped.
  // Nothing when no subject left a report. `command` goes to the header.
  std::optional<Report> gather(const std::string& command) const;

  // Of every subject, after a run that only checks.
  struct CheckOutcome {
    const ListedSubject* subject;
    bool is_absent;
    std::string answer;  // kSoundAdapter, or what is wrong

    bool is_sound() const { return answer == kSoundAdapter; }
  };
  std::vector<CheckOutcome> checks() const;

  // Where the logs of all subjects are.
  std::filesystem::path directory() const { return request_.each.out / "subjects"; }

 private:
  // One audit at work.
  struct Running {
    std::size_t subject;
    pid_t process;
    std::chrono::steady_clock::time_point due;
    bool is_told = false;  // to come to its end
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
  void finish(const Running& work, int status) const;
  void gather_one(std::size_t i, Report& all, bool& has_header) const;

  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
  std::vector<ListedSubject> subjects_;
  InstalledRequest request_;
  InstalledCalls calls_;
  std::vector<std::string> absent_;  // of each subject, what is missing; or empty
  std::vector<Running> running_;
};

// What a request asks of one row of the list.
AuditRequest request_for(const ListedSubject& listed, AuditRequest request,
                         const std::filesystem::path& out);

}  // namespace placemat
