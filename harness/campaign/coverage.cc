#include "harness/campaign/coverage.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/call/caller.h"

namespace placemat {
namespace {

// Values that have names, with the depth from which a case is given them.
struct NamedValue {
  std::string_view axis, name;
  Depth from;
};
constexpr NamedValue kNamedValues[] = {
    {"placement", "end", Depth::kCore},        {"placement", "start", Depth::kChunked},
    {"placement", "nul", Depth::kChunked},     {"placement", "null", Depth::kChunked},
    {"room", "exact", Depth::kCore},           {"room", "ample", Depth::kCore},
    {"room", "short", Depth::kChunked},        {"room", "zero", Depth::kChunked},
    {"ending", "none", Depth::kCore},          {"ending", "finish", Depth::kChunked},
    {"ending", "reset", Depth::kChunked},      {"ending", "interleaved", Depth::kChunked},
    {"filler", "ascii", Depth::kPadded},       {"filler", "two-units", Depth::kFull},
    {"filler", "three-units", Depth::kFull},   {"filler", "four-units", Depth::kFull},
    {"cuts", "two-chunks", Depth::kChunked},   {"cuts", "single-units", Depth::kChunked},
    {"cuts", "empty-chunks", Depth::kChunked}, {"cuts", "three-chunks", Depth::kFull},
};

// "1..64": ascending numbers, runs in short.
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

}  // namespace

CoverageRecord coverage_of(std::span<const Decoder* const> decoders, Depth depth) {
  CoverageRecord coverage;
  for (std::size_t i = 0; i < kOperationCount; ++i) {
    const auto operation = static_cast<Operation>(i);
    if (std::ranges::any_of(decoders, [&](const Decoder* d) { return has(*d, operation); })) {
      coverage.operations.emplace_back(name_of(operation));
    }
  }
  for (const NamedValue& value : kNamedValues) {
    if (depth < value.from) continue;
    if (coverage.presentation.empty() || coverage.presentation.back().axis != value.axis) {
      coverage.presentation.push_back({std::string(value.axis), {}});
    }
    coverage.presentation.back().values.emplace_back(value.name);
  }
  const auto add_lengths = [&](const char* axis, const std::vector<std::size_t>& lengths) {
    if (!lengths.empty()) coverage.presentation.push_back({axis, ranges(lengths)});
  };
  add_lengths("pad", pad_lengths(depth, Filler::kAscii));
  add_lengths("tail", tail_lengths(depth));
  return coverage;
}

}  // namespace placemat
