// bugs.h: thirty years of documented decoder bugs, read and checked. A bug
// states its code units, the right answer, and what the faulty decoder did.
// Both answers are checked against the law, and a vector with the same units
// must exist. This file must not know how a vector is run, nor any saboteur.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/corpus/corpus.h"
#include "harness/spec/reference.h"

namespace placemat {

// Reads `directory`/bugs into a corpus that already has its vectors; a corpus
// may have no bugs. Adds every problem.
void read_bugs(const std::filesystem::path& directory, Corpus& corpus,
               std::vector<Problem>& problems);

// The law's answer to a trigger.
struct LawOfTrigger {
  Answer strict, replaced;  // one replacement for each maximal subpart
};
LawOfTrigger law_of(const Trigger& trigger);

// "well-formed: 41", or "ill-formed at 0, length 1; replaced: FFFD 41".
std::string to_text(const LawOfTrigger& law);

// Is this an answer that no correct decoder gives for such units?
bool contradicts(const WrongAnswer& did, const LawOfTrigger& law);

}  // namespace placemat
