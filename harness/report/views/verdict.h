// verdict.h: the first sentence of every report: who conforms to the profile
// that it claims. No score: a decoder conforms or differs, and how it differs
// is never averaged away.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/report/record.h"

namespace placemat {

enum class Standing : std::uint8_t {
  kConforms,   // everything checked is as the profile says
  kDeclared,   // differs, and the expected list has a reason for each finding
  kUnchecked,  // nothing was checked, so nothing is known
  kDiffers,    // at least one finding without a reason
};

// False when somebody asked to have one judged as what it does not claim; it
// counts like a claim all the same.
bool is_by_own_claim(const std::vector<const DecoderResult*>& subjects);

Standing standing_of(const DecoderResult& subject);

// Refuses most of what is well-formed: rather an adapter that does not work
// than a decoder with so many faults.
bool looks_broken(const DecoderResult& subject);

struct Verdict {
  std::string sentence;  // who conforms
  // What limits it, one sentence each: an unfinished run, disagreement with the
  // oracle, a wrong expected list. Not clean when there is any.
  std::vector<std::string> caveats;
  std::vector<std::string> notes;        // what is lawful and worth knowing: who is absent
  Standing worst = Standing::kConforms;  // of the claimed subjects
  bool is_clean = true;                  // nothing new, nothing unfinished, law and list undisputed
};

Verdict verdict_of(const Report& report);

// Subjects of one standing, in the order of `subjects`; what differs comes first.
struct StandingGroup {
  Standing standing;
  std::vector<const DecoderResult*> subjects;  // never empty
};
std::vector<StandingGroup> by_standing(const std::vector<const DecoderResult*>& subjects);

// What was not asked of decoders that are judged by a claim, each with whom.
struct NotTested {
  std::string what;
  std::vector<std::string> decoders;
};
std::vector<NotTested> not_tested_of(const Report& report);

// "1 new finding, 2 expected"
std::string findings_text(const DecoderResult& subject);

}  // namespace placemat
