// vectors_fuzz.cc: reads any file as test vectors of each known form.
#include "harness/fuzz/readers/parsed_file.h"
#include "harness/strength/vector_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace placemat;
  parse_as_file(data, size, [](const std::filesystem::path& path) { read_vectors(path); });
  return 0;
}
