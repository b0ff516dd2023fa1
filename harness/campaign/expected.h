// expected.h: the list of findings that are known and have a reason. An entry that no longer
// occurs, has no reason or names no decoder is an error, so the list never hides more than it
// states. It must not know why anything is expected.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/report/record.h"

namespace placemat {

struct ExpectedEntry {
  std::string key;  // of the finding, with the present name of its kind
  std::string decoder;
  // Blank: an error in the next run. "documented: " and an option or a manual of the product: the
  // finding is what it promises.
  std::string reason;
  std::string link;      // http(s), or empty
  std::size_t line = 0;  // in the file, from 1; 0 for an entry that is in no file
};

struct ExpectedList {
  std::string file;  // for error messages
  std::vector<ExpectedEntry> entries;
};

// Reads {"expected": [{"key": ..., "decoder": ..., "reason": ..., "link": ...}, ...]}. Throws
// InputError with file and line. A blank reason is accepted here and reported by expected_errors.
ExpectedList load_expected(const std::filesystem::path& path);

// Gives the subject's findings the reasons and links of their entries. A finding with a symptom of
// a kind that no entry of its decoder names stays new. Contrasts have no reasons, since a contrast
// claims nothing.
void apply_expected(const ExpectedList& list, DecoderResult& subject);

// Errors of the list itself, one line each, by decoder and key; blank reasons always. "Passes now"
// (only of decoders judged by their claim) and unknown decoders only when `complete_run`: every
// decoder and every source of `standard` or more ran to the end.
std::vector<std::string> expected_errors(const ExpectedList& list, const Report& report,
                                         bool complete_run);

// The list for the findings of this report: an entry per finding of a claimed profile, and per
// further kind of symptom that no entry names, with its existing reason or a blank one. An entry
// without a finding is removed only when expected_errors would report it, so a short run removes
// nothing.
ExpectedList bless(const ExpectedList& list, const Report& report, bool complete_run = false);

// The text that load_expected reads: sorted by decoder and key, ASCII.
std::string to_json(const ExpectedList& list);

}  // namespace placemat
