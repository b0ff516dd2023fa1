// places.cc: where the data lies when no option names it: beside the installed program, else in the
// tree that it was built from. An installed program does not read a tree that has changed since.
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

std::string corpus_directory(const Global& global) {
  if (!global.corpus_directory.empty()) return global.corpus_directory;
  return (data_directory() / "corpus").string();
}

fs::path build_directory() {
  std::error_code ignored;
  // The program lies in harness/cli of the build tree.
  return fs::read_symlink("/proc/self/exe", ignored).parent_path().parent_path().parent_path();
}

fs::path header_directory() {
  const fs::path installed = data_directory().parent_path().parent_path() / "include" / "placemat";
  std::error_code ignored;
  if (fs::exists(installed / "placemat_decoder.h", ignored)) return installed;
  return fs::path(PLACEMAT_TREE) / "harness" / "decoder";
}

std::string default_expected_list() {
  return (data_directory() / "reports" / "baselines" / "expected.json").string();
}

}  // namespace placemat::cli
