// law_planes.h: the law's answers in the form of the byte planes. Units of one class differ in the
// value that they add and in nothing else, so that it asks the law about one unit of each class. It
// holds no knowledge of its own.
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
    bool is_rising = false;  // each unit that completes a value adds one more than that before it
    std::uint8_t count = 0, offset = 0, length = 0;
    std::array<std::uint32_t, kLongest> values{};
    std::size_t varies = kLongest;  // the rank of the value that the unit completes
  };

  bool is_rising(const Run& run) const;
  void ask(Run& run);
  template <class ValueOf>
  void fill(BytePlane& plane, ValueOf&& value_of);
  void fill_rank(std::size_t rank);
  void fill_varying(const Run& run);

  const Machine& machine_;
  Law law_;
  std::vector<Run> runs_;
  Machine::State state_ = Machine::kStart;  // behind the prefix
  std::array<std::uint8_t, kLongest> units_{};
  std::size_t size_ = 0;
  PlanesOfAnswers answers_;
};

}  // namespace placemat
