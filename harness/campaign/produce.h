// produce.h: one run, from a plan to a report on disk. Records are written as
// they become known; the Report that is returned is what the file holds.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/campaign/expected.h"
#include "harness/campaign/run.h"
#include "harness/corpus/corpus.h"
#include "harness/report/record.h"

namespace placemat {

struct RunPlan {
  std::vector<const Decoder*> decoders;
  std::optional<std::string> as;     // judge as this instead of what is claimed
  bool contrast = false;             // judge the others as UTF-8 too, which they do not claim
  std::vector<std::string> sources;  // names
  Budget budget = Budget::kStandard;
  std::uint64_t seed = 1992;
  unsigned threads = 1;
  unsigned call_limit_ms = 1000;
  bool ask_oracle = true;
  const Corpus* corpus = nullptr;
  const ExpectedList* expected = nullptr;
  bool catches_bugs = false;  // tries the documented ones too
  bool measures_strength = false;
  bool is_complete = true;     // every decoder and every source: stale entries show
  std::filesystem::path file;  // report.jsonl
  std::string command;
  const std::atomic<bool>* stop = nullptr;
  // Of a stranger: where it is judged, what kept it there, and what stands for
  // it in a replay line.
  MakeExecutor make_executor = {};
  std::vector<std::string> isolation;
  std::string called;
  std::vector<ExternalRecord> externals;
  std::vector<MachineRecord> machines;
  std::vector<std::string> not_tested;  // of what is asked about strangers
  Depth most = Depth::kFull;
  std::function<void(const std::string&, std::size_t, std::size_t)> progress;
};

Report produce(const RunPlan& plan);

// Is everything as expected? What `placemat run` answers with exit code 0.
bool is_as_expected(const Report& report);

}  // namespace placemat
