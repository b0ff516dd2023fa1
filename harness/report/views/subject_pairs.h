// subject_pairs.h: which subjects of an audit part, as a matrix and as JSON.
#pragma once

#include <string>

#include "harness/campaign/subject_pairs.h"

namespace placemat {

std::string subject_pairs_text(const SubjectPairs& pairs);
std::string subject_pairs_json(const SubjectPairs& pairs);

}  // namespace placemat
