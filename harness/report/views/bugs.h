// bugs.h: a documented bug as text and as JSON: what happened, when, its effect, and how it is
// caught. The law states what is right and a run shows what catches it; nothing is copied from a
// document.
#pragma once

#include <string>

#include "harness/campaign/bug_catch.h"

namespace placemat {

// The description within 100 columns, and the same as one JSON object.
std::string bug_text(const Corpus& corpus, const BugCatch& caught);
std::string bug_json(const Corpus& corpus, const BugCatch& caught);

}  // namespace placemat
