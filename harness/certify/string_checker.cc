#include "harness/certify/string_checker.h"

namespace placemat {

Presentation presentation_of(const Pass& pass, std::size_t units) {
  Presentation how = plain(pass.operation);
  how.placement = pass.is_at_start ? Placement::kStart : Placement::kEnd;
  if (!pass.is_by_unit) return how;
  for (std::size_t cut = 1; cut < units; ++cut) how.cuts.push_back(cut);
  return how;
}

std::string in_words(const Pass& pass) {
  const std::string place = pass.is_at_start ? "right behind a guard page" : "";
  if (!pass.is_by_unit) return place;
  return place + (place.empty() ? "" : ", ") + "one unit at a time";
}

void StringChecker::compare(const Decoder& decoder, const Pass& pass, ByteView units,
                            const Expectation& law, const Observation& seen) {
  if (seen.outcome == Observation::Outcome::kUnsupported) {
    ++checked_.not_taken;
  } else if (agrees(decoder, pass.operation, needed(pass.operation, law), law, seen)) {
    ++checked_.agreed;
  } else {
    checked_.refusals.push_back({pass, Bytes(units.begin(), units.end()),
                                 describe(decoder, pass.operation, law),
                                 describe(pass.operation, seen)});
  }
}

CallChecker::CallChecker(Caller& caller, const Profile& profile, const Pass& pass)
    : caller_(caller), pass_(pass), law_(profile, is_utf16(pass.operation)) {}

bool CallChecker::check(ByteView units) {
  if (!goes_on()) return false;
  const Expectation& law = law_.about(units);
  if (!is_about(pass_.operation, law)) {
    ++checked_.undefined;
    return true;
  }
  const Presentation how = presentation_of(pass_, units.size());
  const Observation seen = caller_.call({units, how, needed(pass_.operation, law)});
  compare(caller_.decoder(), pass_, units, law, seen);
  return goes_on();
}

}  // namespace placemat
