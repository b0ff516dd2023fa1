// subject_list.h: the list of external decoders that may be on a machine: how it is read, which
// rows are selected, and which are installed. It must not know how a decoder is audited.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/isolation/sandbox.h"
#include "harness/report/record.h"

namespace placemat {

struct ListedSubject {
  std::string name;
  std::string kind;                  // "plug-in", "child" or "filter"
  std::string package;               // that contains it
  std::string native;                // the calls that a reader can make instead
  std::string output, mode, policy;  // of a filter
  ExternalRecord record;             // the row, for a report
  std::vector<std::string> command;  // or only the plug-in
  std::string needs;                 // a file that must exist; may be empty
  std::vector<std::string> probe;    // a command that must succeed; may be empty
  Relaxations relaxed;               // of its sandbox
  std::uint64_t memory_mib = 0;      // that it needs; 0: no more than any decoder
  std::uint64_t every = 1;           // its calls are expensive: `--every` of a standard audit
  // The package of the npm registry that has its versions, and the command that asks one of them
  // below {npm}; both may be empty.
  std::string registry;
  std::vector<std::string> registry_command;
};

// The values of {source}, {build} and {npm} in a list.
struct SubjectPlaces {
  std::filesystem::path source;  // the top directory of the tree
  std::filesystem::path build;
  std::filesystem::path npm = {};  // build/npm of the source when empty
};

// "audit-full" takes all rows of a list, "audit" only those marked for it. `only` names subjects
// instead, of any set.
struct SubjectChoice {
  std::string set = "audit";
  std::vector<std::string> only = {};
};

// Throws InputError that names the file and the line of a wrong row, or the first name of `only`
// that the list does not have.
std::vector<ListedSubject> read_subject_list(const std::filesystem::path& file,
                                             const SubjectPlaces& places,
                                             const SubjectChoice& choice);

// What is missing when the subject is not on this machine, else empty. Runs the probe of the
// subject.
std::string why_absent(const ListedSubject& listed);

}  // namespace placemat
