// html_parts.h: the parts of the page that html.cc puts together: the built viewer, the data that
// it reads, and the summary for readers without scripts.
#pragma once

#include <string>
#include <string_view>

#include "harness/report/record.h"
#include "harness/report/views/view.h"

namespace placemat::html {

// reports/viewer/dist/viewer.html, with the places kTitle, kSummary and kData.
std::string_view viewer();
inline constexpr std::string_view kTitle = "<!--placemat:title-->";
inline constexpr std::string_view kSummary = "<!--placemat:summary-->";
inline constexpr std::string_view kData = "<!--placemat:data-->";

// The verdict in at most twelve words.
std::string short_verdict(const Report& report);
// Verdict, counts, the worst findings and provenance as markup.
std::string summary_markup(const Report& report);

// The records of the report as lines, compact: rows of findings name each text once. Nothing in it
// can end the element of the page that holds it. reports/viewer/src/model/report.ts reads it.
std::string report_lines(const Report& report);
// What the page adds to a report of its own: programs that show findings without placemat.
std::string reproduction_lines(const Report& report);
// What changed since the baseline of a run, which may be no report.
std::string baseline_line(const SinceBaseline& since);
// Kinds, glyphs, error classes, dialects and policies as one JSON object.
std::string law_tables();

}  // namespace placemat::html
