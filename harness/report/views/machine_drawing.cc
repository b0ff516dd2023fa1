#include "harness/report/views/machine_drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <bitset>
#include <charconv>
#include <map>
#include <optional>

#include "harness/report/text.h"
#include "harness/report/views/table.h"

namespace placemat {
namespace {

using State = LearnedState;
using Edge = LearnedEdge;
using UnitSet = std::bitset<256>;

constexpr int kLetter = 7, kLine = 15, kPad = 8, kColumnGap = 56, kRowGap = 14;
constexpr std::size_t kLineLength = 36;  // letters
// With more boxes than this, only states that differ are drawn, with the states that lead to them.
constexpr std::size_t kMostBoxes = 20;

// "00..7F C2" as a set; text in another form counts as empty.
UnitSet units_of(std::string_view text) {
  UnitSet units;
  for (std::size_t at = 0; at + 2 <= text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    if (end < at + 2) {
      at = end + 1;
      continue;
    }
    unsigned first = 0, last = 0;
    std::from_chars(text.data() + at, text.data() + at + 2, first, 16);
    std::from_chars(text.data() + end - 2, text.data() + end, last, 16);
    for (unsigned unit = first; unit <= std::min(last, 0xFFu); ++unit) units.set(unit);
    at = end + 1;
  }
  return units;
}

std::string text_of(const UnitSet& units) {
  Bytes some;
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (units[i]) some.push_back(static_cast<std::uint8_t>(i));
  }
  return ranges_in_hex(some);
}

bool differs(const Edge& edge) { return !edge.by_law.empty(); }
bool differs(const State& state) {
  return state.is_beyond ||
         std::ranges::any_of(state.edges, [](const Edge& edge) { return differs(edge); });
}

// One line of a box, or several when it is wrapped.
struct Row {
  std::vector<std::string> lines;
  std::optional<std::size_t> to;  // the target of an arrow
  bool is_different = false;
};

struct StateBox {
  std::size_t state = 0;
  int column = 0, x = 0, y = 0, width = 0, height = 0;
  std::vector<Row> rows;
};

class Drawing {
 public:
  explicit Drawing(const MachineRecord& machine) : machine_(machine) {
    measure_depths();
    find_models();
    choose();
    for (const std::size_t s : order_) {
      if (is_drawn_[s]) boxes_.push_back(box_of(s));
    }
    place();
  }

  std::string markup(std::string_view style) const {
    std::string out = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"machine\" role=\"img\" width=\"{0}\" "
        "height=\"{1}\" viewBox=\"0 0 {0} {1}\">\n<title>{2}</title>\n",
        width_, height_, escape_markup(machine_.decoder + ": " + machine_sentence(machine_)));
    if (!style.empty()) out += fmt::format("<style>{}</style>\n", style);
    for (const StateBox& box : boxes_) out += arrows(box);
    for (const StateBox& box : boxes_) out += box_markup(box);
    return out + "</svg>\n";
  }
  std::size_t not_tested() const { return machine_.learned.states.size() - boxes_.size(); }

 private:
  // The shortest distance of each state in units, and the breadth-first order, in which few arrows
  // cross.
  void measure_depths() {
    depth_.assign(machine_.learned.states.size(), -1);
    from_.assign(machine_.learned.states.size(), 0);
    if (depth_.empty()) return;
    depth_[0] = 0;
    order_ = {0};
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const std::size_t state = order_[i];
      for (const Edge& edge : machine_.learned.states[state].edges) {
        if (depth_[edge.to] >= 0) continue;
        depth_[edge.to] = depth_[state] + 1;
        from_[edge.to] = state;
        order_.push_back(edge.to);
      }
    }
  }

  void choose() {
    const bool all = machine_.learned.states.size() <= kMostBoxes;
    is_drawn_.assign(machine_.learned.states.size(), all);
    if (all || is_drawn_.empty()) return;
    for (const std::size_t model : models_) is_drawn_[model] = true;
    std::size_t drawn = models_.size();
    for (std::size_t s = 0; s < machine_.learned.states.size() && drawn < kMostBoxes; ++s) {
      if (!differs(machine_.learned.states[s])) continue;
      for (std::size_t on_way = s; !is_drawn_[on_way]; on_way = from_[on_way]) {
        is_drawn_[on_way] = true;
        ++drawn;
      }
    }
  }

  const std::string& name(std::size_t state) const { return machine_.learned.states[state].name; }

  // States between two sequences, where a letter leads back to the state: the start, and the state
  // after an ill-formed subsequence in machines that remember one.
  void find_models() {
    for (std::size_t s = 0; s < machine_.learned.states.size(); ++s) {
      const auto& edges = machine_.learned.states[s].edges;
      const bool rests = std::ranges::any_of(
          edges, [&](const Edge& edge) { return edge.to == s && units_of(edge.units)['A']; });
      if (rests || s == 0) models_.push_back(s);
    }
  }

  // A state has most edges in common with one of those; common edges are drawn as one line, unless
  // they differ from the law.
  std::optional<std::size_t> model_of(std::size_t state) const {
    constexpr std::size_t kWorthALine = 64;
    std::size_t most = kWorthALine;
    std::optional<std::size_t> best;
    for (const std::size_t model : models_) {
      if (model >= state) break;  // drawn before, with its edges
      const std::size_t shared = shared_with(state, model).count();
      if (shared > most) most = shared, best = model;
    }
    return best;
  }
  UnitSet shared_with(std::size_t state, std::size_t model) const {
    UnitSet shared;
    for (const Edge& edge : machine_.learned.states[state].edges) {
      if (differs(edge)) continue;
      for (const Edge& other : machine_.learned.states[model].edges) {
        if (edge.to != other.to || edge.output != other.output) continue;
        shared |= units_of(edge.units) & units_of(other.units);
      }
    }
    return shared;
  }

  StateBox box_of(std::size_t s) const {
    const State& state = machine_.learned.states[s];
    StateBox box;
    box.state = s;
    box.column = std::max(depth_[s], 0);
    const auto model = model_of(s);
    const UnitSet shared = model ? shared_with(s, *model) : UnitSet();
    for (const Edge& edge : state.edges) add_edge(box, edge, differs(edge) ? UnitSet() : shared);
    if (model) box.rows.push_back({{fmt::format("others: as from {}", name(*model))}, {}, false});
    std::size_t longest = name(s).size();
    std::size_t lines = 1;
    for (const Row& row : box.rows) {
      lines += row.lines.size();
      for (const std::string& line : row.lines) longest = std::max(longest, line.size());
    }
    if (state.is_beyond) ++lines;
    if (state.is_beyond) longest = std::max(longest, kBeyond.size());
    box.width = static_cast<int>(longest) * kLetter + 2 * kPad;
    box.height = static_cast<int>(lines) * kLine + kPad;
    return box;
  }

  void add_edge(StateBox& box, const Edge& edge, const UnitSet& told_elsewhere) const {
    const UnitSet units = units_of(edge.units) & ~told_elsewhere;
    if (units.none()) return;
    Row row;
    row.is_different = differs(edge);
    const bool is_forward = is_drawn_[edge.to] && depth_[edge.to] > depth_[box.state];
    if (is_forward) row.to = edge.to;
    std::string to = edge.to == box.state ? "itself" : name(edge.to);
    if (!is_drawn_[edge.to]) to = "(" + to + ")";
    const std::string text =
        fmt::format("{}{} -> {}", row.is_different ? "! " : "", text_of(units), to);
    row.lines = wrapped(text, kLineLength);
    if (row.is_different) {
      for (const std::string& more : {edge.output + ";", "by the law " + edge.by_law}) {
        for (const std::string& line : wrapped(more, kLineLength - 2)) {
          row.lines.push_back("  " + line);
        }
      }
    }
    box.rows.push_back(std::move(row));
  }

  // Columns by depth, each from the top.
  void place() {
    std::map<int, int> widths, heights;
    for (StateBox& box : boxes_) {
      widths[box.column] = std::max(widths[box.column], box.width);
      int& top = heights[box.column];
      box.y = top + 1;
      top += box.height + kRowGap;
    }
    std::map<int, int> lefts;
    int left = 1;
    for (const auto& [column, width] : widths) {
      lefts[column] = left;
      left += width + kColumnGap;
      height_ = std::max(height_, heights[column] - kRowGap + 2);
    }
    width_ = std::max(left - kColumnGap + 1, 1);
    for (StateBox& box : boxes_) {
      box.x = lefts[box.column];
      box.width = widths[box.column];
      place_of_[box.state] = &box;
    }
  }

  static int middle_of_row(const StateBox& box, std::size_t row) {
    int lines = 1;
    for (std::size_t i = 0; i < row; ++i) lines += static_cast<int>(box.rows[i].lines.size());
    return box.y + lines * kLine + kLine / 2 + 2;
  }

  std::string arrows(const StateBox& box) const {
    std::string out;
    for (std::size_t i = 0; i < box.rows.size(); ++i) {
      const Row& row = box.rows[i];
      if (!row.to) continue;
      const StateBox& target = *place_of_.at(*row.to);
      const int x = box.x + box.width, y = middle_of_row(box, i);
      const int end = target.x - 5, down = target.y + kLine / 2 + 2, bend = kColumnGap / 2;
      out += fmt::format(
          "<path class=\"arrow{0}\" d=\"M{1} {2}C{3} {2} {4} {5} {6} {5}\"/>"
          "<path class=\"tip{0}\" d=\"M{6} {7}l5 4l-5 4z\"/>\n",
          row.is_different ? " differs" : "", x, y, x + bend, end - bend, down, end, down - 4);
    }
    return out;
  }

  std::string box_markup(const StateBox& box) const {
    const State& state = machine_.learned.states[box.state];
    std::string out = fmt::format(
        "<rect class=\"state{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"4\"/>\n",
        differs(state) ? " differs" : "", box.x, box.y, box.width, box.height);
    int y = box.y + kLine;
    const auto line = [&](std::string_view kind, std::string_view text) {
      out += fmt::format("<text class=\"{}\" x=\"{}\" y=\"{}\" xml:space=\"preserve\">{}</text>\n",
                         kind, box.x + kPad, y, escape_markup(text));
      y += kLine;
    };
    line("name", state.name);
    for (const Row& row : box.rows) {
      for (const std::string& text : row.lines) line(row.is_different ? "differs" : "edge", text);
    }
    if (state.is_beyond) line("differs", kBeyond);
    return out;
  }

  static constexpr std::string_view kBeyond = "! only differences lead here";

  const MachineRecord& machine_;
  std::vector<int> depth_;
  std::vector<std::size_t> from_, order_;
  std::vector<std::size_t> models_;
  std::vector<bool> is_drawn_;
  std::vector<StateBox> boxes_;
  std::map<std::size_t, const StateBox*> place_of_;
  int width_ = 1, height_ = 1;
};

}  // namespace

std::string_view machine_style() {
  return R"css(
.machine { --draw-ink: #23211d; --draw-soft: #6a665e; --draw-line: #8d877a; --draw-bad: #b3261e; --draw-box: #ffffff;
  font: 11.5px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; }
@media (prefers-color-scheme: dark) {
  .machine { --draw-ink: #e8e4da; --draw-soft: #a09a8d; --draw-line: #7a7468; --draw-bad: #f28b80; --draw-box: #211f1c; }
}
@media print {
  .machine { --draw-ink: #23211d; --draw-soft: #6a665e; --draw-line: #8d877a; --draw-bad: #b3261e; --draw-box: #ffffff; }
}
.machine .state { fill: var(--draw-box); stroke: var(--draw-line); }
.machine .state.differs { stroke: var(--draw-bad); stroke-width: 2; stroke-dasharray: 5 3; }
.machine .arrow { fill: none; stroke: var(--draw-line); }
.machine .arrow.differs { stroke: var(--draw-bad); stroke-width: 2; stroke-dasharray: 5 3; }
.machine .tip { fill: var(--draw-line); }
.machine .tip.differs { fill: var(--draw-bad); }
.machine text { fill: var(--draw-ink); }
.machine .name { font-weight: 700; }
.machine .edge { fill: var(--draw-soft); }
.machine text.differs { fill: var(--draw-bad); font-weight: 700; }
)css";
}

std::string draw_machine(const MachineRecord& machine) { return Drawing(machine).markup(""); }

std::string draw_machine_file(const MachineRecord& machine) {
  return Drawing(machine).markup(machine_style());
}

std::string machine_sentence(const MachineRecord& machine) {
  if (!machine.learned.finite) {
    return fmt::format("not a finite machine over single units, as far as was asked ({})",
                       counted(machine.learned.questions, "string"));
  }
  std::string text = fmt::format(
      "a machine of {} (that of {} has {}) over {} of units, learnt from {}; ",
      counted(machine.learned.states.size(), "state"), machine.law, machine.learned.law_states,
      machine.learned.classes == 1 ? "1 class" : grouped(machine.learned.classes) + " classes",
      counted(machine.learned.questions, "string"));
  text += machine.learned.differences.empty()
              ? std::string("they do not differ")
              : counted(machine.learned.differences.size(), "difference");
  const std::size_t not_tested = Drawing(machine).not_tested();
  if (not_tested > 0)
    text += fmt::format("; {} not drawn (in parentheses)", counted(not_tested, "state"));
  return text;
}

}  // namespace placemat
