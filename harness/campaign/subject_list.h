// subject_list.h: the list of external decoders that may be on a machine: how it
// is read, which of them are wanted, and which are there. It must not know how
// one is audited.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/report/record.h"

namespace placemat {

struct ListedSubject {
  std::string name;
  std::string kind;                  // "plug-in", "child" or "filter"
  std::string package;               // that brings it
  std::string output, mode, policy;  // of a filter
  ExternalRecord record;             // what the list says, for a report
  std::vector<std::string> command;  // or the plug-in, alone
  std::string needs;                 // a file without which it is absent; may be empty
  std::vector<std::string> probe;    // a command that fails where it is absent; may be empty
};

// What {source}, {build} and {npm} stand for in a list.
struct SubjectPlaces {
  std::filesystem::path source;  // the top directory of the tree
  std::filesystem::path build;   // {npm} is build/npm of the source
};

// "audit-full" takes all of a list, "audit" only what is marked so. `only` names
// subjects instead, in whatever set they are.
struct SubjectChoice {
  std::string set = "audit";
  std::vector<std::string> only = {};
};

// Throws InputError that names the file, and the line where a row is wrong, or
// the first name of `only` that the list does not have.
std::vector<ListedSubject> read_subject_list(const std::filesystem::path& file,
                                             const SubjectPlaces& places,
                                             const SubjectChoice& choice);

// What is missing when the subject is not on this machine, else empty. Runs the
// probe of the subject.
std::string why_absent(const ListedSubject& listed);

}  // namespace placemat
