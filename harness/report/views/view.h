// view.h: the forms of a report. The file of a form ends with its row, and view.cc lists the rows,
// so that no command names a form.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "harness/report/diff.h"
#include "harness/report/record.h"

namespace placemat {

// What changed since the baseline that a run was compared with.
struct SinceBaseline {
  std::string baseline;  // the name of the file, without its folder
  Diff diff;
};

struct ViewRow {
  std::string_view name;     // as an option of `placemat report`
  std::string_view summary;  // for its help
  std::string_view file;     // beside report.jsonl; empty: on request only
  std::string (*render)(const Report& report);
  // The same with earlier reports, the oldest first; null where the form compares nothing.
  std::string (*compare)(const Report& report, std::span<const Report> earlier) = nullptr;
  // The same with what changed since a baseline; null where the form does not show that.
  std::string (*since)(const Report& report, const SinceBaseline& since) = nullptr;
};
std::span<const ViewRow> view_rows();

// Writes the forms that have a file into the directory of report.jsonl.
void write_views(const std::filesystem::path& directory, const Report& report,
                 const SinceBaseline* since = nullptr);

}  // namespace placemat
