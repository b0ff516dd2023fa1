// html.h: the report as one page for a browser: the viewer of reports/viewer, the records of the
// report as its data, and a summary that needs no script. It must not know how the viewer shows
// them.
#pragma once

#include <span>
#include <string>

#include "harness/report/record.h"
#include "harness/report/views/view.h"

namespace placemat {

std::string render_html(const Report& report);
// With earlier reports, the oldest first, so that the page shows what changed.
std::string render_html(const Report& report, std::span<const Report> earlier);
std::string render_html(const Report& report, const SinceBaseline& since);

}  // namespace placemat
