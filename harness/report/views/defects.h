// defects.h: the catalogue of defects as text, as JSON and as a page, one defect as an explanation
// and as an issue, and the results of running its reproductions. The programs are read from the
// catalogue's folder.
#pragma once

#include <span>
#include <string>

#include "harness/campaign/native_run.h"

namespace placemat {

// One line for each defect, by effect; and the same as one JSON array, with every member.
std::string defect_list_text(const DefectCatalogue& catalogue);
std::string defect_list_json(const DefectCatalogue& catalogue);
// reports/DEFECTS.md.
std::string defect_page(const DefectCatalogue& catalogue);

// Everything about one defect, with its program.
std::string defect_text(const DefectCatalogue& catalogue, const FoundDefect& found);
std::string defect_json(const DefectCatalogue& catalogue, const FoundDefect& found);
// The text for its authors, in Markdown: the program first. Throws InputError for a defect that is
// withheld, and for a program that cannot be read.
std::string defect_issue(const DefectCatalogue& catalogue, const FoundDefect& found);

std::string native_results_text(std::span<const NativeResult> results);
std::string native_results_json(std::span<const NativeResult> results);

}  // namespace placemat
