#include "harness/campaign/coverage.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "harness/bytes/parallel.h"
#include "harness/presentation/axes.h"
#include "harness/presentation/surroundings.h"

namespace placemat {
namespace {

// Fillers and ways to cut, with the depth from which a case is presented with them. The values of
// the other axes are rows of harness/presentation/values.h.
struct TextValue {
  std::string_view axis, name;
  Depth from;
};
constexpr TextValue kTextValues[] = {
    {"filler", "ascii", Depth::kPadded},       {"filler", "two-units", Depth::kInTurn},
    {"filler", "three-units", Depth::kInTurn}, {"filler", "four-units", Depth::kInTurn},
    {"cuts", "two-chunks", Depth::kChunked},   {"cuts", "single-units", Depth::kChunked},
    {"cuts", "empty-chunks", Depth::kChunked}, {"cuts", "three-chunks", Depth::kInTurn},
};

void add_value(CoverageRecord& coverage, std::string_view axis, std::string_view name) {
  if (coverage.presentation.empty() || coverage.presentation.back().axis != axis) {
    coverage.presentation.push_back({std::string(axis), {}});
  }
  coverage.presentation.back().values.emplace_back(name);
}

// "1..64": ascending numbers, with runs abbreviated.
std::vector<std::string> ranges(const std::vector<std::size_t>& numbers) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    texts.push_back(last == i ? fmt::format("{}", numbers[i])
                              : fmt::format("{}..{}", numbers[i], numbers[last]));
    i = last + 1;
  }
  return texts;
}

class Counter final : public CaseSink {
 public:
  bool accept(const Case&) override {
    ++count_;
    return true;
  }
  std::uint64_t count() const { return count_; }

 private:
  std::uint64_t count_ = 0;
};

// Counts by enumeration. In the deep budget that alone takes minutes, so the result is 0, which
// means not counted.
std::uint64_t count_cases(const Source& source, Budget budget, unsigned threads) {
  if (budget == Budget::kDeep) return 0;
  std::atomic<std::uint64_t> count{0};
  in_parallel(source.shards(), threads, [&](std::size_t shard) {
    Counter counter;
    source.generate(shard, counter);
    count += counter.count();
  });
  return count;
}

}  // namespace

CoverageRecord coverage_of(std::span<const Decoder* const> decoders, Depth depth) {
  CoverageRecord coverage;
  for (std::size_t i = 0; i < kOperationCount; ++i) {
    const auto operation = static_cast<Operation>(i);
    if (std::ranges::any_of(decoders, [&](const Decoder* d) { return has(*d, operation); })) {
      coverage.operations.emplace_back(name_of(operation));
    }
  }
  const Presentation plain;
  for_each_axis(plain, [&](const AxisRow& axis, const auto& member) {
    using Value = std::remove_cvref_t<decltype(member)>;
    if constexpr (NamedValue<Value>) {
      for (const ValueRow<Value>& row : rows_of(Value{})) {
        if (depth < row.from) continue;
        add_value(coverage, axis.name, row.name);
      }
    }
  });
  for (const TextValue& value : kTextValues) {
    if (depth >= value.from) add_value(coverage, value.axis, value.name);
  }
  const auto add_lengths = [&](const char* axis, const std::vector<std::size_t>& lengths) {
    if (!lengths.empty()) coverage.presentation.push_back({axis, ranges(lengths)});
  };
  add_lengths("pad", pad_lengths(depth, Filler::kAscii));
  add_lengths("tail", tail_lengths(depth));
  return coverage;
}

std::vector<SourceRecord> source_records(std::span<const std::string> asked,
                                         const SourceOptions& options, CaseCounts counts,
                                         unsigned threads) {
  std::vector<SourceRecord> records;
  for (const SourceRow& row : source_rows()) {
    SourceRecord record;
    record.name = row.name;
    if (std::ranges::find(asked, row.name) == asked.end()) {
      if (row.is_for_filters) continue;
      record.not_run = "not asked for";
    } else {
      // The coverage of a source is stated for UTF-8; other dialects have other classes and states,
      // and their counts stand with each decoder.
      const auto source = make_source(row.name, Profile{}, options);
      if (source) {
        record.covers = source->covers();
        if (counts == CaseCounts::kAll)
          record.cases = count_cases(*source, options.budget, threads);
        record.ids = source->ids();
      } else {
        record.not_run = fmt::format("the {} budget leaves it out", name_of(options.budget));
      }
    }
    records.push_back(std::move(record));
  }
  return records;
}

}  // namespace placemat
