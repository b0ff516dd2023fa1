// fuzz_store.h: what a fuzzing campaign found, on disk. Lines are only appended, and each is on
// the disk before anything else happens, so that a campaign that was killed at any moment goes on
// from there. It must not know how anything was found.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/judge/finding.h"
#include "harness/report/fuzzing.h"

namespace placemat {

// What was fuzzed, and how. The seed makes the same choices again.
struct FuzzedSubject {
  std::string decoder, version;
  std::string judged_as;  // the profile
  std::string called;     // as behind `placemat replay`
  std::string digest;     // SHA-256 of its code, or empty
  std::string build;      // the compiler that the file names, or empty
  std::vector<std::string> cpu_features;
  std::string tool;  // version and commit of placemat
  std::uint64_t seed = 0;
};

template <class Visitor, Of<FuzzedSubject> T>
void members(Visitor& v, T& r) {
  v("decoder", r.decoder);
  v("version", r.version);
  v("judged_as", r.judged_as);
  v("called", r.called);
  v("digest", r.digest);
  v("build", r.build);
  v("cpu_features", r.cpu_features);
  v("tool", r.tool);
  v.exact("seed", r.seed);
}

// A failure that was minimised. Its replay line gives the units in their presentation again.
struct StoredFailure {
  FuzzedSubject subject;
  std::uint64_t bucket = 0;  // of the exploration
  double seconds = 0;        // of the campaign
  std::uint64_t executions = 0;
  bool is_cause = true;  // a new finding when it was found; otherwise a symptom of an earlier one
  Finding finding;
};

template <class Visitor, Of<StoredFailure> T>
void members(Visitor& v, T& r) {
  v("subject", r.subject);
  v.exact("bucket", r.bucket);
  v("seconds", r.seconds);
  v("executions", r.executions);
  v("is_cause", r.is_cause);
  v("finding", r.finding);
}

struct ChecksOf {
  std::string key;  // of a failure, or the name of an operation or an error class
  std::uint64_t checks = 0;
};

template <class Visitor, Of<ChecksOf> T>
void members(Visitor& v, T& r) {
  v("key", r.key);
  v("checks", r.checks);
}

// How far the campaign was at one moment.
struct StoredProgress {
  FuzzingPoint point;
  std::uint64_t checks = 0, failed = 0;
  std::vector<ChecksOf> counts;  // of failures, that changed since the progress before
  std::vector<ChecksOf> operations, error_classes;  // all but those without a check
};

template <class Visitor, Of<StoredProgress> T>
void members(Visitor& v, T& r) {
  v("point", r.point);
  v("checks", r.checks);
  v("failed", r.failed);
  v("counts", r.counts);
  v.unless_empty("operations", r.operations);
  v.unless_empty("error_classes", r.error_classes);
}

class FuzzStore {
 public:
  // Without `resume`, throws InputError when the file has findings already; with it, when there is
  // no file or when it is of another decoder. Only one campaign at a time uses a file.
  FuzzStore(const std::filesystem::path& path, const FuzzedSubject& subject, bool resume);
  ~FuzzStore();
  FuzzStore(const FuzzStore&) = delete;
  FuzzStore& operator=(const FuzzStore&) = delete;

  // What was there when it was opened.
  const std::vector<StoredFailure>& failures() const { return failures_; }
  const std::vector<StoredProgress>& progress() const { return progress_; }
  std::uint64_t resumed() const { return sessions_ - 1; }

  // On the disk when these return. Throws SystemError for a full disk.
  void add(const StoredFailure& failure);
  void add(const StoredProgress& progress);

 private:
  void close_file();
  void lock();
  void read(const FuzzedSubject& subject);
  void write(const std::string& line);

  std::filesystem::path path_;
  int file_ = -1;
  std::vector<StoredFailure> failures_;
  std::vector<StoredProgress> progress_;
  std::uint64_t sessions_ = 0;
};

}  // namespace placemat
