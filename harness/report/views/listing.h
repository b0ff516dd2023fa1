// listing.h: lists of decoders, dialects, policies and the closed sets of names in reports and
// corpora. Everything is read from the tables that the rest of the program uses; nothing is stated
// here again.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/campaign/subject_list.h"
#include "harness/corpus/corpus.h"
#include "harness/corpus/defects.h"

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
  kDefects,
  kSubjects,  // of a list of subjects
  kAbsent,
};
inline constexpr std::size_t kListedCount = 12;

struct ListedRow {
  Listed listed;
  std::string_view name;
  std::string_view summary;
};
std::span<const ListedRow> listed_rows();
std::optional<Listed> find_listed(std::string_view name);

enum class ListFormat : std::uint8_t { kText, kJson, kMarkdown };

// What is not stated in tables of the program; a list that reads neither needs none.
struct ListedData {
  const Corpus* corpus = nullptr;                        // of the flags and the bugs
  const DefectCatalogue* defects = nullptr;              // of the defects
  const std::vector<ListedSubject>* subjects = nullptr;  // of the subjects
};
std::string listing(Listed what, ListFormat format, const ListedData& data = {});

}  // namespace placemat
