// verdict.h: the first sentence of every report: which decoders conform to the profile that they
// claim. There is no score: a decoder conforms or differs, and differences are never averaged.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/report/record.h"

namespace placemat {

enum class Standing : std::uint8_t {
  kConforms,    // everything checked is as the profile requires
  kDocumented,  // differs, and the expected list names a document for each finding
  kDeclared,    // differs, and the expected list has a reason for each finding
  kUnchecked,   // nothing was checked, so nothing is known
  kDiffers,     // at least one finding without a reason
};

// False when the run judged one by a profile that the caller asked for and it does not claim; it
// counts like a claim all the same.
bool is_by_own_claim(const std::vector<const DecoderResult*>& subjects);

Standing standing_of(const DecoderResult& subject);

// It was given a sample of the cases (`--every`): what shows no difference may still have one.
bool is_sampled(const DecoderResult& subject);

// Refuses most of the well-formed input, which points to a broken adapter rather than to a decoder
// with that many errors.
bool looks_broken(const DecoderResult& subject);

struct Verdict {
  std::string sentence;  // which decoders conform
  // What limits the verdict, one sentence each: an unfinished run, disagreement with the oracle, a
  // wrong expected list. Not clean when there is any.
  std::vector<std::string> caveats;
  std::vector<std::string> notes;        // legitimate and worth knowing: absent decoders
  Standing worst = Standing::kConforms;  // of the claimed subjects
  bool is_clean = true;                  // no new finding, run finished, law and list undisputed
};

Verdict verdict_of(const Report& report);

// What the sandbox of an external decoder did not enforce, as its header says it. Each is a note of
// the verdict too.
std::vector<std::string> not_in_force(const Header& header);

// Subjects of one standing, in the order of `subjects`; subjects that differ come first.
struct StandingGroup {
  Standing standing;
  std::vector<const DecoderResult*> subjects;  // never empty
};
std::vector<StandingGroup> by_standing(const std::vector<const DecoderResult*>& subjects);

// What was not tested of decoders that are judged by a claim, each with the decoders.
struct NotTested {
  std::string what;
  std::vector<std::string> decoders;
};
std::vector<NotTested> not_tested_of(const Report& report);

// "1 new finding, 2 expected"
std::string findings_text(const DecoderResult& subject);

}  // namespace placemat
