#include "harness/report/line.h"

#include "harness/report/text.h"

namespace placemat {

std::string shown_name(std::string text) {
  constexpr std::size_t kLongest = 40;
  std::replace_if(text.begin(), text.end(), [](char c) { return c < 0x20 || c > 0x7E; }, '?');
  if (text.size() > kLongest) text.resize(kLongest);
  return text;
}

std::vector<std::string> FormatReading::notices() const {
  std::vector<std::string> texts;
  if (is_later()) {
    texts.push_back(
        fmt::format("This {3} is {0}{1}, and this program reads up to {0}{2}: a later placemat "
                    "shows more of it.",
                    known.name, number, known.number, known.thing));
  }
  for (const auto& [name, times] : records) {
    texts.push_back(fmt::format("Skipped: {} of the sort '{}', which this program does not know.",
                                counted(times, "record"), name));
  }
  if (!members.empty()) {
    texts.push_back(fmt::format(
        "Skipped in its records, because this program does not know it: {}.", listed(members)));
  }
  return texts;
}

std::ifstream open_records(const std::filesystem::path& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) {
    throw InputError(fmt::format("{}: no such file; check the name", path.string()));
  }
  if (std::filesystem::is_directory(status)) {
    throw InputError(fmt::format("{}: a directory; name the report.jsonl in it", path.string()));
  }
  std::ifstream in(path, std::ios::binary);
  if (!in) throw InputError(fmt::format("{}: cannot be read; check its mode", path.string()));
  return in;
}

}  // namespace placemat
