#include "harness/report/views/badge.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/report/matrix.h"
#include "harness/report/text.h"
#include "harness/report/views/verdict.h"
#include "harness/report/views/view.h"

namespace placemat {
namespace {

struct Words {
  std::string message;
  std::string_view color;  // by its name at shields.io
};

std::string conforming(std::size_t all, std::size_t known) {
  if (all == 1) return known == 0 ? "conforms" : "known findings only";
  if (known == 0) return fmt::format("{} conform", counted(all, "decoder"));
  if (known == all) return fmt::format("{} with known findings", counted(all, "decoder"));
  return fmt::format("{} {}, {} with known findings", counted(all - known, "decoder"),
                     all - known == 1 ? "conforms" : "conform", known);
}

Words words_of(const Report& report) {
  const auto subjects = claimed_subjects(report);
  const auto are = [&](Standing standing) {
    return static_cast<std::size_t>(std::ranges::count_if(
        subjects, [&](const DecoderResult* subject) { return standing_of(*subject) == standing; }));
  };
  std::uint64_t fresh = 0;
  for (const DecoderResult* subject : subjects) {
    fresh += static_cast<std::uint64_t>(std::ranges::count_if(subject->findings, is_new));
  }
  if (fresh > 0) return {counted(fresh, "new finding"), "red"};
  if (!report.footer.complete) return {"unfinished", "lightgrey"};
  if (subjects.empty() || are(Standing::kUnchecked) > 0) return {"not judged", "lightgrey"};
  if (!verdict_of(report).is_clean) return {"differs", "red"};
  const std::size_t known = are(Standing::kDeclared) + are(Standing::kDocumented);
  const std::string message = conforming(subjects.size(), known);
  if (known > 0) return {message, "yellow"};
  // What a sample left out may differ.
  const bool is_whole =
      std::ranges::none_of(subjects, [](const DecoderResult* one) { return is_sampled(*one); });
  return is_whole ? Words{message, "brightgreen"} : Words{message + " in a sample", "green"};
}

}  // namespace

std::string render_badge(const Report& report) {
  const Words words = words_of(report);
  const nlohmann::ordered_json badge{{"schemaVersion", 1},
                                     {"label", "UTF-8"},
                                     {"message", words.message},
                                     {"color", words.color},
                                     {"isError", words.color == "red"}};
  return badge.dump() + "\n";
}

extern const ViewRow kBadgeView;
const ViewRow kBadgeView{
    .name = "badge", .summary = "the endpoint JSON of a badge", .file = "", .render = render_badge};

}  // namespace placemat
