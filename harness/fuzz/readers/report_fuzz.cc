// report_fuzz.cc: reads any file as a report and as a baseline, and shows and compares what it got.
#include "harness/fuzz/readers/parsed_file.h"
#include "harness/report/baseline.h"
#include "harness/report/diff.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace placemat;
  parse_as_file(data, size, [](const std::filesystem::path& path) {
    const Report report = read_report(path);
    render_diff(make_diff(report, report));
  });
  parse_as_file(data, size, [](const std::filesystem::path& path) { read_baseline(path); });
  return 0;
}
