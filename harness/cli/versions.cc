#include "harness/cli/versions.h"

namespace placemat::cli {

VersionedSubjects versioned_subjects(const Global& global, const std::string& list,
                                     bool is_offline) {
  VersionedSubjects subjects;
  subjects.list = list.empty() ? PLACEMAT_SUBJECTS : list;
  subjects.places = {PLACEMAT_TREE, build_directory()};
  subjects.registry.is_offline = is_offline;
  subjects.each.corpus = corpus_directory(global);
  subjects.stop = &interrupted();
  return subjects;
}

}  // namespace placemat::cli
