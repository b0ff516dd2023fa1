// presentation.h: how a case is given to a decoder, in one type. Its axes are
// rows (axes.h), from which enumeration, replay lines, minimising, encodings,
// the fuzzer's choices and the words of a report are derived. The effect of a
// value is in one place, the in-process caller. This file must not know what a
// right answer is.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/bytes/bytes.h"
#include "harness/decoder/operation.h"
#include "harness/presentation/values.h"

namespace placemat {

// Ascending chunk ends, without the last chunk's; equal ends make empty chunks.
using Cuts = std::vector<std::size_t>;

// The units of a check are pad, case and tail together. Members stand in the
// order of the axes, from what every check has to what few have.
struct Presentation {
  Operation operation = Operation::kStrict32;
  Cuts cuts = {};        // of streams
  std::size_t pad = 0;   // units of well-formed text in front of the case
  std::size_t tail = 0;  // units of well-formed text behind it
  Placement placement = Placement::kEnd;
  Room room = Room::kExact;  // streams are given what the interface promises
  Bytes prelude = {};
  Ending ending = Ending::kNone;

  bool has_prelude() const { return ending != Ending::kNone; }
  // Forgets the prelude, or sets it.
  void set_prelude(ByteView units, Ending how);
  void clear_prelude() { set_prelude({}, Ending::kNone); }

  // What becomes of cuts, pad and tail when [at, at + count) of `size` units go.
  void remove_units(std::size_t at, std::size_t count, std::size_t size);

  friend auto operator<=>(const Presentation&, const Presentation&) = default;
  friend bool operator==(const Presentation&, const Presentation&) = default;
};

// The operation alone, all else as by default. Lives as long as the process.
const Presentation& plain(Operation operation);

// For a report: "with a NUL behind, with capacity 0"; empty when a plain call
// is all that it takes.
std::string conditions(const Presentation& how);

// The options of `placemat replay` that give it; cuts stand in the units.
std::string to_options(const Presentation& how);

// Which of two is plainer, by the axes alone, the most exceptional one first;
// equal where they differ in values but not in how exceptional these are.
std::weak_ordering compare_plainness(const Presentation& a, const Presentation& b);

// Takes one option of a replay line, without its dashes. False when no axis has
// that name. Throws InputError when the axis has no such value.
bool set_option(Presentation& how, std::string_view option, std::string_view value);

// One line for `--help`: the option, what it means, and its values.
struct OptionHelp {
  std::string name, about;
};
std::vector<OptionHelp> option_help();

// Throws InputError when the parts do not fit `units` units or each other.
void validate(const Presentation& how, std::size_t units);

}  // namespace placemat
