// small.cc: see small.h.
#include "harness/bench/small.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "harness/bench/input.h"
#include "harness/bench/report.h"
#include "harness/spec/machine.h"

namespace placemat::bench {
namespace {

// Prevents a call's result, and all values that it wrote, from being optimised
// away.
template <class Value>
void needed(const Value& value) {
  asm volatile("" : : "r,m"(value) : "memory");
}

// The offset of the output changes from repetition to repetition. A fixed one
// can be slow by accident, when the code reads the same offset of another page.
struct Places {
  static constexpr std::size_t kPage = 4096, kStep = 5 * 64;
  explicit Places(std::size_t units) : bytes(4 * units + 2 * kPage) {}
  template <class Value>
  Value* at(unsigned repetition) {
    void* start = bytes.data();
    std::size_t room = bytes.size();
    std::align(kPage, 1, start, room);
    return reinterpret_cast<Value*>(static_cast<std::uint8_t*>(start) + repetition * kStep % kPage);
  }
  std::vector<std::uint8_t> bytes;
};

// Each function of each subject is called from a call site of its own. A
// processor predicts the target by the call site, and where one site has
// several targets, the first one costs up to a nanosecond less than the others:
// half of an empty call. All sites are alike, and aligned, for the same reason.
constexpr std::size_t kSites = 32;

template <Task kTask, std::size_t kSite>
struct Site {
  template <class Call>
  [[gnu::noinline, gnu::aligned(64)]] static double time_of(const std::vector<Bytes>& inputs,
                                                            std::size_t rounds, const Call& call) {
    const auto begin = std::chrono::steady_clock::now();
    for (std::size_t round = 0; round < rounds; ++round)
      for (const Bytes& input : inputs) {
        asm volatile("" : : "i"(kTask), "i"(kSite));  // otherwise sites might be merged
        call(input.data(), input.size());
      }
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - begin;
    return took.count() / static_cast<double>(rounds * inputs.size());
  }

  template <class Function>
  static double asking(Function* function, const std::vector<Bytes>& inputs, std::size_t rounds) {
    return time_of(inputs, rounds, [=](const std::uint8_t* in, std::size_t length) {
      needed(function(in, length));
    });
  }
  template <class Value, class Function>
  static double decoding(Function* function, const std::vector<Bytes>& inputs, std::size_t rounds,
                         Value* out) {
    placemat_result result;
    return time_of(inputs, rounds, [=, &result](const std::uint8_t* in, std::size_t length) {
      function(in, length, out, length, &result);
      needed(result.written);
    });
  }

  static double time(const Decoder& d, const std::vector<Bytes>& inputs, std::size_t rounds,
                     Places& out, unsigned repetition) {
    auto* const out32 = out.at<std::uint32_t>(repetition);
    auto* const out16 = out.at<std::uint16_t>(repetition);
    if constexpr (kTask == Task::kValidate) return asking(d.validate, inputs, rounds);
    if constexpr (kTask == Task::kLength32) return asking(d.length32, inputs, rounds);
    if constexpr (kTask == Task::kLength16) return asking(d.length16, inputs, rounds);
    if constexpr (kTask == Task::kStrict32) return decoding(d.strict32, inputs, rounds, out32);
    if constexpr (kTask == Task::kLossy32) return decoding(d.lossy32, inputs, rounds, out32);
    if constexpr (kTask == Task::kStrict16) return decoding(d.strict16, inputs, rounds, out16);
    if constexpr (kTask == Task::kLossy16) return decoding(d.lossy16, inputs, rounds, out16);
  }
};

template <Task kTask, std::size_t... kSite>
constexpr auto make_sites(std::index_sequence<kSite...>) {
  return std::array{&Site<kTask, kSite>::time...};
}
using Timers = std::array<decltype(&Site<Task::kValidate, 0>::time), kSites>;
template <Task kTask>
constexpr Timers kTimersOf = make_sites<kTask>(std::make_index_sequence<kSites>{});

double time_of_task(const Decoder& d, Task task, std::size_t site, const std::vector<Bytes>& inputs,
                    std::size_t rounds, Places& out, unsigned repetition) {
  const auto time_by = [&](const Timers& timers) {
    return timers[site % kSites](d, inputs, rounds, out, repetition);
  };
  switch (task) {
    case Task::kValidate:
      return time_by(kTimersOf<Task::kValidate>);
    case Task::kLength32:
      return time_by(kTimersOf<Task::kLength32>);
    case Task::kLength16:
      return time_by(kTimersOf<Task::kLength16>);
    case Task::kStrict32:
      return time_by(kTimersOf<Task::kStrict32>);
    case Task::kLossy32:
      return time_by(kTimersOf<Task::kLossy32>);
    case Task::kStrict16:
      return time_by(kTimersOf<Task::kStrict16>);
    case Task::kLossy16:
      return time_by(kTimersOf<Task::kLossy16>);
  }
  return 0;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

std::vector<Bytes> inputs_of(const SmallPlan& plan, const std::string& name, std::size_t length) {
  std::vector<Bytes> inputs;
  for (std::size_t i = 0; i < std::max<std::size_t>(plan.different, 1); ++i)
    inputs.push_back(make_input(name, length, plan.seed + 7919 * i));
  return inputs;
}

// All subjects in turn, for one length.
void measure_length(const SmallPlan& plan, Task task, const std::vector<Bytes>& inputs,
                    std::vector<SmallRow*>& rows) {
  constexpr std::size_t kUnitsOfABatch = 32000, kUnitsOfACall = 8;
  const std::size_t each = inputs.size() * (inputs.front().size() + kUnitsOfACall);
  const std::size_t rounds = kUnitsOfABatch / each + 1;
  Places out(inputs.front().size());
  std::vector<std::vector<double>> times(rows.size());
  for (unsigned repetition = 0; repetition < plan.repetitions; ++repetition)
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Decoder& decoder =
          *std::ranges::find(plan.subjects, rows[i]->subject, &BenchTarget::name)->decoder;
      times[i].push_back(time_of_task(decoder, task, i, inputs, rounds, out, repetition));
    }
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i]->nanoseconds.push_back(median(times[i]));
}

void check(const SmallPlan& plan, Task task, const std::vector<Bytes>& inputs,
           std::vector<SmallRow*>& rows) {
  for (SmallRow* row : rows) {
    const BenchTarget& subject =
        *std::ranges::find(plan.subjects, row->subject, &BenchTarget::name);
    for (const Bytes& input : inputs)
      if (row->excluded.empty()) row->excluded = small_disagreement(subject, task, input);
    if (!row->excluded.empty()) row->nanoseconds.clear();
  }
  std::erase_if(rows, [](const SmallRow* row) { return !row->excluded.empty(); });
}

const SmallRow* row_of(const std::vector<SmallRow>& rows, Task task, const std::string& input,
                       const std::string& subject) {
  const auto found = std::ranges::find_if(rows, [&](const SmallRow& row) {
    return row.task == task && row.input == input && row.subject == subject &&
           !row.nanoseconds.empty();
  });
  return found == rows.end() ? nullptr : &*found;
}

std::string cell(const SmallPlan& plan, const std::vector<SmallRow>& rows, Task task,
                 const std::string& input, const std::string& subject) {
  const SmallRow* const row = row_of(rows, task, input, subject);
  if (row == nullptr) return "-";
  const SmallRow* const base = row_of(rows, task, input, plan.against);
  if (subject == plan.against || base == nullptr)
    return fmt::format("{:.1f}..{:.1f} ns", row->nanoseconds.front(), row->nanoseconds.back());
  const Comparison c = compare(*row, *base, plan.first);
  return fmt::format("{:.2f} ({:.2f} at {})", c.median, c.worst, c.worst_length);
}

}  // namespace

Comparison compare(const SmallRow& row, const SmallRow& other, std::size_t first) {
  Comparison comparison;
  std::vector<double> ratios;
  for (std::size_t i = 0; i < std::min(row.nanoseconds.size(), other.nanoseconds.size()); ++i) {
    ratios.push_back(row.nanoseconds[i] / other.nanoseconds[i]);
    if (ratios.back() <= comparison.worst) continue;
    comparison.worst = ratios.back();
    comparison.worst_length = first + i;
  }
  if (!ratios.empty()) comparison.median = median(ratios);
  return comparison;
}

std::string small_disagreement(const BenchTarget& subject, Task task, ByteView input) {
  const Expected expected = expect(input);
  Buffers buffers(input.size());
  if (!needs_well_formed(task) || expected.well_formed)
    return disagreement(subject, task, input, expected, buffers);
  const Decoder& d = *subject.decoder;
  placemat_result result{};
  if (task == Task::kStrict32)
    d.strict32(input.data(), input.size(), buffers.values32.data(), input.size(), &result);
  else
    d.strict16(input.data(), input.size(), buffers.values16.data(), input.size(), &result);
  if (result.status == PLACEMAT_UNSUPPORTED) return "unsupported here";
  if (result.status == PLACEMAT_OK) return "another verdict";
  const std::size_t offset = machine(Profile{}).decode(input).error->offset;
  return result.error_offset == offset ? "" : "another place of the first error";
}

std::vector<SmallRow> measure_small(const SmallPlan& plan,
                                    const std::function<void(std::size_t, std::size_t)>& at) {
  std::vector<SmallRow> rows;
  for (const Task task : plan.tasks)
    for (const std::string& input : plan.inputs)
      for (const BenchTarget& subject : plan.subjects)
        if (offers(subject, task)) rows.push_back({task, input, subject.name, "", {}});
  std::size_t done = 0;
  const std::size_t all = plan.tasks.size() * plan.inputs.size();
  for (const Task task : plan.tasks)
    for (const std::string& input : plan.inputs) {
      std::vector<SmallRow*> here;
      for (SmallRow& row : rows)
        if (row.task == task && row.input == input) here.push_back(&row);
      for (std::size_t length = plan.first; length <= plan.last; ++length) {
        const std::vector<Bytes> inputs = inputs_of(plan, input, length);
        check(plan, task, inputs, here);
        measure_length(plan, task, inputs, here);
      }
      at(++done, all);
    }
  return rows;
}

std::string small_table(const SmallPlan& plan, const std::vector<SmallRow>& rows) {
  std::string text;
  std::size_t width = 8;
  for (const BenchTarget& subject : plan.subjects) width = std::max(width, subject.name.size());
  for (const Task task : plan.tasks) {
    text +=
        fmt::format("{}, {} to {} units\n{:{}}", name_of(task), plan.first, plan.last, "", width);
    for (const std::string& input : plan.inputs) text += fmt::format(" {:>18}", input);
    text += '\n';
    for (const BenchTarget& subject : plan.subjects) {
      text += fmt::format("{:{}}", subject.name, width);
      for (const std::string& input : plan.inputs)
        text += fmt::format(" {:>18}", cell(plan, rows, task, input, subject.name));
      text += '\n';
    }
    text += '\n';
  }
  return text;
}

std::string small_json(const SmallPlan& plan, const std::vector<SmallRow>& rows) {
  const Environment environment = this_environment();
  nlohmann::ordered_json json{{"format", "placemat-bench-small-1"},
                              {"processor", environment.processor},
                              {"compiler", environment.compiler},
                              {"seed", plan.seed},
                              {"repetitions", plan.repetitions},
                              {"different", plan.different},
                              {"first", plan.first},
                              {"last", plan.last}};
  json["rows"] = nlohmann::ordered_json::array();
  for (const SmallRow& row : rows)
    json["rows"].push_back({{"task", name_of(row.task)},
                            {"input", row.input},
                            {"subject", row.subject},
                            {"excluded", row.excluded},
                            {"nanoseconds", row.nanoseconds}});
  return json.dump(1) + "\n";
}

}  // namespace placemat::bench
