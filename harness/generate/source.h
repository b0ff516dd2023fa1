// source.h: the sources of cases. A source enumerates code unit strings in a
// fixed order, cut into a fixed number of shards, so that a run gives the same
// report for any number of threads. It must not know any decoder; the cases
// depend on the judged profile only.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "harness/presentation/case.h"
#include "harness/spec/machine.h"

namespace placemat {

enum class Budget : std::uint8_t { kQuick, kStandard, kDeep };
std::string_view name_of(Budget budget);
std::optional<Budget> find_budget(std::string_view name);

class CaseSink {
 public:
  virtual ~CaseSink() = default;
  // Returns false when the source should stop (an interrupted run).
  virtual bool accept(const Case& c) = 0;
};

class Source {
 public:
  virtual ~Source() = default;
  virtual std::string_view name() const = 0;
  virtual std::string covers() const = 0;  // the enumerated set, in words and numbers
  virtual std::size_t shards() const { return 1; }
  virtual void generate(std::size_t shard, CaseSink& sink) const = 0;
  virtual std::vector<std::string> ids() const { return {}; }
};

struct Corpus;

// True for an `every` of calls that cost milliseconds, most often because each starts a process.
// Sources that are always whole otherwise then give a part.
constexpr bool are_calls_processes(std::uint64_t every) { return every >= 100; }

struct SourceOptions {
  Budget budget = Budget::kStandard;
  std::uint64_t seed = 1992;
  const Corpus* corpus = nullptr;  // for `curated`
  // A call costs tens of microseconds: a standard run takes every 17th of the strings that are
  // shorter strings in a row.
  bool are_calls_slow = false;
  // The decoder has one operation, so that a quick run has time for more cases. Where only one
  // answer can show a fault, it needs them.
  bool has_one_operation = false;
  // A call costs a tenth of a millisecond or more: one in so many of the cases of most sources.
  std::uint64_t every = 1;

  // True for a quick run that has time for cases of a standard run.
  bool is_quick_but_thorough() const {
    return budget == Budget::kQuick && has_one_operation && !are_calls_slow;
  }
};

// A source: its file ends with its row, and source.cc lists the rows.
struct SourceRow {
  std::string_view name;
  std::string_view summary;
  bool is_for_filters = false;              // for others only when it is asked for
  Budget least = Budget::kQuick;            // no lesser budget includes it
  bool is_quick_for_one_operation = false;  // but where a decoder has only one
  bool is_always_whole = false;             // never one case in so many
  std::string_view of_processes = {};       // what then is given where calls are processes
  std::unique_ptr<Source> (*make)(const Profile& profile, const SourceOptions& options);
};
// In the order in which they run.
std::span<const SourceRow> source_rows();
// Throws InputError when there is no source of that name.
const SourceRow& source_named(std::string_view name);

// The source `name` for decoders judged as `profile`; nullptr when the budget
// excludes it. Throws InputError as `source_named` does.
std::unique_ptr<Source> make_source(std::string_view name, const Profile& profile,
                                    const SourceOptions& options);

}  // namespace placemat
