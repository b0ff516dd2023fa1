// reference.cc: the older side of a comparison is a baseline or a report. Apart from them, so that
// a program that reads baselines alone needs no reader of reports.
#include <nlohmann/json.hpp>

#include "harness/report/baseline.h"
#include "harness/report/line.h"

namespace placemat {
namespace {

// The first record of a file, which distinguishes a baseline from a report.
std::string first_record(const std::filesystem::path& path) {
  std::ifstream in = open_records(path);
  std::string text;
  std::getline(in, text);
  const Json json = Json::parse(text, nullptr, false);
  return json.is_object() ? json.value("record", Json()).dump() : std::string();
}

}  // namespace

Reference read_reference(const std::filesystem::path& path) {
  if (first_record(path) == "\"coverage\"") return read_baseline(path);
  return read_report(path);
}

Diff make_diff(const Reference& before, const Report& after) {
  return std::visit([&](const auto& known) { return make_diff(known, after); }, before);
}

}  // namespace placemat
