// Spreads the questions to ICU over threads and merges the tallies in a fixed order. Only oracle/
// knows what a divergence means.
#include "harness/campaign/oracle_run.h"

#include <algorithm>
#include <memory>
#include <optional>

#include "harness/bytes/parallel.h"

namespace placemat {
namespace {

class Asker final : public CaseSink {
 public:
  Asker(const OracleQuestion& question, const std::atomic<bool>& stop)
      : comparison_(question), tally_(question), stop_(stop) {}
  bool accept(const Case& c) override {
    // Of these the law says what it says of shorter strings; the tests of oracle/ ask them all.
    if (c.depth != Depth::kSingle) tally_.count(comparison_.compare(c.bytes));
    return !stop_.load(std::memory_order_relaxed);
  }
  OracleTally take() { return std::move(tally_); }

 private:
  Comparison comparison_;
  OracleTally tally_;
  const std::atomic<bool>& stop_;
};

struct OracleJob {
  std::size_t question;
  std::shared_ptr<const Source> source;
  std::size_t shard;
};

std::vector<OracleJob> all_jobs(const std::vector<std::string>& sources,
                                const SourceOptions& options) {
  std::vector<OracleJob> jobs;
  for (std::size_t q = 0; q < oracle_questions().size(); ++q) {
    for (const std::string& name : sources) {
      const std::shared_ptr<const Source> source =
          make_source(name, oracle_questions()[q].profile, options);
      if (!source) continue;  // the budget excludes it
      for (std::size_t shard = 0; shard < source->shards(); ++shard) {
        jobs.push_back({q, source, shard});
      }
    }
  }
  return jobs;
}

}  // namespace

std::vector<OracleTally> ask_oracles(const std::vector<std::string>& sources,
                                     const SourceOptions& options, unsigned threads,
                                     const std::atomic<bool>& stop) {
  const std::vector<OracleJob> jobs = all_jobs(sources, options);
  std::vector<std::optional<OracleTally>> parts(jobs.size());
  // Each job returns a tally; a job that begins after the stop ends at its first case.
  in_parallel(jobs.size(), threads, [&](std::size_t i) {
    Asker asker(oracle_questions()[jobs[i].question], stop);
    jobs[i].source->generate(jobs[i].shard, asker);
    parts[i] = asker.take();
  });

  std::vector<OracleTally> tallies;
  for (const OracleQuestion& question : oracle_questions()) tallies.emplace_back(question);
  for (std::size_t i = 0; i < jobs.size(); ++i) tallies[jobs[i].question].merge(*parts[i]);
  return tallies;
}

}  // namespace placemat
