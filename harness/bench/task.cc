// task.cc: see task.h.
#include "harness/bench/task.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "harness/bytes/error.h"
#include "harness/spec/encode.h"
#include "harness/spec/machine.h"

namespace placemat::bench {
namespace {

std::size_t run_floor(Floor floor, Task task, ByteView input, Buffers& buffers) {
  switch (floor) {
    case Floor::kCopy:
      std::memcpy(buffers.bytes.data(), input.data(), input.size());
      return buffers.bytes[input.size() - 1];
    case Floor::kRead:
      return std::accumulate(input.begin(), input.end(), std::uint8_t{0},
                             [](std::uint8_t all, std::uint8_t unit) {
                               return static_cast<std::uint8_t>(all | unit);
                             });
    default:
      if (task == Task::kStrict16 || task == Task::kLossy16) {
        std::copy(input.begin(), input.end(), buffers.values16.begin());
        return buffers.values16[input.size() - 1];
      }
      std::copy(input.begin(), input.end(), buffers.values32.begin());
      return buffers.values32[input.size() - 1];
  }
}

template <class Function, class Value>
std::size_t convert(Function* function, ByteView input, Placed<Value>& out,
                    placemat_result& result) {
  function(input.data(), input.size(), out.data(), out.size(), &result);
  return result.written;
}

std::size_t ask(const Decoder& d, Task task, ByteView input, Buffers& buffers,
                placemat_result& result) {
  switch (task) {
    case Task::kValidate:
      return static_cast<std::size_t>(d.validate(input.data(), input.size()));
    case Task::kStrict32:
      return convert(d.strict32, input, buffers.values32, result);
    case Task::kLossy32:
      return convert(d.lossy32, input, buffers.values32, result);
    case Task::kStrict16:
      return convert(d.strict16, input, buffers.values16, result);
    case Task::kLossy16:
      return convert(d.lossy16, input, buffers.values16, result);
    case Task::kLength32:
      return d.length32(input.data(), input.size());
    case Task::kLength16:
      return d.length16(input.data(), input.size());
  }
  return 0;
}

template <class Value>
bool starts_with(std::span<const Value> seen, const std::vector<Value>& expected) {
  return seen.size() >= expected.size() &&
         std::equal(expected.begin(), expected.end(), seen.begin());
}

}  // namespace

const std::vector<TaskRow>& tasks() {
  static const std::vector<TaskRow> rows{
      {Task::kValidate, "validate"}, {Task::kStrict32, "strict32"}, {Task::kLossy32, "lossy32"},
      {Task::kStrict16, "strict16"}, {Task::kLossy16, "lossy16"},   {Task::kLength32, "length32"},
      {Task::kLength16, "length16"}};
  return rows;
}

std::string name_of(Task task) { return std::ranges::find(tasks(), task, &TaskRow::task)->name; }

Task parse_task(const std::string& name) {
  std::string all;
  for (const TaskRow& row : tasks()) {
    if (name == row.name) return row.task;
    all += (all.empty() ? "" : ", ") + std::string(row.name);
  }
  throw InputError("unknown task '" + name + "'; there are " + all);
}

bool needs_well_formed(Task task) { return task == Task::kStrict32 || task == Task::kStrict16; }

std::vector<BenchTarget> floors() {
  return {{"(copy)", "", nullptr, Floor::kCopy},
          {"(read)", "", nullptr, Floor::kRead},
          {"(widen)", "", nullptr, Floor::kWiden}};
}

BenchTarget subject_of(const Decoder& decoder) { return {decoder.name, decoder.version, &decoder}; }

std::vector<BenchTarget> comparable_subjects(const std::vector<std::string>& names) {
  std::vector<BenchTarget> subjects;
  for (const Decoder* decoder : decoders()) {
    const bool is_asked_for =
        names.empty() || std::ranges::find(names, decoder->name) != names.end();
    const Profile claimed = claimed_profile(*decoder);
    if (is_asked_for && claimed.dialect == DialectId::kUtf8 && claimed.bom == Bom::kKeep &&
        (claimed.policy == PolicyId::kMaximalSubpart || decoder->lossy32 == nullptr))
      subjects.push_back(subject_of(*decoder));
  }
  return subjects;
}

bool offers(const BenchTarget& subject, Task task) {
  if (subject.decoder == nullptr) {
    const bool writes =
        task != Task::kValidate && task != Task::kLength32 && task != Task::kLength16;
    return subject.floor != Floor::kWiden || writes;
  }
  const Decoder& d = *subject.decoder;
  switch (task) {
    case Task::kValidate:
      return d.validate != nullptr;
    case Task::kStrict32:
      return d.strict32 != nullptr;
    case Task::kLossy32:
      return d.lossy32 != nullptr;
    case Task::kStrict16:
      return d.strict16 != nullptr;
    case Task::kLossy16:
      return d.lossy16 != nullptr;
    case Task::kLength32:
      return d.length32 != nullptr && d.lossy32 != nullptr;
    case Task::kLength16:
      return d.length16 != nullptr && d.lossy16 != nullptr;
  }
  return false;
}

Expected expect(ByteView input) {
  const Answer answer = machine(Profile{}).decode(input);
  Expected expected;
  expected.well_formed = !answer.error;
  expected.values32.reserve(answer.values.size());
  for (const std::uint64_t value : answer.values)
    expected.values32.push_back(static_cast<std::uint32_t>(value));
  if (auto units = to_utf16(answer.values)) expected.values16 = std::move(*units);
  return expected;
}

std::size_t perform(const BenchTarget& subject, Task task, ByteView input, Buffers& buffers) {
  if (subject.decoder == nullptr) return run_floor(subject.floor, task, input, buffers);
  placemat_result result{};
  return ask(*subject.decoder, task, input, buffers, result);
}

std::string disagreement(const BenchTarget& subject, Task task, ByteView input,
                         const Expected& expected, Buffers& buffers) {
  if (subject.decoder == nullptr) return {};
  // The previous content of another subject is not this subject's answer.
  std::ranges::fill(buffers.values32, 0xAAAAAAAA);
  std::ranges::fill(buffers.values16, std::uint16_t{0xAAAA});
  placemat_result result{};
  result.status = PLACEMAT_OK;
  const std::size_t seen = ask(*subject.decoder, task, input, buffers, result);
  if (result.status == PLACEMAT_UNSUPPORTED) return "unsupported here";
  if (task == Task::kValidate) {
    if (seen == static_cast<std::size_t>(-1)) return "unsupported here";
    return seen == (expected.well_formed ? 1u : 0u) ? "" : "another verdict";
  }
  const bool is_16 = task == Task::kStrict16 || task == Task::kLossy16 || task == Task::kLength16;
  if (seen != (is_16 ? expected.values16.size() : expected.values32.size()))
    return "another number of values";
  if (result.status != PLACEMAT_OK) return "another verdict";
  if (task == Task::kLength32 || task == Task::kLength16) return {};
  const bool same = is_16 ? starts_with(buffers.values16.view(), expected.values16)
                          : starts_with(buffers.values32.view(), expected.values32);
  return same ? "" : "other values";
}

}  // namespace placemat::bench
