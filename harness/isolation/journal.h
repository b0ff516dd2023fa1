// journal.h: the jobs that a run has done, on disk, each as soon as it is done.
// A run that is killed at any moment is continued from there and ends as it
// would have ended. It must not know what a job found.
#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "harness/isolation/archive.h"

namespace placemat {

class Journal {
 public:
  // `what` says what is run, by what program, on what: a journal of anything
  // else is not continued. With `resume`, throws InputError when the journal is
  // not of this run; without, an older one is forgotten.
  Journal(std::filesystem::path path, const std::string& what, bool resume);

  std::optional<Ledger> find(const Job& job);
  void add(const Job& job, const Ledger& ledger);
  std::size_t known() const { return ledgers_.size(); }
  // The run is complete: there is nothing to continue.
  void remove();

 private:
  static std::string key_of(const Job& job);
  void write(ByteView frame);
  std::filesystem::path path_;
  std::ofstream out_;
  std::map<std::string, Bytes> ledgers_;
  std::mutex mutex_;
};

// Does again only what the journal does not have.
class JournaledExecutor final : public Executor {
 public:
  JournaledExecutor(Journal& journal, std::unique_ptr<Executor> executor)
      : journal_(journal), executor_(std::move(executor)) {}
  Ledger check(const Job& job) override;
  DecoderResult conclude(std::size_t subject, const Ledger& whole,
                         const Tallies& tallies) override {
    return executor_->conclude(subject, whole, tallies);
  }
  bool is_sound() const override { return executor_->is_sound(); }

 private:
  Journal& journal_;
  std::unique_ptr<Executor> executor_;
};

}  // namespace placemat
