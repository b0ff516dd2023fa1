#include "harness/report/views/picture.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/report/matrix.h"
#include "harness/report/text.h"
#include "harness/report/views/table.h"
#include "harness/report/views/verdict.h"
#include "harness/report/views/view.h"

namespace placemat {
namespace {

constexpr std::size_t kMargin = 24, kCellWidth = 54, kRowHeight = 26, kHeadHeight = 46;
constexpr std::size_t kLetterWidth = 8, kLineHeight = 22;  // of the text
constexpr std::size_t kMostPictureRows = 40;

constexpr std::string_view kStyle = R"(<style>
.paper { fill: #faf8f3 } .ink { fill: #23211d } .soft { fill: #6a665e } .row { fill: #f0ece2 }
.on { fill: #ffffff; font-weight: 700 } .line { stroke: #ddd8cc }
.crash { fill: #1c1b1a } .memory { fill: #7d1210 } .hang { fill: #55514a } .accepts { fill: #c0281c }
.rejects { fill: #b4560a } .value { fill: #7b3fa0 } .count { fill: #1d6a9c } .offset { fill: #0e7268 }
.state { fill: #a8346f } .position { fill: #6d6b13 } .declared { fill: #8a6a12 }
text { font: 13px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace }
.verdict { font: 600 16px system-ui, "DejaVu Sans", Arial, sans-serif }
@media (prefers-color-scheme: dark) {
.paper { fill: #181715 } .ink { fill: #e8e4da } .soft { fill: #a09a8d } .row { fill: #24211d }
.on { fill: #14120f } .line { stroke: #3a3731 }
.crash { fill: #f4f1ea } .memory { fill: #ff8f86 } .hang { fill: #b7b1a4 } .accepts { fill: #f47c70 }
.rejects { fill: #f0a35e } .value { fill: #c99be8 } .count { fill: #7cbbe6 } .offset { fill: #5cc4b8 }
.state { fill: #ee8fbf } .position { fill: #cfcb62 } .declared { fill: #dcb95a }
}
</style>
)";

using PictureRows = std::vector<const DecoderResult*>;

std::string text_at(std::size_t x, std::size_t y, std::string_view style, std::string_view text,
                    std::string_view more = "") {
  return fmt::format("<text x=\"{}\" y=\"{}\" class=\"{}\"{}>{}</text>\n", x, y, style, more,
                     escape_markup(visible_line(text)));
}

// Worst standing first; those as expected come last.
PictureRows rows_of(const Report& report) {
  PictureRows rows;
  for (const PictureRows& some : {claimed_subjects(report), contrasts(report)}) {
    for (const StandingGroup& group : by_standing(some)) {
      rows.insert(rows.end(), group.subjects.begin(), group.subjects.end());
    }
  }
  return rows;
}

std::string name_of_row(const DecoderResult& subject) {
  return subject.claimed ? subject.decoder
                         : fmt::format("{} as {}", subject.decoder, subject.judged_as);
}

class MatrixPicture {
 public:
  explicit MatrixPicture(const Report& report)
      : report_(report), rows_(rows_of(report)), columns_(shown_columns(report)) {
    left_ = rows_.size() - std::min(rows_.size(), kMostPictureRows);
    rows_.resize(rows_.size() - left_);
    std::size_t letters = 12;
    for (const DecoderResult* row : rows_) {
      letters = std::max(letters, std::min<std::size_t>(name_of_row(*row).size(), 60));
    }
    cells_ = kMargin + letters * kLetterWidth + 16;
    width_ = cells_ + columns_.size() * kCellWidth + kMargin;
  }

  std::string take() {
    words();
    head();
    for (const DecoderResult* row : rows_) row_of_cells(*row);
    if (left_ > 0) line("soft", fmt::format("and {} more", left_));
    legend();
    const std::string title = escape_markup(headline());
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
        "height=\"{1}\" role=\"img\" aria-label=\"{2}\">\n<title>{2}</title>\n{3}"
        "<rect width=\"{0}\" height=\"{1}\" rx=\"10\" class=\"paper\"/>\n{4}</svg>\n",
        width_, y_ + kMargin, title, kStyle, body_);
  }

 private:
  void line(std::string_view style, std::string_view text) {
    const std::size_t letter = style == "verdict ink" ? kLetterWidth + 1 : kLetterWidth;
    for (const std::string& part : wrapped(visible_line(text), (width_ - 2 * kMargin) / letter)) {
      y_ += kLineHeight;
      body_ += text_at(kMargin, y_, style, part);
    }
  }

  // The rows name the decoders that the verdict lists behind a semicolon.
  std::string headline() const {
    const std::string sentence = visible_line(verdict_of(report_).sentence);
    const std::size_t end = sentence.find("; ");
    return end == std::string::npos ? sentence : sentence.substr(0, end) + ".";
  }

  void words() {
    const Verdict verdict = verdict_of(report_);
    y_ = kMargin - 8;
    line("verdict ink", headline());
    for (const std::string& caveat : verdict.caveats) line("ink", caveat);
    for (const std::string& note : not_in_force(report_.header)) line("soft", note);
    y_ += 8;
  }

  void head() {
    std::size_t x = cells_ + kCellWidth / 2;
    for (const ColumnRow& row : columns_) {
      constexpr std::string_view kMiddle = " text-anchor=\"middle\"";
      body_ += text_at(x, y_ + 20, "soft", row.upper, kMiddle);
      body_ += text_at(x, y_ + 36, "soft", row.lower, kMiddle);
      x += kCellWidth;
    }
    y_ += kHeadHeight;
  }

  void row_of_cells(const DecoderResult& subject) {
    body_ += fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" class=\"line\"/>\n",
                         kMargin, y_, width_ - kMargin, y_);
    body_ += text_at(kMargin, y_ + 18, "ink", name_of_row(subject));
    std::size_t x = cells_;
    for (const ColumnRow& row : columns_) {
      cell(x, cell_of(subject, row.column));
      x += kCellWidth;
    }
    y_ += kRowHeight;
  }

  void cell(std::size_t x, const Cell& cell) {
    if (cell.marks.empty()) {
      if (cell.checks == 0) body_ += text_at(x + kCellWidth / 2 - 4, y_ + 18, "soft", "-");
      return;
    }
    // Boxes become narrower where there are many.
    constexpr std::size_t kWidest = 18, kMost = 5;
    const std::size_t shown = std::min(kMost, cell.marks.size());
    const std::size_t width = std::min(kWidest, kCellWidth / shown);
    std::size_t at = x + (kCellWidth - shown * width) / 2;
    for (std::size_t i = 0; i < shown; ++i, at += width) {
      glyph(at, y_ + 4, width - 2, cell.marks[i].glyph);
    }
  }

  void glyph(std::size_t x, std::size_t y, std::size_t width, char glyph) {
    body_ +=
        fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"18\" rx=\"3\" class=\"{}\"/>\n",
                    x, y, width, glyph_row(glyph).name);
    body_ += text_at(x + width / 2, y + 14, "on", std::string_view(&glyph, 1),
                     " text-anchor=\"middle\"");
  }

  void legend() {
    std::string used;
    for (const DecoderResult* row : rows_) used += glyphs_of(*row);
    y_ += 12;
    for (const Glyph& row : glyphs()) {
      if (used.find(row.glyph) == std::string::npos) continue;
      glyph(kMargin, y_, 16, row.glyph);
      body_ += text_at(kMargin + 26, y_ + 14, "soft", row.meaning);
      y_ += kLineHeight;
    }
    body_ +=
        text_at(kMargin + 26, y_ + 14, "soft", "an empty cell is as expected; - nothing checked");
    y_ += kLineHeight;
  }

  const Report& report_;
  PictureRows rows_;
  std::vector<ColumnRow> columns_;
  std::size_t left_ = 0, cells_ = 0, width_ = 0, y_ = 0;
  std::string body_;
};

}  // namespace

std::string render_picture(const Report& report) { return MatrixPicture(report).take(); }

extern const ViewRow kPictureView;
const ViewRow kPictureView{.name = "picture",
                           .summary = "the matrix as SVG, for a README",
                           .file = "",
                           .render = render_picture};

}  // namespace placemat
