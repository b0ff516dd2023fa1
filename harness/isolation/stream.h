// stream.h: many cases in one stream, and the split of its output into their answers.
// Each case stands between two ASCII markers, which a decoder lets through as long as it
// continues at all. A case is cut out only where both of its markers came through, whole
// and in order; the others have no answer. It does not know the right answer.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/bytes/bytes.h"

namespace placemat {

// True when `units` would be a different question beside a marker: units that end inside
// of a sequence, begin with (a part of) a signature, number at most one, or contain what
// looks like a marker. True also for long units, whose placement may be under test.
bool stands_alone(ByteView units);

class CaseStream {
 public:
  CaseStream() { add_marker(); }
  // Takes no case that stands alone.
  void add(ByteView units);
  std::size_t count() const { return count_; }
  // Begins and ends with a marker.
  const std::string& text() const { return text_; }

  // Splits `values`, the whole output, into the part of each case; nothing where it
  // cannot be determined. All parts are nothing when markers are out of order, or one
  // came twice.
  using Part = std::optional<std::span<const std::uint64_t>>;
  std::vector<Part> cut(std::span<const std::uint64_t> values) const;
  // The case behind the last marker in `values`; nothing when there is no marker, or no
  // case behind it.
  std::optional<std::size_t> last_begun(std::span<const std::uint64_t> values) const;

 private:
  void add_marker();
  std::string text_;
  std::size_t count_ = 0;
};

// The output of a filter that is to write UTF-8, where it may be ill-formed: each unit that is
// no part of a well-formed sequence is a value of its own (harness/decoder/raw_unit.h).
inline constexpr std::string_view kUtf8OrRaw = "utf-8 or raw units";

// The values of a program's output: utf-32le, utf-32be, kUtf8OrRaw or, by the bit patterns
// alone, utf-8. Nothing when it does not have that form.
std::optional<std::vector<std::uint64_t>> values_of(std::string_view output, std::string_view form);
// The same for the complete values in it: a program that was stopped may have written
// half a value.
std::vector<std::uint64_t> values_at_front(std::string_view output, std::string_view form);

}  // namespace placemat
