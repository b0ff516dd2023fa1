// places.cc: where the data lies when nobody says it: beside the installed
// program, else in the tree that it was built from. An installed program does
// not follow a tree that has moved on.
#include <filesystem>

#include "harness/bytes/error.h"
#include "harness/cli/command.h"

namespace placemat::cli {
namespace {

namespace fs = std::filesystem;

fs::path data_directory() {
  std::error_code ignored;
  const fs::path program = fs::read_symlink("/proc/self/exe", ignored);
  const fs::path installed = program.parent_path().parent_path() / "share" / "placemat";
  if (fs::exists(installed / "corpus" / "flags.json", ignored)) return installed;
  const fs::path tree(PLACEMAT_TREE);
  if (fs::exists(tree / "corpus" / "flags.json", ignored)) return tree;
  throw InputError("the corpora were not found; name their directory with --corpus DIR");
}

}  // namespace

std::string default_corpus_directory() { return (data_directory() / "corpus").string(); }

std::string default_expected_list() {
  return (data_directory() / "reports" / "baselines" / "expected.json").string();
}

}  // namespace placemat::cli
