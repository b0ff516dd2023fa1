// plan.h: the plan of a run, one struct for each idea, and how the options of `placemat run` become
// one. It must not know how a plan is carried out.
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

// The decoders that are judged, and by which profile.
struct JudgedDecoders {
  std::vector<const Decoder*> decoders;
  std::optional<std::string> as = {};  // instead of the profile that each claims
  bool contrast = false;  // judge decoders of other dialects as UTF-8 too, without a claim
  Depth depth = Depth::kFull;
};

// The cases that they are given.
struct CaseSelection {
  std::vector<std::string> sources;  // names
  Budget budget = Budget::kStandard;
  std::uint64_t seed = 1992;
  const Corpus* corpus = nullptr;
  bool are_calls_slow = false;
  std::uint64_t every = 1;  // of the cases of most sources, one in so many

  SourceOptions options() const { return {budget, seed, corpus, are_calls_slow, false, every}; }
};

// Facts about external decoders. Empty in a run of the decoders of this tree.
struct ExternalFacts {
  std::vector<ExternalRecord> records = {};                // without what `identify` adds
  std::vector<std::string> not_tested = {};                // what could not be tested, and why
  std::function<std::vector<std::string>()> refused = {};  // the same, known after judging
  std::vector<std::string> isolation = {};                 // the limits that are in force
  std::string called = {};                                 // names the decoder in a replay line
  // Says which parts of the profile the decoder claims.
  std::function<void(DecoderResult&)> state_claims = {};
  // Asks for the findings of a decoder again, after all are known and the threads have ended.
  std::function<void(DecoderResult&)> ask_again = {};
  // Identifies the decoder after that, and compares its record with the findings. Returns its
  // machine, where it was learnt; the result says why it was not.
  std::function<std::optional<MachineRecord>(ExternalRecord&, DecoderResult&)> identify = {};
};

// The work of a run besides judging.
struct ExtraChecks {
  bool oracle = true;            // compare the law with ICU
  bool documented_bugs = false;  // catch each bug of the corpus
  bool strength = false;         // measure the suite with mutants
};

// The findings that are already known.
struct Expectations {
  const ExpectedList* list = nullptr;
  bool is_complete = true;  // every decoder and every source runs, so that stale entries show
};

struct ReportDestination {
  std::filesystem::path file;  // report.jsonl
  std::string command;         // reproduces the run
};

struct RunPlan {
  JudgedDecoders judged;
  CaseSelection cases;
  ExternalFacts external;
  ExtraChecks extra;
  Expectations expected;
  std::vector<DefectRecord> known_defects;  // of the catalogue, for the report
  Shard shard = {};                         // empty: a whole run
  RunOptions how;
  ReportDestination to;
};

// The sources named in `asked`, in the order of source_rows(), or those that `is_default` chooses
// when `asked` is empty. Throws InputError for an unknown name, and for a source that the budget
// excludes.
std::vector<std::string> choose_sources(const std::vector<std::string>& asked, Budget budget,
                                        const std::function<bool(const SourceRow&)>& is_default);

// The I-th of N parts of the decoders: every N-th, so that each part has some of the slow ones.
struct ShardOption {
  std::size_t part = 1, parts = 1;
};

// The options of `placemat run`.
struct RunRequest {
  std::vector<const Decoder*> decoders;  // all of this tree when empty
  std::vector<std::string> sources;      // all that are not for filters when empty
  std::optional<std::string> as;
  Budget budget = Budget::kStandard;
  std::uint64_t seed = 1992;
  std::optional<ShardOption> shard;
  bool contrast = true, oracle = true, strength = false;
  std::vector<DefectRecord> known_defects;  // kept where everything is run
};

// Everything of the plan except how it is carried out and which file is written. Throws InputError
// for a shard without decoders.
RunPlan plan_run(const RunRequest& request, const Corpus& corpus, const ExpectedList& expected);

}  // namespace placemat
