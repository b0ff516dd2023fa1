#include "harness/report/views/bug_versions.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/bytes/json.h"
#include "harness/report/text.h"
#include "harness/report/views/table.h"

namespace placemat {
namespace {

using OrderedJson = nlohmann::ordered_json;

std::string kinds_text(const BuggyVersion& version, const char* without) {
  return version.kinds.empty() ? without : fmt::format("{}", fmt::join(version.kinds, ", "));
}

std::string outcome_of(const BugVerification& one) {
  if (one.is_absent) return "absent";
  if (one.is_unfinished) return "not finished";
  if (!one.trouble.empty()) return "failed";
  if (!one.is_found()) return "not found";
  return one.is_gone() ? "found, gone" : "found, not gone";
}

std::string count_text(const BuggyVersion& version) {
  return fmt::format("{}{}", version.cut_short.empty() ? "" : "at least ", *version.findings);
}

std::string findings_text(const BugVerification& one) {
  if (!one.faulty.findings || !one.mended.findings) return "not run";
  return fmt::format("{} -> {}", count_text(one.faulty), count_text(one.mended));
}

// Why a run did not come to its end, where that does not stand in the trouble.
std::string cut_text(const BugVerification& one) {
  std::string out;
  for (const BuggyVersion* version : {&one.faulty, &one.mended}) {
    if (version->cut_short.empty() || !one.trouble.empty()) continue;
    out += paragraph("    ", fmt::format("{}: {}", version->version, version->cut_short));
  }
  return out;
}

std::string units_of(const Bug& bug) { return to_text(bug.caught_trigger().units); }

std::string sentence_of(std::span<const BugVerification> verifications) {
  const auto count = [&](auto is_one) {
    return static_cast<std::size_t>(std::ranges::count_if(verifications, is_one));
  };
  const std::size_t shown =
      count([](const BugVerification& one) { return one.is_found() && one.is_gone(); });
  const std::size_t absent = count([](const BugVerification& one) { return one.is_absent; });
  std::string out = fmt::format("{} of {} found in the faulty version and gone in the mended one",
                                shown, counted(verifications.size(), "bug"));
  if (absent > 0) out += fmt::format("; {} could not be installed or asked", absent);
  const std::size_t late = count([](const BugVerification& one) { return one.is_unfinished; });
  if (late > 0) out += fmt::format("; {} not finished within the limit", counted(late, "run"));
  return out;
}

Table table_of(std::span<const BugVerification> verifications) {
  Table table{{"bug", "product", "faulty", "mended", "vector", "units", "found", "left", "ms",
               "findings", "outcome"},
              {}};
  for (const BugVerification& one : verifications) {
    table.rows.push_back(
        {one.bug->id, fmt::format("{} {}", one.product, one.entry), one.faulty.version,
         one.mended.version, one.bug->vector, units_of(*one.bug), kinds_text(one.faulty, "nothing"),
         kinds_text(one.mended, "nothing"), fmt::format("{:.0f}", one.faulty.milliseconds),
         findings_text(one), outcome_of(one)});
  }
  return table;
}

OrderedJson version_json(const BuggyVersion& version) {
  OrderedJson out{{"version", version.version}};
  if (version.findings) out["findings"] = *version.findings;
  if (version.fails_in_run) out["vector_fails_in_run"] = *version.fails_in_run;
  if (!version.cut_short.empty()) out["cut_short"] = version.cut_short;
  out["kinds"] = version.kinds;
  out["minimal"] = version.minimal;
  out["expected"] = version.expected;
  out["seen"] = version.seen;
  out["milliseconds"] = version.milliseconds;
  return out;
}

}  // namespace

std::string verifications_text(std::span<const BugVerification> verifications) {
  std::string out;
  for (const BugVerification& one : verifications) {
    out += fmt::format("{}: {}\n", one.bug->id, outcome_of(one));
    if (!one.trouble.empty()) out += paragraph("    ", one.trouble) + "\n";
    if (one.is_absent) continue;
    out += cut_text(one);
    out += fmt::format("    {} {}, {} against {}; findings of the normal run: {}\n", one.product,
                       one.entry, one.faulty.version, one.mended.version, findings_text(one));
    out += fmt::format("    by {}: {}\n", one.bug->vector, units_of(*one.bug));
    if (!one.faulty.kinds.empty()) {
      out += fmt::format("    {} in {:.0f} ms; {}: expected {}; seen {}\n",
                         kinds_text(one.faulty, ""), one.faulty.milliseconds, one.faulty.minimal,
                         one.faulty.expected, one.faulty.seen);
    }
    out +=
        fmt::format("    left in {}: {}\n", one.mended.version, kinds_text(one.mended, "nothing"));
  }
  return out + "\n" + sentence_of(verifications) + "\n";
}

std::string verifications_markdown(std::span<const BugVerification> verifications) {
  return to_markdown(table_of(verifications)) + "\n" + sentence_of(verifications) + ".\n";
}

std::string verifications_json(std::span<const BugVerification> verifications) {
  OrderedJson out = OrderedJson::array();
  for (const BugVerification& one : verifications) {
    OrderedJson row{{"id", one.bug->id},         {"product", one.product},
                    {"entry", one.entry},        {"subject", one.bug->versions->subject},
                    {"vector", one.bug->vector}, {"units", units_of(*one.bug)},
                    {"outcome", outcome_of(one)}};
    if (!one.trouble.empty()) row["trouble"] = one.trouble;
    row["faulty"] = version_json(one.faulty);
    row["mended"] = version_json(one.mended);
    out.push_back(std::move(row));
  }
  return out.dump(2) + "\n";
}

}  // namespace placemat
