// defects.h: defects of other people's decoders, as their public interfaces show them. An entry
// states the units, what is seen and what is expected; what is expected is checked against the law,
// and what is seen must be right under no replacement policy. This file must not know how a
// reproduction is run.
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "harness/bytes/bytes.h"
#include "harness/bytes/problem.h"
#include "harness/corpus/edit.h"
#include "harness/spec/profile.h"

namespace placemat {

// What a defect does to those who meet it, worst first.
enum class Effect : std::uint8_t {
  kOutOfBounds,
  kAcceptsIllFormed,
  kLosesText,
  kEatsOrInventsText,
  kCrashesOrHangs,
  kWrongReport,
  kWrongCount,
};
struct EffectRow {
  std::string_view name;   // in a file
  std::string_view title;  // in running text: "it reads or writes memory out of bounds"
};
inline constexpr std::size_t kEffects = 7;
const std::array<EffectRow, kEffects>& effect_rows();
const EffectRow& row_of(Effect effect);

// How a reproduction is built and run. The commands are for a POSIX shell.
struct NativeProgram {
  std::string file;   // in the folder native/ of the catalogue
  std::string build;  // empty: nothing is built
  std::string run;
};

struct Defect {
  std::string id;
  Effect effect{};
  std::vector<std::string> versions;  // that have it, as the version command prints them
  std::string fixed_in;               // the first version without it; empty: none was seen
  // Not public yet: all that follows is empty.
  bool is_withheld = false;
  // Only we expect what is expected: no document promises it. It is not counted as a defect.
  bool is_difference = false;
  std::string entry, about, affects, lets_through, around, clause;
  ChunkedUnits units;
  std::string question;  // "verdict", "values" or "other"
  Profile promised;      // by the entry point
  std::string seen, expected;
  std::vector<std::string> links;  // where it is known upstream
  std::string searched;            // or what was searched without a result
  std::string mended;              // by which version or commit, as its source says; may be empty
  NativeProgram native;
  std::string reported, public_since;  // dates, or empty
};

// A deviation that the product documents, so that it is no defect.
struct DocumentedPolicy {
  std::string entry, what, document;
};

struct DefectiveProduct {
  std::string slug;  // the name of its file
  std::string name, language, package;
  std::string version_command;  // prints the version; fails where the product is absent
  std::vector<Defect> defects;
  std::vector<DocumentedPolicy> documented;
};

// A line in one spelling: values as the corpora write them, "41*9 FFFD", and any other as it is.
std::string canonical_line(const std::string& line);

struct FoundDefect {
  const DefectiveProduct* product;
  const Defect* defect;
};

struct DefectCatalogue {
  std::filesystem::path folder;            // holds the product files and native/
  std::vector<DefectiveProduct> products;  // by slug

  // Null members where no defect has this id.
  FoundDefect find(std::string_view id) const;
  // Sorted by effect, worst first, then by product and id; differences stand apart.
  std::vector<FoundDefect> by_effect() const;
  std::vector<FoundDefect> differences() const;
};

// All valid entries of a folder, and all problems by file and line.
struct DefectLint {
  DefectCatalogue catalogue;
  std::vector<Problem> problems;
};

// `folder` holds product files, and may be absent; `corpus` has the schema. Throws InputError when
// there is no usable schema.
DefectLint lint_defects(const std::filesystem::path& corpus, const std::filesystem::path& folder);

// The same; throws InputError that names the first problem and gives their number.
DefectCatalogue load_defects(const std::filesystem::path& corpus,
                             const std::filesystem::path& folder);

// Adds a version to an entry that does not name it: as one that has the defect, or as the first
// one without it. Returns false when the entry says so already. Throws InputError.
bool record_version(const DefectCatalogue& catalogue, const FoundDefect& found,
                    const std::string& version, bool is_fixed);

// The product files in the layout that record_version writes, where they differ from it.
std::vector<Rewrite> defect_rewrites(const DefectCatalogue& catalogue);

// That of the corpora in `corpus`.
std::filesystem::path defect_folder(const std::filesystem::path& corpus);

}  // namespace placemat
