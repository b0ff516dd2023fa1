// stream.h: many cases in one stream, and what came out of it cut into their
// answers again. Each case stands between two markers of ASCII, which a decoder
// lets through as far as it goes on at all. A case is cut out only where both
// of its markers came through, whole and in their order: of the others nothing
// is said. It must not know what a right answer is.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/bytes/bytes.h"

namespace placemat {

// Would `units` be another question beside a marker? So are those that end
// inside of a sequence, those that begin with (a part of) a signature, those
// of which nothing but an end and a beginning is asked (no unit, or one), those
// that hold what could be taken for a marker, and long ones, of which may be
// asked where their units stand.
bool stands_alone(ByteView units);

class CaseStream {
 public:
  CaseStream() { add_marker(); }
  // None that stands alone.
  void add(ByteView units);
  std::size_t count() const { return count_; }
  // Begins and ends with a marker.
  const std::string& text() const { return text_; }

  // The part of `values`, which are the whole of what came out, that is each
  // case's; nothing where it cannot be told. All are nothing when markers are
  // not in their order, or one came twice.
  using Part = std::optional<std::span<const std::uint64_t>>;
  std::vector<Part> cut(std::span<const std::uint64_t> values) const;
  // The case behind the last marker in `values`; nothing when there is none,
  // or no case behind it.
  std::optional<std::size_t> last_begun(std::span<const std::uint64_t> values) const;

 private:
  void add_marker();
  std::string text_;
  std::size_t count_ = 0;
};

// The values of what a program wrote: utf-32le, utf-32be or, by the bit
// patterns alone, utf-8. Nothing when it is none of that form.
std::optional<std::vector<std::uint64_t>> values_of(std::string_view output, std::string_view form);
// The same of what is whole in it: a program that was stopped may have written
// half a value.
std::vector<std::uint64_t> values_at_front(std::string_view output, std::string_view form);

}  // namespace placemat
