// presentation.h: how a case is given to a decoder, in one type. Its axes are
// rows (axes.h), from which enumeration, replay lines, minimising, encodings,
// the fuzzer's choices and the text of a report are derived. The effect of a
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

// Ascending chunk ends, without that of the last chunk; equal ends make empty
// chunks.
using Cuts = std::vector<std::size_t>;

// The units of a check are pad, case and tail together. Members have the order
// of the axes, from the most common to the rarest.
struct Presentation {
  Operation operation = Operation::kStrict32;
  Cuts cuts = {};        // of streams
  std::size_t pad = 0;   // units of well-formed text before the case
  std::size_t tail = 0;  // units of well-formed text after it
  Placement placement = Placement::kEnd;
  Room room = Room::kExact;  // streams are given the capacity that the interface promises
  Bytes prelude = {};
  Ending ending = Ending::kNone;
  Environment environment = Environment::kPlain;

  bool has_prelude() const { return ending != Ending::kNone; }
  // Clears the prelude, or sets it.
  void set_prelude(ByteView units, Ending how);
  void clear_prelude() { set_prelude({}, Ending::kNone); }

  // Adjusts cuts, pad and tail to the removal of [at, at + count) of `size`
  // units.
  void remove_units(std::size_t at, std::size_t count, std::size_t size);

  friend auto operator<=>(const Presentation&, const Presentation&) = default;
  friend bool operator==(const Presentation&, const Presentation&) = default;
};

// The operation with all other axes at their default. Valid as long as the
// process.
const Presentation& plain(Operation operation);

// For a report: "with a NUL behind, with capacity 0"; empty when a plain call
// suffices.
std::string conditions(const Presentation& how);

// The options of `placemat replay` that reproduce it; cuts are part of the
// units.
std::string to_options(const Presentation& how);

// Orders two presentations by plainness, by the axes only, the most exceptional
// axis first; equal where they differ in values but not in how exceptional
// these are.
std::weak_ordering compare_plainness(const Presentation& a, const Presentation& b);

// Parses one option of a replay line, without its dashes. Returns false when no
// axis has that name; throws InputError when the axis has no such value.
bool set_option(Presentation& how, std::string_view option, std::string_view value);

// One line for `--help`: the option, its meaning, and its values.
struct OptionHelp {
  std::string name, about;
};
std::vector<OptionHelp> option_help();

// Why the parts do not fit `units` units or each other; empty when they do.
std::string misfit(const Presentation& how, std::size_t units);
// Throws InputError when there is a misfit.
void validate(const Presentation& how, std::size_t units);

}  // namespace placemat
