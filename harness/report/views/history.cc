#include "harness/report/views/history.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/bytes/json.h"
#include "harness/report/text.h"
#include "harness/report/views/table.h"

namespace placemat {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr std::string_view kNotSeen =
    "A change that was taken back between two versions that agree is not seen.";

// Without the words of the program, which may name files of this machine.
std::string stored_trouble(const VersionState& state) {
  return state.trouble.substr(0, state.trouble.find(", saying: "));
}

std::string state_text(const VersionState& state) {
  if (!state.trouble.empty()) return "cannot be asked: " + stored_trouble(state);
  return fmt::format("{}, {}", counted(state.findings.size(), "finding"),
                     state.profile.empty() ? "no profile" : state.profile);
}

std::string name_of_change(const VersionChange& change) {
  if (!change.is_asked) return "one of the two cannot be asked";
  std::vector<std::string> names;
  for (const std::string& id : change.mends) names.push_back("mends " + id);
  for (const std::string& id : change.brings) names.push_back("brings " + id);
  return names.empty() ? "candidate: no documented bug names it"
                       : fmt::format("{}", fmt::join(names, ", "));
}

constexpr std::size_t kMostLines = 6;

std::string lines_of(const char* sign, const std::vector<std::string>& findings) {
  std::string out;
  for (std::size_t i = 0; i < findings.size() && i < kMostLines; ++i) {
    out += paragraph(fmt::format("    {} ", sign), findings[i]) + "\n";
  }
  if (findings.size() > kMostLines) {
    out += fmt::format("    {} {} more\n", sign, findings.size() - kMostLines);
  }
  return out;
}

std::string change_text(const SubjectHistory& history, const VersionChange& change) {
  const VersionState& before = history.audited[change.before];
  const VersionState& after = history.audited[change.after];
  std::string out =
      fmt::format("{} -> {}: {}\n", before.version, after.version, name_of_change(change));
  if (change.is_profile_changed || !change.is_asked) {
    out += paragraph("    before  ", state_text(before)) + "\n";
    out += paragraph("    after   ", state_text(after)) + "\n";
  }
  return out + lines_of("-", change.gone) + lines_of("+", change.appeared);
}

OrderedJson change_json(const SubjectHistory& history, const VersionChange& change) {
  return {{"before", history.audited[change.before].version},
          {"after", history.audited[change.after].version},
          {"mends", change.mends},
          {"brings", change.brings},
          {"candidate", change.is_candidate()},
          {"asked", change.is_asked},
          {"gone", change.gone},
          {"appeared", change.appeared}};
}

OrderedJson state_json(const VersionState& state) {
  OrderedJson out{{"version", state.version}};
  if (!state.trouble.empty()) {
    out["trouble"] = stored_trouble(state);
    return out;
  }
  out["profile"] = state.profile;
  out["findings"] = state.findings;
  out["failing_vectors"] = state.failing.size();
  return out;
}

// What was not asked is no agreement.
std::string sum_of(const SubjectHistory& history) {
  const auto unasked = static_cast<std::size_t>(std::ranges::count_if(
      history.audited, [](const VersionState& state) { return !state.trouble.empty(); }));
  if (unasked == history.audited.size()) return "Nothing is known: no version could be asked.";
  std::string out = fmt::format("{}. {}", counted(history.changes.size(), "change"), kNotSeen);
  if (!history.changes.empty()) {
    out +=
        " Both versions may answer an input alike that stands behind one sign only, because one "
        "cause can hide another.";
  }
  if (unasked > 0) {
    out += fmt::format(" Nothing is known of {} that could not be asked.",
                       counted(unasked, "version"));
  }
  return out;
}

// Of the timeline.
constexpr double kWidth = 960, kLeft = 20, kRight = 940, kTop = 70, kBar = 34;
constexpr double kRow = 16;

double x_of(const SubjectHistory& history, double place) {
  const auto all = static_cast<double>(std::max<std::size_t>(1, history.versions.size()));
  return kLeft + (kRight - kLeft) * place / all;
}

// Each stretch of versions that agree has the colour of its number of findings.
std::string color_of(const VersionState& state) {
  if (!state.trouble.empty()) return "#d0d0d0";
  if (state.findings.empty()) return "#b7dfb9";
  constexpr std::size_t kMany = 4;
  return state.findings.size() < kMany ? "#f3d9a4" : "#eeb0a4";
}

}  // namespace

std::string history_text(const SubjectHistory& history) {
  std::string out = fmt::format(
      "{} {} ({}): {} of npm {}, {} to {}; {} audited\n\n", history.product, history.entry,
      history.subject, counted(history.versions.size(), "version"), history.package,
      history.versions.front(), history.versions.back(), history.audited.size());
  if (history.audited.empty()) return out;
  out +=
      paragraph(history.audited.front().version + ": ", state_text(history.audited.front())) + "\n";
  out += lines_of("!", history.audited.front().findings);
  for (const VersionChange& change : history.changes) out += change_text(history, change);
  out +=
      paragraph(history.audited.back().version + ": ", state_text(history.audited.back())) + "\n";
  return out + "\n" + sum_of(history) + "\n";
}

std::string history_json(const SubjectHistory& history) {
  OrderedJson out{{"subject", history.subject},
                  {"product", history.product},
                  {"entry", history.entry},
                  {"package", history.package},
                  {"complete", history.is_complete},
                  {"versions", history.versions},
                  {"limit", kNotSeen}};
  if (!history.note.empty()) out["note"] = history.note;
  out["audited"] = OrderedJson::array();
  for (const VersionState& state : history.audited) out["audited"].push_back(state_json(state));
  out["changes"] = OrderedJson::array();
  for (const VersionChange& change : history.changes) {
    out["changes"].push_back(change_json(history, change));
  }
  return out.dump(1) + "\n";
}

std::string history_svg(const SubjectHistory& history) {
  const double height = kTop + kBar + 30 + kRow * static_cast<double>(history.changes.size() + 2);
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.0f} {:.0f}\" "
      "font-family=\"sans-serif\" font-size=\"12\">\n"
      "<title>History of {}</title>\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
      "<text x=\"{:.0f}\" y=\"24\" font-size=\"16\">{} {}</text>\n"
      "<text x=\"{:.0f}\" y=\"44\">{} of npm {}, {} audited; green: no finding, yellow: up to 3, "
      "red: more, grey: cannot be asked</text>\n",
      kWidth, height, escape_markup(history.subject), kLeft, escape_markup(history.product),
      escape_markup(history.entry), kLeft, counted(history.versions.size(), "version"),
      escape_markup(history.package), history.audited.size());
  for (std::size_t i = 0; i < history.audited.size(); ++i) {
    const VersionState& state = history.audited[i];
    const bool is_last = i + 1 == history.audited.size();
    const double begin = x_of(history, static_cast<double>(state.place));
    const double end = x_of(history, static_cast<double>(is_last ? history.versions.size()
                                                                 : history.audited[i + 1].place));
    out += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.0f}\" width=\"{:.1f}\" height=\"{:.0f}\" fill=\"{}\">"
        "<title>{}: {}</title></rect>\n",
        begin, kTop, end - begin, kBar, color_of(state), escape_markup(state.version),
        escape_markup(state_text(state)));
  }
  const double below = kTop + kBar + 16;
  out += fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\">{}</text>\n", kLeft, below,
                     escape_markup(history.versions.front()));
  out += fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\" text-anchor=\"end\">{}</text>\n", kRight,
                     below, escape_markup(history.versions.back()));
  double y = below + kRow + 4;
  for (const VersionChange& change : history.changes) {
    const VersionState& after = history.audited[change.after];
    const double x = x_of(history, static_cast<double>(after.place));
    out += fmt::format(
        "<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1:.0f}\" y2=\"{2:.0f}\" stroke=\"#333\"/>\n", x,
        kTop - 6, kTop + kBar + 6);
    out += fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\">{}: {}</text>\n", kLeft, y,
                       escape_markup(after.version), escape_markup(name_of_change(change)));
    y += kRow;
  }
  out +=
      fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\" fill=\"#666\">{}</text>\n", kLeft, y, kNotSeen);
  return out + "</svg>\n";
}

}  // namespace placemat
