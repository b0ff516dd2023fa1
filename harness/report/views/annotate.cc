#include "harness/report/views/annotate.h"

#include <algorithm>

#include "harness/bytes/error.h"
#include "harness/spec/reference.h"

namespace placemat {
namespace {

constexpr std::size_t kLongest = 4096;         // longer cases have no annotation
constexpr std::size_t kShortestFoldedRun = 8;  // as case notation compresses runs

// The length of the sequence at the start of `rest`, which is well-formed.
std::size_t sequence_length(const Dialect& dialect, ByteView rest) {
  for (const Form& form : dialect.forms) {
    if (form.length <= rest.size() && form.matches(rest.first(form.length))) return form.length;
  }
  return rest.size();
}

void mark_sequences(const Dialect& dialect, ByteView well_formed, std::vector<Role>& roles) {
  while (!well_formed.empty()) {
    const std::size_t length = sequence_length(dialect, well_formed);
    roles.push_back(length == 1 ? Role::kSingle : Role::kLead);
    roles.insert(roles.end(), length - 1, Role::kContinuation);
    well_formed = well_formed.subspan(length);
  }
}

// The number of chunk ends at the offsets first..last.
std::size_t cuts_within(const std::vector<std::size_t>& cuts, std::size_t first, std::size_t last) {
  return static_cast<std::size_t>(std::count_if(
      cuts.begin(), cuts.end(), [&](std::size_t cut) { return cut >= first && cut <= last; }));
}

// The number of units from `at` on that are equal in value and role and in one chunk; 1 when there
// are too few for a run.
std::size_t run_at(const ChunkedUnits& units, const std::vector<Role>& roles, std::size_t at) {
  std::size_t n = 1;
  while (at + n < units.bytes.size() && units.bytes[at + n] == units.bytes[at] &&
         roles[at + n] == roles[at] && cuts_within(units.cuts, at + n, at + n) == 0) {
    ++n;
  }
  return n >= kShortestFoldedRun ? n : 1;
}

}  // namespace

std::vector<Role> roles_of(ByteView bytes, const Dialect& dialect) {
  std::vector<Role> roles;
  roles.reserve(bytes.size());
  while (roles.size() < bytes.size()) {
    const ByteView rest = bytes.subspan(roles.size());
    const Answer answer = reference_decode(rest, {dialect.id, PolicyId::kReject, Bom::kKeep});
    mark_sequences(dialect, rest.first(answer.error ? answer.error->offset : rest.size()), roles);
    if (!answer.error) continue;
    roles.push_back(Role::kFault);
    roles.insert(roles.end(), answer.error->length - 1, Role::kFaultRest);
  }
  return roles;
}

Annotation annotate(std::string_view units_text, std::string_view profile) {
  const Dialect* dialect = find_dialect(profile.substr(0, profile.find('/')));
  if (dialect == nullptr) return {};
  ChunkedUnits units;
  try {
    units = parse_units(units_text, kLongest);
  } catch (const InputError&) {
    return {};
  }
  const std::vector<Role> roles = roles_of(units.bytes, *dialect);
  Annotation annotation;
  for (std::size_t at = 0; at < units.bytes.size();) {
    const std::size_t count = run_at(units, roles, at);
    annotation.boxes.push_back(
        {units.bytes[at], roles[at], count, cuts_within(units.cuts, at, at)});
    at += count;
  }
  annotation.cuts_after = cuts_within(units.cuts, units.bytes.size(), units.bytes.size());
  return annotation;
}

}  // namespace placemat
