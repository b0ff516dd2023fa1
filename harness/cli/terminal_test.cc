// The program on a terminal: colours, width and progress, in a pseudo terminal of this test.
#include "harness/cli/terminal.h"

#include <gmock/gmock.h>
#include <pty.h>
#include <unistd.h>

#include <sstream>

#include "harness/cli/shell.h"
#include "harness/report/fixture.h"

namespace placemat::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

// What `line` writes on a terminal of so many columns, without carriage returns at line ends.
std::string on_terminal(unsigned short columns, const std::string& line) {
  winsize size{};
  size.ws_row = 24;
  size.ws_col = columns;
  int terminal = -1;
  const pid_t child = forkpty(&terminal, nullptr, nullptr, &size);
  if (child == 0) {
    execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
    _exit(127);
  }
  std::string out;
  std::array<char, 4096> buffer;
  for (ssize_t n = 0; (n = read(terminal, buffer.data(), buffer.size())) > 0;) {
    for (const char c : std::string_view(buffer.data(), static_cast<std::size_t>(n))) {
      if (c == '\n' && out.ends_with('\r')) out.pop_back();
      out += c;
    }
  }
  close(terminal);
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  return out;
}

std::string without_color(const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\x1B')
      at = text.find_first_of("mK", at);
    else
      out += text[at];
  }
  return out;
}

std::string stored_report() {
  write_report(fixture::report(), scratch("report.jsonl"), 1.5);
  return scratch("report.jsonl");
}

TEST(Terminal, IsColouredUnlessTheUserDoesNotWantIt) {
  const std::string show = kProgram + " report " + stored_report();
  const std::string plain = "unset NO_COLOR; export TERM=xterm; ";
  EXPECT_THAT(on_terminal(100, plain + show), HasSubstr("\x1B[1;31m"));
  EXPECT_THAT(on_terminal(100, plain + "NO_COLOR= " + show), HasSubstr("\x1B[1;31m"));
  for (const std::string& quiet : {"export NO_COLOR=1; " + show, "export TERM=dumb; " + show,
                                   show + " --color never", show + " --color=never | cat"}) {
    EXPECT_THAT(on_terminal(100, plain + quiet), Not(HasSubstr("\x1B"))) << quiet;
  }
  EXPECT_THAT(on_terminal(100, plain + show + " | cat"), Not(HasSubstr("\x1B")));
  EXPECT_THAT(shell("NO_COLOR=1 TERM=dumb " + show + " --color always").out,
              HasSubstr("\x1B[1;31m"));
  EXPECT_EQ(shell(show + " --color sometimes").code, 2);
}

// Commands to copy stay on one line; examples of --help are such.
TEST(Terminal, OutputFitsSixtyColumns) {
  const std::string report = stored_report();
  Report less = fixture::report();
  less.subjects.clear();
  write_report(less, scratch("less.jsonl"), 1.5);
  for (const std::string& command :
       {"report " + report, std::string("report --help"), std::string("audit --help"),
        std::string("explain 'C0 AF' branchy tutorial_lenient"), std::string("list kinds"),
        std::string("list policies"), "diff " + report + " " + report,
        "diff " + report + " " + scratch("less.jsonl").string()}) {
    const std::string text = without_color(on_terminal(60, kProgram + " " + command));
    for (const std::string& line : fixture::lines_of(text)) {
      if (line.find("placemat ") != std::string::npos) continue;
      EXPECT_LE(line.size(), 60u) << command << ":\n" << line;
    }
  }
}

TEST(Terminal, QuietShowsTheVerdictAlone) {
  const ShellResult ran = shell(kProgram + " --quiet report " + stored_report());
  EXPECT_THAT(ran.out, testing::StartsWith("1 of 3 decoders conforms"));
  EXPECT_THAT(ran.out, Not(HasSubstr("seen")));
  const ShellResult run =
      shell(kProgram + " run branchy --budget quick --no-oracle --quiet --out " +
            scratch("out").string());
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.out, "branchy conforms to the profile it claims, utf-8/maximal-subpart/keep.\n");
}

// Decoders that are absent here are of interest to who asked for all.
TEST(Terminal, ARunOfOneDecoderSaysNothingOfOthers) {
  const ShellResult run =
      shell(kProgram + " run branchy --budget quick --no-oracle --out " + scratch("out").string());
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.out, Not(HasSubstr("bsent")));
}

}  // namespace
}  // namespace placemat::cli
