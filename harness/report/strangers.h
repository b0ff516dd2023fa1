// strangers.h: the table of decoders that somebody else wrote, with the profile
// of each or what contradicts the nearest. Facts in the words of the report, no
// opinion.
#pragma once

#include <string>

#include "harness/report/record.h"
#include "harness/report/table.h"

namespace placemat {

// "utf-8/maximal-subpart/keep"; without a policy that was seen,
// "utf-8, strict, BOM keep".
std::string profile_text(const StrangerRecord& stranger);

// "is utf-8/...", "of no known profile; ..." or why it is not known.
std::string identity_text(const StrangerRecord& stranger);

// "178 entry points of 61 products in 20 languages: 120 of a known profile, ..."
std::string strangers_sentence(const Report& report);

// A row for each.
Table strangers_table(const Report& report);

// For a README: one row for all entry points of a product that are of one
// profile; who could not be judged is left out and counted.
std::string render_strangers(const Report& report);

}  // namespace placemat
