// bugs.h: thirty years of documented decoder bugs, read and checked. A bug
// states its code units, what is right, and what the faulty decoder did; both
// are held against the law, and a vector with the same units has to be there.
// This file must not know how a vector is run, nor any saboteur.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/corpus/corpus.h"
#include "harness/spec/reference.h"

namespace placemat {

// Reads `directory`/bugs into a corpus whose vectors are there; a corpus may
// have none. Adds every problem.
void read_bugs(const std::filesystem::path& directory, Corpus& corpus,
               std::vector<Problem>& problems);

// What the law says of a trigger.
struct LawOfTrigger {
  Answer strict, replaced;  // one replacement for each maximal subpart
};
LawOfTrigger law_of(const Trigger& trigger);

// "well-formed: 41", or "ill-formed at 0, length 1; replaced: FFFD 41".
std::string to_text(const LawOfTrigger& law);

// Is this something that no right decoder does with such units?
bool contradicts(const WrongAnswer& did, const LawOfTrigger& law);

}  // namespace placemat
