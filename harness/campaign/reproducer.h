// reproducer.h: what shows a finding to a reader without placemat: a program or a shell line that
// makes the same call. It must not know the text around it, and calls no decoder.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/campaign/stored_finding.h"
#include "harness/campaign/subject_list.h"

namespace placemat {

struct Reproducer {
  std::string language;  // of the text, as Markdown names it: "c", "sh", "python"
  std::string file;      // its name as a file; empty for a shell line
  std::string text;
  std::string run;          // how a file is run; empty for a shell line
  std::string tells;        // what it prints, and what its exit status means
  bool has_verdict = true;  // its exit status is 1 where the fault is there
};

// What to reproduce.
struct ReproducedCall {
  const Finding& finding;
  const ReplayCall& call;
  Profile judged_as;
};

// A C11 program that loads the plug-in and needs only placemat_decoder.h. None where the fault is
// not in the answer to a call; `why_not` then has the reason.
std::optional<Reproducer> plugin_program(const ReproducedCall& what, std::string& why_not);

// A shell line that asks a child, or a filter. None for an encoder and for a presentation that no
// line has.
std::optional<Reproducer> command_line(const ReproducedCall& what, std::string& why_not);

// A program in the language of a subject that makes its native calls. None where no template fits.
std::optional<Reproducer> native_program(const ReproducedCall& what, const ListedSubject& listed,
                                         std::string& why_not);

// The programs that have a template: "node", "python3", ...
std::vector<std::string_view> native_runtimes();

// `text` with each of the names replaced by its value.
std::string filled(std::string text,
                   const std::vector<std::pair<std::string_view, std::string>>& values);

}  // namespace placemat
