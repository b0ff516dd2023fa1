// compare.h: two decoders against each other, without a law that says which is right: the strings
// that they read differently, one for each cause. It must not know how the result is shown.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/campaign/any_decoder.h"
#include "harness/identify/observer.h"

namespace placemat {

// What two decoders make of one string, worst first.
enum class Contrast : std::uint8_t {
  kReadAsOther,        // both accept it and read other text
  kOnlyFirstAccepts,   // the second one refuses it
  kOnlySecondAccepts,  // the first one refuses it
  kReplacedOtherwise,  // both have an answer for ill-formed text, and it differs
};
inline constexpr std::size_t kContrasts = 4;
std::string_view name_of(Contrast contrast);  // "read-as-other"

// The strings that show one cause.
struct ContrastGroup {
  Contrast contrast{};
  std::string error_class;  // of the strings, by the law of UTF-8; "well-formed"
  std::string units;        // the shortest, in case notation
  // "C0..C1 80..BF": from the least to the greatest unit of each place, of those of that length.
  std::string range;
  std::uint64_t strings = 0;  // that show it and contain no shorter one
  std::string first, second;  // the answers to `units`
};

struct DecoderComparison {
  std::string first, second;  // the names
  std::string first_version, second_version;
  std::uint64_t asked = 0;        // strings
  std::uint64_t differ = 0;       // strings that the two read differently
  std::uint64_t not_askable = 0;  // strings that one of them cannot be given, such as with a NUL
  std::uint64_t unanswered = 0;   // strings that one of them has no answer for
  std::string first_unanswered;   // the shortest of them, in case notation
  std::vector<std::string> not_compared;  // and why
  std::vector<ContrastGroup> groups;      // worst first, then the shortest
  bool is_complete = false;               // not stopped
};

// The answers of one decoder to all strings.
class ComparedDecoder {
 public:
  virtual ~ComparedDecoder() = default;
  virtual const Decoder& decoder() const = 0;
  // In the order of the questions. Throws AbsentError.
  virtual std::vector<InputObservation> see(const std::vector<SingleQuestion>& questions) = 0;
};
// One of this tree, in this process.
std::unique_ptr<ComparedDecoder> compared(const Decoder& own);
// An external one. Construct it while this process has one thread.
std::unique_ptr<ComparedDecoder> compared(const ExternalOptions& options);

struct CompareOptions {
  // The only function of a decoder that is asked; without it, the strict and the lossy one that
  // tell most.
  std::optional<Operation> first_by = {}, second_by = {};
  const std::atomic<bool>* stop = nullptr;
  std::function<void(std::size_t, std::size_t)> progress = {};  // strings done, and in all
};

// `more` are asked besides all strings of up to two units, those of up to six over the edges of the
// rows of Table 3-7 and of the bit patterns of RFC 2279, and short ones between letters. Throws
// InputError for a function that a decoder does not have, or that gives a length.
DecoderComparison compare(ComparedDecoder& first, ComparedDecoder& second,
                          const std::vector<Bytes>& more, const CompareOptions& options);

}  // namespace placemat
