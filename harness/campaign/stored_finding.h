// stored_finding.h: a finding of a report on disk, by its key, and the call that its replay line
// makes. It must not know what the finding is wanted for.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/campaign/external_decoder.h"
#include "harness/presentation/presentation.h"
#include "harness/report/record.h"

namespace placemat {

// A replay line, parsed.
struct ReplayCall {
  std::string decoder;       // of this tree; empty for an external one
  ExternalOptions external;  // its plug-in or command, and what kind of command it is
  std::string as;            // a profile, or empty
  std::string encode;        // a value in hex, instead of units
  std::string units;         // case notation
  Presentation how = {};

  bool is_external() const { return !external.plugin.empty() || !external.command.empty(); }
};

// Throws InputError for any other line, such as that of a finding about a whole process.
ReplayCall parse_replay_line(std::string_view line);

struct StoredFinding {
  std::filesystem::path file;
  Header header;
  DecoderResult subject;    // without its findings
  ExternalRecord external;  // of the subject; empty for a decoder of this tree
  Finding finding;          // of a symptom: what the symptom says, and the rest of its finding
};

// The reports that `placemat run` and `placemat audit` write without --out.
std::vector<std::string> default_reports();

// `file`, or the first of the default reports that has the key. Throws InputError that names the
// nearest key, and how to list them all.
StoredFinding stored_finding(std::string_view key, const std::filesystem::path& file = {});

// Every key of a report, in its order; those of symptoms behind that of their finding.
std::vector<std::string_view> keys_of(const Report& report);

}  // namespace placemat
