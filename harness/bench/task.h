// task.h: the work of a subject in a benchmark, and whether the subject does it
// correctly. A subject is a decoder, or a floor: work that every decoder must
// do, as a reference for its speed (copy the input; read it; widen it). A
// decoder that disagrees with the law on the input of a benchmark is not
// measured on it.
#pragma once

#include <string>
#include <vector>

#include "harness/bench/placed.h"
#include "harness/decoder/registry.h"
#include "harness/spec/reference.h"

namespace placemat::bench {

enum class Task : std::uint8_t {
  kValidate,
  kStrict32,
  kLossy32,
  kStrict16,
  kLossy16,
  kLength32,
  kLength16
};
struct TaskRow {
  Task task;
  const char* name;
};
const std::vector<TaskRow>& tasks();
std::string name_of(Task task);
// Throws InputError that lists the names.
Task parse_task(const std::string& name);
// A strict task measures how fast well-formed text is converted.
bool needs_well_formed(Task task);

enum class Floor : std::uint8_t { kNone, kCopy, kRead, kWiden };

struct BenchTarget {
  std::string name, version;
  const Decoder* decoder = nullptr;  // of a floor: none
  Floor floor = Floor::kNone;
};
std::vector<BenchTarget> floors();
BenchTarget subject_of(const Decoder& decoder);
// The decoders with these names, all if there are none, that claim UTF-8 with
// one U+FFFD for each maximal subpart: the others have a different law and a
// different amount of work.
std::vector<BenchTarget> comparable_subjects(const std::vector<std::string>& names);
bool offers(const BenchTarget& subject, Task task);

// The law's answer, computed once for all subjects.
struct Expected {
  bool well_formed = false;
  std::vector<std::uint32_t> values32;
  std::vector<std::uint16_t> values16;
};
Expected expect(ByteView input);

// The output buffer: one value for each unit always suffices.
struct Buffers {
  explicit Buffers(std::size_t units, std::size_t offset = kUsualOffset)
      : bytes(units, offset), values32(units, offset), values16(units, offset) {}
  Placed<std::uint8_t> bytes;
  Placed<std::uint32_t> values32;
  Placed<std::uint16_t> values16;
};

// Runs it once; the result can be passed to the compiler as a used value.
std::size_t perform(const BenchTarget& subject, Task task, ByteView input, Buffers& buffers);

// Empty, or the disagreement of the subject with the law.
std::string disagreement(const BenchTarget& subject, Task task, ByteView input,
                         const Expected& expected, Buffers& buffers);

}  // namespace placemat::bench
