// listing.h: lists of decoders, dialects, policies and the closed sets of names in reports and
// corpora. Everything is read from the tables that the rest of the program uses; nothing is stated
// here again.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "harness/corpus/corpus.h"

namespace placemat {

enum class Listed : std::uint8_t {
  kDecoders,
  kDialects,
  kPolicies,
  kErrorClasses,
  kFlags,  // of the corpus
  kSources,
  kKinds,
  kSaboteurs,
  kBugs,  // of the corpus
  kAbsent,
};
inline constexpr std::size_t kListedCount = 10;

struct ListedRow {
  Listed listed;
  std::string_view name;
  std::string_view summary;
};
std::span<const ListedRow> listed_rows();
std::optional<Listed> find_listed(std::string_view name);

enum class ListFormat : std::uint8_t { kText, kJson, kMarkdown };

// `corpus` is read for the flags and the bugs, and may be null for the rest.
std::string listing(Listed what, ListFormat format, const Corpus* corpus = nullptr);

}  // namespace placemat
