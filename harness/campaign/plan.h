// plan.h: what a run is to do, one struct for each idea, and how the options of
// `placemat run` become one. It must not know how a plan is carried out.
#pragma once

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

// What is judged, and by which profile.
struct JudgedDecoders {
  std::vector<const Decoder*> decoders;
  std::optional<std::string> as = {};  // instead of the profile that each claims
  bool contrast = false;  // judge decoders of other dialects as UTF-8 too, without a claim
  Depth depth = Depth::kFull;
};

// Which cases they are given.
struct CaseSelection {
  std::vector<std::string> sources;  // names
  Budget budget = Budget::kStandard;
  std::uint64_t seed = 1992;
  const Corpus* corpus = nullptr;

  SourceOptions options() const { return {budget, seed, corpus}; }
};

// What is known of external decoders before they are judged. A run of the
// decoders of this tree leaves it empty.
struct ExternalFacts {
  std::vector<ExternalRecord> records = {};
  std::vector<MachineRecord> machines = {};
  std::vector<std::string> not_tested = {};  // what could not be asked, and why
  std::vector<std::string> isolation = {};   // the limits that are in force
  std::string called = {};                   // what names the decoder in a replay line
};

// What a run does besides judging.
struct ExtraChecks {
  bool oracle = true;            // compare the law with ICU
  bool documented_bugs = false;  // catch each of the corpus
  bool strength = false;         // measure the suite with mutants
};

// Findings that are no news.
struct Expectations {
  const ExpectedList* list = nullptr;
  bool is_complete = true;  // every decoder and every source runs, so that stale entries show
};

struct ReportDestination {
  std::filesystem::path file;  // report.jsonl
  std::string command;         // that makes it again
};

struct RunPlan {
  JudgedDecoders judged;
  CaseSelection cases;
  ExternalFacts external;
  ExtraChecks extra;
  Expectations expected;
  RunOptions how;
  ReportDestination to;
};

// The sources that are named in `asked`, in the order of source_rows(), or those
// that `is_default` chooses when none is. Throws InputError for an unknown name.
std::vector<std::string> choose_sources(const std::vector<std::string>& asked,
                                        const std::function<bool(const SourceRow&)>& is_default);

// What `placemat run` was asked for.
struct RunRequest {
  std::vector<const Decoder*> decoders;  // all of this tree when empty
  std::vector<std::string> sources;      // all that are not for filters when empty
  std::optional<std::string> as;
  Budget budget = Budget::kStandard;
  std::uint64_t seed = 1992;
  bool contrast = true, oracle = true, strength = false;
};

// All of the plan but how it is carried out and which file is written.
RunPlan plan_run(const RunRequest& request, const Corpus& corpus, const ExpectedList& expected);

}  // namespace placemat
