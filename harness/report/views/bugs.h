// bugs.h: a documented bug told to a person or a program: what happened, when,
// why it mattered, and how it is caught. What is right is asked of the law and
// what catches it is tried; nothing is told from memory.
#pragma once

#include <string>

#include "harness/campaign/bug_catch.h"

namespace placemat {

// The whole story, within 100 columns, and the same as one JSON object.
std::string bug_text(const Corpus& corpus, const BugCatch& caught);
std::string bug_json(const Corpus& corpus, const BugCatch& caught);

}  // namespace placemat
