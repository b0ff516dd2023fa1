#include "harness/report/line.h"

namespace placemat {

std::string shown_name(std::string text) {
  constexpr std::size_t kLongest = 40;
  std::replace_if(text.begin(), text.end(), [](char c) { return c < 0x20 || c > 0x7E; }, '?');
  if (text.size() > kLongest) text.resize(kLongest);
  return text;
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
