// expected_fuzz.cc: reads any file as a list of expected findings, and writes it again.
#include "harness/campaign/expected.h"
#include "harness/fuzz/readers/parsed_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace placemat;
  parse_as_file(data, size,
                [](const std::filesystem::path& path) { to_json(load_expected(path)); });
  return 0;
}
