#include "harness/report/views/machine_drawing.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <regex>

#include "harness/bytes/scratch_fixture.h"
#include "harness/report/views/xml_fixture.h"

namespace placemat {
namespace {

using testing::HasSubstr;
using testing::Not;

using Edge = LearnedEdge;

// A hand-made machine for the two-unit sequences of UTF-8 only: a start, and a state after a lead
// that takes a letter for a continuation unit.
MachineRecord two_states() {
  MachineRecord machine{"some", "utf-8/reject/keep", {}};
  machine.learned.finite = true;
  machine.learned.classes = 3;
  machine.learned.law_states = 2;
  machine.learned.questions = 99;
  machine.learned.differences = {"C2 41: differs"};
  machine.learned.states = {{"start",
                             false,
                             {{"00..7F", 0, "well-formed", ""},
                              {"80..C1 E0..FF", 0, "ill-formed", ""},
                              {"C2..DF", 1, "ill-formed", ""}}},
                            {"C2",
                             false,
                             {{"80..BF", 0, "well-formed", ""},
                              {"00..7F", 0, "well-formed", "ill-formed"},
                              {"C0..FF", 0, "ill-formed", ""}}}};
  return machine;
}

// A chain: in state i every letter leads to itself, and 80 to state i + 1.
MachineRecord chain(std::size_t states) {
  MachineRecord machine{"chain", "utf-8/reject/keep", {}};
  machine.learned.finite = true;
  machine.learned.classes = 2;
  machine.learned.law_states = 2;
  machine.learned.questions = 99;
  for (std::size_t i = 0; i < states; ++i) {
    const std::uint64_t next = std::min(i + 1, states - 1);
    machine.learned.states.push_back(
        {"n" + std::to_string(i),
         false,
         {{"00..7F", 0, "nothing", ""}, {"80..FF", next, "nothing", ""}}});
  }
  return machine;
}

struct Rectangle {
  int x, y, width, height;
};

std::vector<Rectangle> boxes_of(const std::string& svg) {
  const std::regex box(
      "<rect class=\"[^\"]*\" x=\"(\\d+)\" y=\"(\\d+)\" width=\"(\\d+)\" height=\"(\\d+)\"");
  std::vector<Rectangle> boxes;
  for (std::sregex_iterator it(svg.begin(), svg.end(), box), end; it != end; ++it) {
    boxes.push_back(
        {std::stoi((*it)[1]), std::stoi((*it)[2]), std::stoi((*it)[3]), std::stoi((*it)[4])});
  }
  return boxes;
}

TEST(MachineDrawing, StatesTargetsAndDifferencesInWords) {
  const std::string svg = draw_machine(two_states());
  EXPECT_THAT(svg, HasSubstr(">00..7F -&gt; itself</text>"));
  EXPECT_THAT(svg, HasSubstr(">C2..DF -&gt; C2</text>"));
  EXPECT_THAT(svg, HasSubstr("<text class=\"edge\" x=\""));
  EXPECT_THAT(svg,
              testing::ContainsRegex("<text class=\"differs\"[^>]*>! 00..7F -&gt; start</text>"));
  EXPECT_THAT(svg, HasSubstr(">  by the law ill-formed</text>"));
  EXPECT_THAT(svg, HasSubstr("<rect class=\"state differs\""));
  // Only one arrow: arrows back to the start are not drawn.
  EXPECT_EQ(svg.find("class=\"arrow"), svg.rfind("class=\"arrow"));
  EXPECT_THAT(std::string(machine_style()), HasSubstr("stroke-dasharray"));
}

// Edges that equal those of the start share one line; edges that differ from the law do not.
TEST(MachineDrawing, EdgesEqualToThoseOfTheStartShareOneLine) {
  MachineRecord machine = two_states();
  machine.learned.states[1].edges = {{"80..BF", 0, "well-formed", ""},
                                     {"00..40 42..7F", 0, "well-formed", ""},
                                     {"41", 0, "well-formed", "ill-formed"},
                                     {"C0..C1 E0..FF", 0, "ill-formed", ""},
                                     {"C2..DF", 1, "ill-formed", ""}};
  const std::string svg = draw_machine(machine);
  EXPECT_THAT(svg, HasSubstr(">others: as from start</text>"));
  EXPECT_THAT(svg, HasSubstr(">! 41 -&gt; start</text>"));
  EXPECT_THAT(svg, HasSubstr(">80..BF -&gt; start</text>"));  // where it answers otherwise
  EXPECT_THAT(svg, Not(HasSubstr(">00..40")));
}

TEST(MachineDrawing, BoxesDoNotOverlapAndLieWithinThePicture) {
  for (const std::size_t n : {1u, 2u, 7u, 20u}) {
    const std::string svg = draw_machine(chain(n));
    const std::vector<Rectangle> boxes = boxes_of(svg);
    ASSERT_EQ(boxes.size(), n);
    std::smatch size;
    ASSERT_TRUE(std::regex_search(svg, size, std::regex("viewBox=\"0 0 (\\d+) (\\d+)\"")));
    for (std::size_t i = 0; i < n; ++i) {
      const Rectangle& a = boxes[i];
      EXPECT_LT(a.x + a.width, std::stoi(size[1]));
      EXPECT_LT(a.y + a.height, std::stoi(size[2]));
      for (std::size_t j = i + 1; j < n; ++j) {
        const Rectangle& b = boxes[j];
        EXPECT_TRUE(a.x + a.width < b.x || b.x + b.width < a.x || a.y + a.height < b.y ||
                    b.y + b.height < a.y);
      }
    }
  }
}

// Of a large machine only the states that differ are drawn, with the path to them.
TEST(MachineDrawing, OmitsStatesThatDoNotDifferWhenThereAreMany) {
  MachineRecord machine = chain(60);
  machine.learned.states[3].edges[0].by_law = "ill-formed";
  const std::string svg = draw_machine(machine);
  EXPECT_EQ(boxes_of(svg).size(), 4u);
  EXPECT_THAT(svg, HasSubstr(">80..FF -&gt; (n4)</text>"));
  EXPECT_THAT(machine_sentence(machine), HasSubstr("; 56 states not drawn"));
}

TEST(MachineDrawing, AStateAfterADifferenceIsMarked) {
  MachineRecord machine = two_states();
  machine.learned.states[1].is_beyond = true;
  EXPECT_THAT(draw_machine(machine), HasSubstr(">! only differences lead here</text>"));
}

TEST(MachineDrawing, AnInvalidMachineIsDescribedInWords) {
  MachineRecord machine;
  machine.learned.questions = 1000;
  EXPECT_EQ(machine_sentence(machine),
            "not a finite machine over single units, as far as was asked (1,000 strings)");
  EXPECT_EQ(
      machine_sentence(two_states()),
      "a machine of 2 states (that of utf-8/reject/keep has 2) over 3 classes of units, learnt "
      "from 99 strings; 1 difference");
}

// Checked with an independent parser, and with unit sets in no valid form.
TEST(MachineDrawing, IsXmlForAnyRecord) {
  MachineRecord evil = two_states();
  evil.decoder = evil.learned.states[0].name = evil.learned.states[1].edges[1].by_law =
      "<script>&\x1B\xFF\n";
  for (const char* units : {"", " ", "Z", "  00", "00..", "..", "FF..00", "1FF..2FF", "<&>"}) {
    evil.learned.states[0].edges[0].units = units;
    const std::string svg = draw_machine_file(evil);
    EXPECT_THAT(svg, Not(HasSubstr("<script")));
    if (!has_xmllint()) continue;
    const std::string path = written("machine.svg", svg);
    EXPECT_EQ(std::system(("xmllint --noout " + path).c_str()), 0) << units;
  }
}

}  // namespace
}  // namespace placemat
