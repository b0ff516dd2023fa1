#include "harness/report/views/view.h"

#include <vector>

#include "harness/bytes/text_file.h"

namespace placemat {

extern const ViewRow kHtmlView, kMarkdownView, kJunitView, kSubjectsView, kSarifView, kBadgeView,
    kPictureView;

std::span<const ViewRow> view_rows() {
  static const std::vector<ViewRow> kRows{kHtmlView,  kMarkdownView, kJunitView,  kSubjectsView,
                                          kSarifView, kBadgeView,    kPictureView};
  return kRows;
}

void write_views(const std::filesystem::path& directory, const Report& report,
                 const SinceBaseline* since) {
  for (const ViewRow& view : view_rows()) {
    if (view.file.empty()) continue;
    const bool shows_it = since != nullptr && view.since != nullptr;
    write_text_file(directory / view.file,
                    shows_it ? view.since(report, *since) : view.render(report));
  }
}

}  // namespace placemat
