// subjects_fuzz.cc: reads any file as a list of external decoders.
#include "harness/campaign/subject_list.h"
#include "harness/fuzz/readers/parsed_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace placemat;
  parse_as_file(data, size, [](const std::filesystem::path& path) {
    read_subject_list(path, {"/tree", "/build"}, {"audit-full", {}});
  });
  return 0;
}
