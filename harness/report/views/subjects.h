// subjects.h: the table of external decoders, with the profile of each or the contradictions to the
// nearest profile. It states facts of the report, without a rating.
#pragma once

#include <string>
#include <vector>

#include "harness/report/record.h"
#include "harness/report/views/table.h"

namespace placemat {

// "utf-8/maximal-subpart/keep"; when the policy is not known, "utf-8, strict, BOM keep".
std::string profile_text(const ExternalRecord& external);

// True when a profile or a composition of parts explains everything.
bool is_explained(const ExternalRecord& external);

// The profile, or the sentence where parts explain more. Not escaped.
std::string explanation_text(const ExternalRecord& external);

// "is utf-8/...", "of no known profile; ..." or why it is not known.
std::string identity_text(const ExternalRecord& external);

// What a decoder does, line by line: "accepts        nothing beside UTF-8". The few inputs that
// show what no line states come last: "80 C0 80 gives 0080 instead of FFFD FFFD".
std::vector<std::string> description_lines(const std::string& sentence,
                                           const std::vector<Contradiction>& against);

// "178 entry points of 61 products in 20 languages: 120 of a known profile, ..."
std::string external_sentence(const Report& report);

// One entry point, as every view shows it. Points into the report.
struct ExternalRow {
  const ExternalRecord* external;
  const DecoderResult* subject;  // null when it was not judged
  std::string findings;          // by kind: "accepts-overlong 3, wrong-value 1"
  // Failures that would have ended a run without isolation, and did not end this one.
  std::string survived;  // "crash 2, hang 1"
};

// All of them, by language and product, then in the order of the report, which is that of the list
// of subjects.
std::vector<ExternalRow> external_rows(const Report& report);

// "utf-8/...", or "none; nearest utf-8/...; C0 AF gives 2F instead of FFFD FFFD"; or why the
// profile is not known.
std::string standing_text(const ExternalRecord& external);

// "8 of 6,923"; empty when identification did not run.
std::string inputs_text(const ExternalRecord& external);

// A row for each; the brief form, for a terminal, omits what the name repeats.
Table external_table(const Report& report, bool is_brief = false);

// A section of a Markdown report: the same rows, and the absent decoders. Empty when no external
// decoder was run.
std::string external_markdown(const Report& report);

// For a README: one row for all entry points of a product that have one profile. Decoders that
// could not be judged are omitted and counted.
std::string render_external(const Report& report);

}  // namespace placemat
