// journal.h: the finished jobs of a run, on disk, each written as soon as it is done. A
// run that is killed at any moment continues from there, with the same result. It does
// not know what a job found.
#pragma once

#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "harness/isolation/archive.h"

namespace placemat {

class Journal {
 public:
  // `what` identifies the run: the program, its arguments and its input; a journal of
  // anything else is not continued. With `resume`, throws InputError when the journal is
  // not of this run; without, discards an older one.
  Journal(std::filesystem::path path, const std::string& what, bool resume);

  std::optional<Ledger> find(const Job& job);
  void add(const Job& job, const Ledger& ledger);
  // The same for work of another kind, which has keys of its own.
  std::optional<Bytes> find_kept(const std::string& key);
  void keep(const std::string& key, const Bytes& found);
  std::size_t known() const { return ledgers_.size(); }
  // The run is complete, so nothing remains to be continued.
  void remove();

 private:
  static std::string key_of(const Job& job);
  void write(ByteView frame);
  std::filesystem::path path_;
  std::ofstream out_;
  std::map<std::string, Bytes> ledgers_;
  std::mutex mutex_;
};

// Runs only the jobs that the journal does not have.
class JournaledExecutor final : public Executor {
 public:
  // On a thread of a run nothing may be thrown; `on_trouble` reports a journal that is not written.
  JournaledExecutor(Journal& journal, std::unique_ptr<Executor> executor,
                    std::function<void(const std::string&)> on_trouble = {})
      : journal_(journal), executor_(std::move(executor)), on_trouble_(std::move(on_trouble)) {}
  Ledger check(const Job& job) override;
  DecoderResult conclude(std::size_t subject, const Ledger& whole,
                         const Tallies& tallies) override {
    return executor_->conclude(subject, whole, tallies);
  }
  bool is_sound() const override { return !in_trouble_ && executor_->is_sound(); }

 private:
  Journal& journal_;
  std::unique_ptr<Executor> executor_;
  std::function<void(const std::string&)> on_trouble_;
  bool in_trouble_ = false;
};

}  // namespace placemat
