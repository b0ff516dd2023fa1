// html_machines.cc: the learnt machines, each as a drawing and as a complete table of its edges.
#include <fmt/format.h>

#include <algorithm>

#include "harness/report/text.h"
#include "harness/report/views/html_parts.h"
#include "harness/report/views/machine_drawing.h"

namespace placemat::html {
namespace {

std::string edge_table(const MachineRecord& machine) {
  std::string out =
      "<details class=\"every-edge\"><summary>Every edge</summary>\n<div "
      "class=\"scroll\"><table>\n<thead><tr><th>in</th>"
      "<th>units</th><th>lead to</th><th>and give</th><th>by the law</th></tr></thead>\n<tbody>\n";
  for (const LearnedState& state : machine.learned.states) {
    for (const LearnedEdge& edge : state.edges) {
      out += fmt::format(
          "<tr><th>{}</th><td><code>{}</code></td><td>{}</td><td>{}</td><td class=\"bad-text\">{}"
          "</td></tr>\n",
          escape_markup(state.name), escape_markup(edge.units),
          escape_markup(machine.learned.states[edge.to].name), escape_markup(edge.output),
          escape_markup(state.is_beyond ? "not compared: only differences lead here"
                                        : edge.by_law));
    }
  }
  return out + "</tbody></table></div></details>\n";
}

std::string one_machine(const MachineRecord& machine, bool is_open) {
  std::string out = fmt::format(
      "<details class=\"card\"{}>\n<summary><b>{}</b> <span class=\"soft\">{}</span></summary>\n",
      is_open ? " open=\"open\"" : "", escape_markup(machine.decoder),
      escape_markup(machine_sentence(machine)));
  if (!machine.learned.differences.empty()) {
    out += "<ul class=\"differences\">\n";
    for (const std::string& line : machine.learned.differences) {
      out += fmt::format("<li>{}</li>\n", escape_markup(line));
    }
    out += "</ul>\n";
  }
  if (!machine.learned.states.empty()) {
    out += "<div class=\"scroll\">" + draw_machine(machine) + "</div>\n" + edge_table(machine);
  }
  return out + "</details>\n";
}

}  // namespace

std::string machine_section(const Report& report) {
  if (report.machines.empty()) return {};
  std::vector<const MachineRecord*> machines;
  for (const MachineRecord& machine : report.machines) machines.push_back(&machine);
  std::ranges::sort(machines, {}, &MachineRecord::decoder);
  std::string out =
      "<section id=\"machines\">\n<h2>As machines over single units</h2>\n"
      "<p>Learnt by asking. A box is a state, named by units that lead there, in a column by their "
      "number; its lines say which units lead on to where. What differs from the law has an "
      "exclamation mark, dashes and colour, and says what the law would say.</p>\n";
  for (const MachineRecord* machine : machines) {
    out += one_machine(*machine, machines.size() == 1);
  }
  return out + "</section>\n";
}

}  // namespace placemat::html
