// vector_table.h: vectors as rows of a table in the source of a language, without what stands
// around the rows. Each row has the id, the units, the verdict, every ill-formed maximal subpart
// (Unicode 3.9 D93b) and the values with U+FFFD for each. This file must not know of packages.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "harness/corpus/corpus.h"

namespace placemat {

struct TableLanguage {
  std::string_view extension;  // of a source file: ".rs"
  // `set` is a name for the languages whose rows need one.
  std::string (*write)(std::span<const Vector> vectors, std::string_view set);
};
std::span<const TableLanguage> table_languages();
// Null for a language without a row.
const TableLanguage* find_table_language(std::string_view extension);

// The columns of a TSV file, and a line for each vector. It has the first error only.
std::string tsv_table(std::span<const Vector> vectors);

// The arrays of C that `struct placemat_vector` points into, placemat_SET and placemat_SET_count.
std::string c_table(std::span<const Vector> vectors, std::string_view set);

}  // namespace placemat
