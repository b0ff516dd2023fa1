// expected.h: the list of findings that are known and reasoned. An entry that is
// not seen any more, has no reason or names no decoder is an error, so that the
// list never hides more than it says. It must not know why anything is expected.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/report/record.h"

namespace placemat {

struct ExpectedEntry {
  std::string key;  // of the finding, with the present name of its kind
  std::string decoder;
  std::string reason;    // blank: an error of the next run
  std::string link;      // http(s), or empty
  std::size_t line = 0;  // in the file, from 1; 0 for an entry that is in none
};

struct ExpectedList {
  std::string file;  // for the errors
  std::vector<ExpectedEntry> entries;
};

// {"expected": [{"key": ..., "decoder": ..., "reason": ..., "link": ...}, ...]}
// Throws InputError with file and line; a blank reason is none (see below).
ExpectedList load_expected(const std::filesystem::path& path);

// Gives the subject's findings the reasons and links of their entries. Contrasts
// have none, since a contrast claims nothing.
void apply_expected(const ExpectedList& list, DecoderResult& subject);

// What is wrong with the list itself, one line each, by decoder and key. Blank
// reasons always. That an entry "passes now" only of decoders that were judged
// by what they claim, and, like unknown decoders, only when `complete_run`:
// every decoder and every source of `standard` or more, to the end.
std::vector<std::string> expected_errors(const ExpectedList& list, const Report& report,
                                         bool complete_run);

// The list for what was seen: an entry per finding of a claimed profile.
// Reasons that exist are kept, new ones are blank. Entries that were not seen
// go only when expected_errors would call them wrong, so that a short run
// forgets nothing.
ExpectedList bless(const ExpectedList& list, const Report& report, bool complete_run = false);

// What load_expected reads: sorted by decoder and key, ASCII.
std::string to_json(const ExpectedList& list);

}  // namespace placemat
