#include "harness/report/views/html.h"

#include <fmt/format.h>

#include <stdexcept>

#include "harness/report/text.h"
#include "harness/report/views/html_parts.h"
#include "harness/report/views/view.h"

namespace placemat {
namespace {

using namespace html;

// A script element of a type that no browser runs.
std::string data_block(std::string_view attributes, const std::string& lines) {
  return fmt::format("<script type=\"application/json\" {}>\n{}</script>\n", attributes, lines);
}

std::string data_markup(const Report& report, std::span<const Report> earlier,
                        const std::string& added) {
  std::string out = data_block("data-tables=\"law\"", law_tables());
  for (const Report& one : earlier) {
    out += data_block("data-report=\"earlier\"", report_lines(one));
  }
  return out + data_block("data-report=\"this\"",
                          report_lines(report) + reproduction_lines(report) + added);
}

// The template with its places filled, each once and in this order.
std::string filled_in(std::string_view page,
                      std::initializer_list<std::pair<std::string_view, std::string>> places) {
  std::string out;
  for (const auto& [place, text] : places) {
    const std::size_t at = page.find(place);
    if (at == std::string_view::npos) {
      throw std::logic_error(fmt::format("the viewer has no place {}", place));
    }
    out.append(page.substr(0, at)).append(text);
    page.remove_prefix(at + place.size());
  }
  return out.append(page);
}

std::string page_of(const Report& report, std::span<const Report> earlier,
                    const std::string& added) {
  return filled_in(viewer(), {{kTitle, escape_markup("placemat: " + short_verdict(report))},
                              {kSummary, summary_markup(report)},
                              {kData, data_markup(report, earlier, added)}});
}

}  // namespace

std::string render_html(const Report& report, std::span<const Report> earlier) {
  return page_of(report, earlier, "");
}

std::string render_html(const Report& report, const SinceBaseline& since) {
  return page_of(report, {}, baseline_line(since));
}

std::string render_html(const Report& report) { return page_of(report, {}, ""); }

extern const ViewRow kHtmlView;
const ViewRow kHtmlView{.name = "html",
                        .summary = "one page for a browser",
                        .file = "report.html",
                        .render = render_html,
                        .compare = render_html,
                        .since = render_html};

}  // namespace placemat
