// law_planes.h: the law's answers in the form of the byte planes. Units of one class differ in the
// value that they add and in nothing else, so that it asks the law about one unit of each class. A
// plane that shows the same as behind the prefix before is not filled again. It holds no knowledge
// of its own.
#pragma once

#include <vector>

#include "harness/certify/planes.h"
#include "harness/judge/expectation.h"

namespace placemat {

class LawPlanes {
 public:
  explicit LawPlanes(const Profile& profile);

  // About the strings of `prefix`, fewer units than PlanesOfAnswers::kLongest, and one more. Valid
  // until the next question. A value that needs more than three bytes is FFFFFF.
  const PlanesOfAnswers& about(ByteView prefix);

 private:
  static constexpr std::size_t kLongest = PlanesOfAnswers::kLongest;
  // Units of one class that follow each other, and what the law says of the first of them.
  struct Run {
    std::uint8_t first;
    std::size_t units = 0;
    std::size_t like = 0;    // the first run of its class
    bool is_rising = false;  // each unit that completes a value adds one more than that before it
    std::uint8_t count = 0, offset = 0, length = 0;
    std::size_t varies = kLongest;  // the rank of the value that the unit completes
  };

  // What the planes of a rank show: the value of the first unit of each run and whether the run
  // varies there, by the transitions of the state behind the prefix.
  struct Shown {
    Machine::State state = Machine::kStart;
    std::vector<std::uint64_t> of_runs;
    friend bool operator==(const Shown&, const Shown&) = default;
  };

  bool is_rising(const Run& run) const;
  void ask(std::size_t run);
  void answer_like(std::size_t other, std::size_t run);
  template <class ValueOf>
  void fill(BytePlane& plane, ValueOf&& value_of);
  void fill_errors();
  void fill_rank(std::size_t rank);
  void fill_varying(const Run& run, std::uint64_t first);

  const Machine& machine_;
  Law law_;
  std::vector<Run> runs_;
  Machine::State state_ = Machine::kStart;  // behind the prefix
  std::array<std::uint8_t, kLongest> units_{};
  std::size_t size_ = 0;
  PlanesOfAnswers answers_;
  std::array<Shown, kLongest> due_, shown_;  // by the rank
  Shown due_errors_, shown_errors_;          // with the counts
};

}  // namespace placemat
