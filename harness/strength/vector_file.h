// vector_file.h: test vectors of any origin, read so that their strength can be
// measured: our own JSON, one hex string a line, raw text such as a stress test
// page, and the JSON of groups of tests with hex messages that cryptographic
// suites use. The expectations of a file are checked against the law.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "harness/strength/score.h"

namespace placemat {

enum class VectorFormat : std::uint8_t { kOurs, kHexLines, kRawText, kTestGroups };
std::string_view name_of(VectorFormat format);

struct VectorFile {
  VectorFormat format;
  std::vector<Probe> probes;
  std::size_t units = 0;  // in all of them
};

// Larger files are rejected.
inline constexpr std::size_t kMostVectorFileBytes = std::size_t{64} << 20;
inline constexpr std::size_t kMostProbes = 1'000'000;

// The content determines the format. Raw text is one probe as a whole and one
// for each line, which is how such pages are used. Throws InputError that names
// the file, the line and the remedy; for expectations that the law contradicts,
// it lists every one of them.
VectorFile read_vectors(const std::filesystem::path& path);

}  // namespace placemat
