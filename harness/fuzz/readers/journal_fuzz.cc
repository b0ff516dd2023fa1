// journal_fuzz.cc: continues any file as the journal of a run. The frames of a journal have a
// digest, so the archives within are read as they are, too.
#include "harness/fuzz/readers/parsed_file.h"
#include "harness/isolation/journal.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace placemat;
  parse_as_file(data, size, [](const std::filesystem::path& path) {
    Journal journal(path, "run", true);
    journal.find(Job{});
  });
  try {
    Unpacker({data, size}).read<Ledger>();
  } catch (const std::runtime_error&) {
    return 0;
  }
  return 0;
}
