// bug_catch.h: is every documented bug caught, and by which finding? The saboteur that models a bug
// is run on the vector of that bug and on nothing else. The corpus, when read, has checked that the
// decoder's documented answer contradicts the law. This file must not know what any bug is about.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "harness/campaign/run.h"
#include "harness/corpus/corpus.h"
#include "harness/report/record.h"

namespace placemat {

struct BugCatch {
  const Bug* bug = nullptr;
  bool is_caught = false;    // by the kind that the corpus states
  Finding finding = {};      // of that kind, when caught
  std::string instead = {};  // what was found instead, when it was not caught
};

// One for each bug, in the order of the corpus. After a stop, bugs that were not begun are not
// caught, and `finished` is false.
struct BugCatches {
  std::vector<BugCatch> catches;
  bool finished = true;
};
BugCatches catch_bugs(const Corpus& corpus, unsigned threads, const std::atomic<bool>* stop,
                      const std::vector<std::string>& ids = {});

BugRecord record_of(const BugCatch& caught);

// "constructed" or "reported": the origin of the code units of a bug.
std::string_view units_text(const Bug& bug);
// "" when the year is not known.
std::string year_text(const Bug& bug);

// The saboteurs whose origin names the class.
std::vector<const Decoder*> saboteurs_of(std::string_view bug_class);

}  // namespace placemat
