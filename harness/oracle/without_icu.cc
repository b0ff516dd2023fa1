// without_icu.cc: in the place of icu.cc where ICU must not be linked, because the memory sanitizer
// would have to watch its writes too. No question is asked.
#include "harness/oracle/icu.h"

namespace placemat {

const std::vector<OracleQuestion>& oracle_questions() {
  static const std::vector<OracleQuestion> none;
  return none;
}

const OracleQuestion* find_oracle_question(std::string_view) { return nullptr; }

std::string icu_version() { return "absent"; }

}  // namespace placemat
