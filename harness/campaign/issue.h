// issue.h: a stored finding with all that its decoder's authors need to see it. It must not know
// how the text of an issue is laid out.
#pragma once

#include <optional>
#include <string>

#include "harness/campaign/reproducer.h"

namespace placemat {

struct Issue {
  StoredFinding stored;
  std::string called;                    // what was called, in words
  std::optional<Reproducer> reproducer;  // the best that can be made
  std::string why_not;                   // the reason where a better one cannot
  std::string shown;                     // what it showed when it was run; empty: it was not
};

// The finding's replay line.
Reproducer replay_of(const Finding& finding);

// `call` is that of the finding's replay line, with the decoder that the user named instead.
// `listed` is the decoder's row of the list of subjects, or null.
Issue make_issue(StoredFinding stored, const ReplayCall& call, const ListedSubject* listed);

}  // namespace placemat
